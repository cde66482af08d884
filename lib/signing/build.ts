import { and, eq } from "drizzle-orm";
import { fileSegments } from "@/db/schema/files";
import type { DocumentSigner } from "@/lib/authority/document-signer";
import { blobKey } from "@/lib/blobs/blob-key";
import type { Actor, Ctx } from "@/lib/context";
import { storeTail, type NewSegment } from "@/lib/files/ingest-upload";
import { toPlaces } from "@/lib/files/segments";
import type { SignedTail } from "@/lib/pades/sign-revision";
import { signatureFieldName } from "@/lib/pdf/field-names";
import type { SegmentPath } from "@/lib/pdf/byte-source";
import type { SigningAct } from "@/lib/sign-methods/find-act";
import { readCurrentFile, type CurrentFile } from "@/lib/files/current-file";
import { explainEngineFailure } from "./engine-failure";
import type { PlannedContents } from "./plan-contents";
import { signerName } from "./signer-name";

/** A signed revision, stored as a blob and not yet part of the file. */
export interface BuiltRevision {
  /** What it was built on; the commit compares. */
  base: CurrentFile;
  segment: NewSegment;
  /** Of the file with this revision. */
  sha256: string;
  fieldName: string;
}

/**
 * Builds the revision that fills and signs a signer's own fields, outside any transaction; null when the file has moved on since the act
 * was read. Throws `integrity_error`, `glyph_missing`, `unavailable`.
 */
export async function buildSignature(ctx: Ctx, act: SigningAct, contents: PlannedContents, signer: DocumentSigner, signedAt: Date): Promise<BuiltRevision | null> {
  const base = await readCurrentFile(ctx, act.file.id);
  if (base.file.revision !== act.file.revision) return null;
  const spec = {
    ...contents,
    fieldName: signatureFieldName(base.file.uuid, act.signRequest.id),
    signedAt,
    name: signerName(act),
    reason: null,
    expectedSha256: base.file.sha256,
  };
  return buildRevision(ctx, act.actor, base, "signature", (segments) => ctx.engine.sign(segments, spec, signer.makeCms));
}

/** Has the engine build one signed revision on `base`, and stores its bytes durably for the commit to refer to. */
export async function buildRevision(
  ctx: Ctx, actor: Actor, base: CurrentFile, kind: "signature" | "seal", work: (segments: readonly SegmentPath[]) => Promise<SignedTail>,
): Promise<BuiltRevision> {
  try {
    const { tail, sha256, fieldName } = await work(toPlaces(ctx, base.file, base.segments));
    return { base, sha256, fieldName, segment: await storeTail(ctx, base.file.uuid, kind, tail) };
  } catch (error) {
    throw await explainEngineFailure(ctx, actor, base, error);
  }
}

/**
 * Removes the bytes of a revision that did not become part of its file. RSA signatures made twice within a second are the same bytes, so
 * those that a row names stay. What cannot be removed now is swept later.
 */
export async function dropRevision(ctx: Ctx, { base, segment }: BuiltRevision): Promise<void> {
  const named = await ctx.db.select({ id: fileSegments.id }).from(fileSegments).where(and(eq(fileSegments.fileId, base.file.id), eq(fileSegments.sha256, segment.sha256)));
  if (named.length > 0) return;
  await ctx.blobs.remove(blobKey(base.file.uuid, segment.sha256)).catch((error: unknown) => {
    ctx.log.warn({ file: base.file.id, err: error }, "signing: a revision that nobody needs was left for the sweep");
  });
}
