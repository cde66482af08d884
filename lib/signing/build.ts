import { and, eq } from "drizzle-orm";
import { fileSegments } from "@/db/schema/files";
import type { DocumentSigner } from "@/lib/authority/document-signer";
import { stampedSignature, type SignatureTimestamp } from "@/lib/authority/stamped-signature";
import type { Actor, Ctx } from "@/lib/context/context";
import { isEnvelope } from "@/lib/documents/envelopes/pdfs";
import { recordDamage } from "@/lib/documents/storage/damaged-blobs";
import { readSegments, storeTail, toBlobs, withPlaces, type NewSegment } from "@/lib/documents/storage/segments";
import { readCurrentFile, type CurrentFile } from "@/lib/documents/whole-version";
import { toFileError } from "@/lib/engine/file-errors";
import type { CmsMaker, SignedTail } from "@/lib/pades/sign-revision";
import { signatureFieldName } from "@/lib/pdf/fields/prepared-field";
import type { SegmentPath } from "@/lib/pdf/syntax/byte-source";
import { PdfError } from "@/lib/pdf/syntax/errors";
import { BlobError, blobKey } from "@/lib/platform/blobs/blob-store";
import { inTurns } from "@/lib/platform/blobs/in-turns";
import { sha256Hex } from "@/lib/platform/blobs/sha256";
import { DomainError } from "@/lib/platform/errors";
import { atPdf, preparedId } from "@/lib/requests/state/file-state";
import type { SigningAttempt } from "@/lib/signing/proof/may-sign";
import type { PdfOutcome } from "./conditions";
import type { PlannedContents, PlannedPdf, Statements } from "./plan-contents";
import { signerName } from "./prove";

/** A signed revision of one PDF, and its facts for the trail. */
export interface BuiltSignature {
  revision: BuiltRevision;
  signedAt: Date;
  /** SHA-256 of the image in the signature field; null for none. */
  imageSha256: string | null;
  statements: Statements;
  outcome: PdfOutcome;
}

/**
 * The revisions built for a signature so far, by the PDF's id: a later round rebuilds only the PDFs that have changed.
 */
export type BuiltSoFar = Map<number, BuiltSignature>;

/** Files of an envelope that are built concurrently, because the engine has other callers. */
const atOnce = 4;

/**
 * Builds a revision of every planned PDF that has none on its current version, outside any transaction. False when
 * one of them has changed in the meantime. Throws what `buildSignature` throws, with the file's name for an envelope.
 */
export async function buildSignatures(
  ctx: Ctx,
  attempt: SigningAttempt,
  planned: readonly PlannedPdf[],
  signer: DocumentSigner,
  { signedAt, built }: { signedAt: Date; built: BuiltSoFar },
): Promise<boolean> {
  await dropOutdated(ctx, planned, built);
  const missing = planned.filter(({ pdf }) => !built.has(pdf.id));
  await inTurns(missing, atOnce, async (one) => {
    const id = isEnvelope(attempt.file) ? one.pdf.id : null;
    const revision = await atPdf({ id, name: one.pdf.name }, (one.pdf.envelopePosition ?? 1) - 1, () =>
      buildSignature(ctx, attempt, one, signer, signedAt).catch(nullIfMovedOn),
    );
    const { contents, outcome } = one;
    const { statements } = contents;
    if (revision) built.set(one.pdf.id, { revision, signedAt, imageSha256: imageHash(contents), statements, outcome });
  });
  return planned.every(({ pdf }) => built.has(pdf.id));
}

async function dropOutdated(ctx: Ctx, planned: readonly PlannedPdf[], built: BuiltSoFar): Promise<void> {
  for (const [id, { revision }] of built) {
    const current = planned.find(({ pdf }) => pdf.id === id);
    if (current?.pdf.revision === revision.base.file.revision) continue;
    built.delete(id);
    await dropRevision(ctx, revision);
  }
}

/** Removes everything that was built and not committed. */
export async function dropAll(ctx: Ctx, built: BuiltSoFar): Promise<void> {
  for (const { revision } of built.values()) await dropRevision(ctx, revision);
  built.clear();
}

/** The next attempt rereads the file's state. */
function nullIfMovedOn(error: unknown): null {
  if (error instanceof DomainError && (error.code === "race_lost" || error.code === "not_found")) return null;
  throw error;
}

function imageHash({ content, images }: PlannedContents): string | null {
  const png = content?.kind === "image" && content.image !== null ? images[content.image] : undefined;
  return png ? sha256Hex(png) : null;
}

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
 * Builds the revision that fills and signs a signer's own fields in one PDF, outside any transaction; null when the PDF
 * has changed since the contents were planned. Throws `integrity_error`, `glyph_missing`, `unavailable`.
 */
export async function buildSignature(
  ctx: Ctx,
  attempt: SigningAttempt,
  { pdf, contents: { statements, ...contents } }: PlannedPdf,
  signer: DocumentSigner,
  signedAt: Date,
): Promise<BuiltRevision | null> {
  const base = await readCurrentFile(ctx, pdf.id);
  if (base.file.revision !== pdf.revision) return null;
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
 * Has the engine build one signed revision on `base`, timestamped if possible, and stores its bytes durably before the
 * commit refers to them.
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
 * Removes the bytes of a revision that was not committed. Two RSA signatures within the same second have identical
 * bytes, so bytes that a row refers to are kept. Failed removals are left to the sweep.
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

/** Findings that one of our own prepared files can only produce if its stored bytes were changed. */
const signsOfDamage = new Set<PdfError["code"]>([
  "not_a_pdf",
  "damaged",
  "encrypted",
  "locked",
  "no_page",
  "no_such_field",
  "changed_underneath",
]);

/**
 * Maps an engine failure on one of our own files to an error: `integrity_error`, recorded in the trail once a day,
 * when a segment is missing or changed, and `race_lost` when the file was deleted or has changed. Otherwise
 * `unavailable`, `storage_full` and the like. Bugs are rethrown unchanged.
 */
export async function explainEngineFailure(
  ctx: Ctx,
  actor: Actor,
  current: CurrentFile,
  error: unknown,
): Promise<unknown> {
  if (error instanceof DomainError) return error;
  const mayBeDamage = !(error instanceof PdfError) || signsOfDamage.has(error.code);
  const failure = mayBeDamage ? await findFailure(ctx, current) : null;
  if (failure?.code !== "integrity") return toFileError(failure ?? error);
  if (await hasMovedOn(ctx, current)) return new DomainError("race_lost", { cause: error });
  return recordDamage(ctx, actor, { fileId: current.file.id, of: "document", error: failure });
}

async function findFailure(ctx: Ctx, { file, segments }: CurrentFile): Promise<BlobError | null> {
  return ctx.blobs.verifySegments(toBlobs(file, segments)).then(
    () => null,
    (error: unknown) => (error instanceof BlobError ? error : null),
  );
}

/** Missing bytes are expected for a file that was deleted or prepared again. */
async function hasMovedOn(ctx: Ctx, { file, segments }: CurrentFile): Promise<boolean> {
  const now = await readSegments(ctx, file.id);
  return !segments.every(({ id }) => now.some((segment) => segment.id === id));
}
