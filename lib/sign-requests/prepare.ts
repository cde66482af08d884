import type { Element, FileSegment } from "@/db/schema/files";
import { otherTops, sealSigner } from "@/lib/authority/document-signer";
import type { Ctx } from "@/lib/context";
import { DomainError } from "@/lib/errors";
import { withFileErrors } from "@/lib/files/engine-errors";
import { storeTail, type NewSegment } from "@/lib/files/ingest-upload";
import { toBlobs, toPlaces } from "@/lib/files/segments";
import type { Preparation } from "@/lib/pdf/prepare";
import type { PlannedSigner } from "@/lib/pdf/prepared-field";

/** Somebody to make fields for. */
export interface SignerToPrepare {
  id: number;
  displayName: string | null;
  elements: readonly Element[];
}

export interface FileToPrepare {
  uuid: string;
  /** The segments before anything of ours was prepared in them. */
  base: readonly Pick<FileSegment, "sha256" | "size">[];
  signers: readonly SignerToPrepare[];
}

/** The revisions that a release appends; their blobs are stored, no row names them yet. */
export interface PreparedFile {
  segments: NewSegment[];
  size: number;
  sha256: string;
}

/**
 * Throws what would keep a file from being prepared, storing nothing: `signers_missing`, `glyph_missing`, and for a file already signed
 * `validation_failed` when a box would cover what is there, which only a preparation for trial can tell.
 */
export async function assertPreparable(ctx: Ctx, file: FileToPrepare & { alreadySigned: boolean }): Promise<void> {
  await assertSignable(ctx, file.signers);
  if (file.alreadySigned) await withFileErrors(() => prepareFields(ctx, file));
}

async function assertSignable(ctx: Ctx, signers: readonly SignerToPrepare[]): Promise<void> {
  if (signers.length === 0) throw new DomainError("signers_missing", { detail: "Nobody is named to sign." });
  await withFileErrors(() => assertDrawable(ctx, signers));
}

/**
 * The slow half of a release, outside any transaction (SIGNING.md 2.2): one revision with every signer's fields, then the
 * certification by the instance's own key. A file already signed is not certified. Throws `signers_missing`, `glyph_missing`,
 * `validation_failed`, `integrity_error`, `pdf_locked`, `unavailable`.
 */
export async function prepareFile(ctx: Ctx, file: FileToPrepare): Promise<PreparedFile> {
  await assertSignable(ctx, file.signers);
  return withFileErrors(async () => {
    const preparation = await prepareFields(ctx, file);
    const prepared = await storeTail(ctx, file.uuid, "preparation", preparation.tail);
    if (!preparation.isToBeCertified) return summed(file, [prepared], preparation.sha256);
    const certified = await certify(ctx, file, prepared, preparation);
    return summed(file, [prepared, certified.segment], certified.sha256);
  });
}

async function prepareFields(ctx: Ctx, file: FileToPrepare): Promise<Preparation> {
  await ctx.blobs.verifySegments(toBlobs(file, file.base));
  return ctx.engine.prepare(toPlaces(ctx, file, file.base), {
    fileUuid: file.uuid, signers: file.signers.map(toPlanned), maxPages: ctx.limits.pdfPages, expectedSha256: null,
  });
}

async function certify(ctx: Ctx, file: FileToPrepare, prepared: NewSegment, preparation: Preparation): Promise<{ segment: NewSegment; sha256: string }> {
  const field = preparation.fields.find((candidate) => candidate.role === "certification");
  if (!field) throw new Error("the preparation made no field for the certification");
  const [signer, signedAt] = [await sealSigner(ctx), await ctx.now()];
  const spec = { fieldName: field.name, signedAt, name: "Paraph", reason: certificationReason(await otherTops(ctx)), expectedSha256: preparation.sha256 };
  const { tail, sha256 } = await ctx.engine.certify(toPlaces(ctx, file, [...file.base, prepared]), spec, signer.makeCms);
  return { segment: await storeTail(ctx, file.uuid, "certification", tail), sha256 };
}

/** Names the authorities behind the signers when the certification has another: a verifier without our roots goes by it. */
function certificationReason(tops: readonly string[]): string {
  const sentence = "Prepared for signing; only signatures may follow";
  if (tops.length === 0) return sentence;
  return `${sentence}. Signers may lead to the authority ${tops.map((sha256) => `sha256:${sha256}`).join(" or ")}`;
}

function summed(file: FileToPrepare, segments: NewSegment[], sha256: string): PreparedFile {
  return { segments, sha256, size: [...file.base, ...segments].reduce((sum, segment) => sum + segment.size, 0) };
}

function toPlanned({ id, elements }: SignerToPrepare): PlannedSigner {
  return {
    signRequestId: id,
    elements: elements.map(({ id: elementId, type, page, leftPt, topPt, widthPt, heightPt }) => ({ elementId, type, pageIndex: page - 1, box: { leftPt, topPt, widthPt, heightPt } })),
  };
}

/** A name or text that no font of ours can draw would stop its signer at the last step; the requester is told now. */
async function assertDrawable(ctx: Ctx, signers: readonly SignerToPrepare[]): Promise<void> {
  const shown = signers.filter(({ elements }) => elements.length > 0);
  const texts = shown.flatMap(({ displayName, elements }) => [displayName ?? "", ...elements.map((element) => element.value ?? "")]).filter((text) => text !== "");
  const missing = texts.length === 0 ? [] : await ctx.engine.missingGlyphs(texts.map((text) => text.replace(/\p{Cc}/gu, " ")));
  if (missing.length > 0) throw new DomainError("glyph_missing", { detail: `These characters cannot be drawn on the document: ${[...new Set(missing)].join(" ")}` });
}
