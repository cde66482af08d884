import { and, eq } from "drizzle-orm";
import { fileSegments } from "@/db/schema/files";
import type { DocumentSigner } from "@/lib/authority/document-signer";
import { stampedSignature, type SignatureTimestamp } from "@/lib/authority/stamped-signature";
import { withPlaces } from "@/lib/documents/storage/segments";
import { storeTail, type NewSegment } from "@/lib/documents/upload/ingest-upload";
import { readCurrentFile, type CurrentFile } from "@/lib/documents/whole-version";
import type { CmsMaker, SignedTail } from "@/lib/pades/sign-revision";
import type { SegmentPath } from "@/lib/pdf/byte-source";
import { signatureFieldName } from "@/lib/pdf/fields/field-names";
import { blobKey } from "@/lib/platform/blobs/blob-key";
import type { Actor, Ctx } from "@/lib/platform/context";
import { preparedId } from "@/lib/requests/prepared-id";
import type { SigningAttempt } from "@/lib/signing/proof/may-sign";
import { explainEngineFailure } from "./engine-failure";
import type { PlannedPart } from "./plan-contents";
import { signerName } from "./prove";

/** A signed revision, stored as a blob but not part of the file yet. */
export interface BuiltRevision {
  /** The version it was built on, compared at the commit. */
  base: CurrentFile;
  segment: NewSegment;
  /** SHA-256 of the file with this revision. */
  sha256: string;
  fieldName: string;
  timestamp: SignatureTimestamp;
}

type Build = (
  segments: readonly SegmentPath[],
  spec: { placeholderBytes: number; expectedSha256: string },
  makeCms: CmsMaker,
) => Promise<SignedTail>;

/**
 * Builds the revision that fills and signs a signer's own fields in one PDF, outside any transaction; null when the PDF has changed since
 * the contents were planned. Throws `integrity_error`, `glyph_missing`, `unavailable`.
 */
export async function buildSignature(
  ctx: Ctx,
  attempt: SigningAttempt,
  { part, contents: { statements, ...contents } }: PlannedPart,
  signer: DocumentSigner,
  signedAt: Date,
): Promise<BuiltRevision | null> {
  const base = await readCurrentFile(ctx, part.id);
  if (base.file.revision !== part.revision) return null;
  const spec = {
    ...contents,
    fieldName: signatureFieldName(base.file.uuid, preparedId(attempt.signRequest)),
    signedAt,
    name: signerName(attempt),
    ...statements,
  };
  return buildRevision(ctx, attempt.actor, base, "signature", signer, (segments, more, makeCms) =>
    ctx.engine.sign(segments, { ...spec, ...more }, makeCms),
  );
}

/**
 * Has the engine build one signed revision on `base`, timestamped if possible, and stores its bytes durably before the commit refers to
 * them.
 */
export async function buildRevision(
  ctx: Ctx,
  actor: Actor,
  base: CurrentFile,
  kind: "signature" | "seal",
  signer: DocumentSigner,
  build: Build,
): Promise<BuiltRevision> {
  const stamped = stampedSignature(ctx, signer);
  const spec = { placeholderBytes: stamped.placeholderBytes, expectedSha256: base.file.sha256 };
  try {
    const { tail, sha256, fieldName } = await withPlaces(ctx, base.file, base.segments, (places) =>
      build(places, spec, stamped.makeCms),
    );
    return {
      base,
      sha256,
      fieldName,
      timestamp: stamped.timestamp(),
      segment: await storeTail(ctx, base.file.uuid, kind, tail),
    };
  } catch (error) {
    throw await explainEngineFailure(ctx, actor, base, error);
  }
}

/**
 * Removes the bytes of a revision that was not committed. Two RSA signatures within the same second have identical bytes, so bytes that a
 * row refers to are kept. Failed removals are left to the sweep.
 */
export async function dropRevision(ctx: Ctx, { base, segment }: BuiltRevision): Promise<void> {
  const named = await ctx.db
    .select({ id: fileSegments.id })
    .from(fileSegments)
    .where(and(eq(fileSegments.fileId, base.file.id), eq(fileSegments.sha256, segment.sha256)));
  if (named.length > 0) return;
  await ctx.blobs.remove(blobKey(base.file.uuid, segment.sha256)).catch((error: unknown) => {
    ctx.log.warn({ file: base.file.id, err: error }, "signing: a revision that nobody needs was left for the sweep");
  });
}
