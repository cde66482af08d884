import { eq } from "drizzle-orm";
import { envelopeSignatures } from "@/db/schema/envelopes";
import { files, type File, type FileStatus } from "@/db/schema/files";
import { sumOf } from "@/lib/documents/envelopes/parts";
import { insertSegments } from "@/lib/documents/upload/upload";
import type { Ctx } from "@/lib/platform/context";
import { appendAuditEvents } from "@/lib/records/audit/append";
import { membersOf, writePart, type WrittenPart } from "@/lib/requests/envelopes/write-part";
import {
  authOf,
  proofEvents,
  signedData,
  signedEvents,
  skippedData,
  type PartSignature,
  type SignatureTrail,
} from "./signature-trail";

interface SignedEnvelope {
  file: File;
  /** All files of the envelope. */
  parts: readonly File[];
  signed: readonly PartSignature[];
  status: FileStatus;
}

/**
 * Makes a signer's revisions part of the files of an envelope, in the caller's transaction and under the locks of `lockParts`: an event in the
 * chain of each file first, then one in the envelope's that names them all. Returns the envelope.
 */
export async function appendToEnvelope(
  ctx: Ctx,
  { file, parts, signed, status }: SignedEnvelope,
  trail: SignatureTrail,
): Promise<File> {
  const { actor, signRequest } = trail.attempt;
  const written: WrittenPart[] = [];
  for (const one of signed) {
    const { part, built } = one;
    await insertSegments(ctx, part.id, [built.revision.segment], built.revision.base.segments.length);
    const bytes = { size: part.size + built.revision.segment.size, sha256: built.revision.sha256 };
    written.push(
      await writePart(ctx, actor, { envelope: file, part, parts: parts.length }, bytes, (doc, place) =>
        signedEvents(trail, one, doc, place),
      ),
    );
  }
  await ctx.db.insert(envelopeSignatures).values(
    signed.map(({ part, signature, at }) => ({
      fileId: part.id,
      signRequestId: signRequest.id,
      signature,
      signedAt: at,
    })),
  );
  const [changed] = await ctx.db
    .update(files)
    .set({
      status,
      ...sumOf(parts.map((part) => written.find(({ id }) => id === part.id) ?? part)),
      revision: file.revision + 1,
    })
    .where(eq(files.id, file.id))
    .returning();
  const [first] = signed;
  if (!changed || !first) throw new Error(`envelope ${file.id} vanished under its lock`);
  await appendAuditEvents(ctx, actor, file.id, [
    ...proofEvents(trail, first.signature),
    {
      type: "signed",
      auth: authOf(signRequest, trail.proof),
      doc: { sha256: changed.sha256, size: changed.size, revision: changed.revision },
      data: {
        ...signedData(trail, first.built, first.signature),
        ...skippedData(signed.map(({ built }) => built)),
        ...membersOf(written),
      },
    },
  ]);
  return changed;
}
