import type { Element, FileSegment } from "@/db/schema/files";
import { otherTops, sealSigner } from "@/lib/authority/document-signer";
import { stampedSignature, type SignatureTimestamp } from "@/lib/authority/stamped-signature";
import { assertDrawable, type TextToDraw } from "@/lib/documents/fields/rules";
import { storeTail, type NewSegment } from "@/lib/documents/ingest-upload";
import { toBlobs, withPlaces } from "@/lib/documents/segments";
import { withFileErrors } from "@/lib/engine/file-errors";
import type { Preparation } from "@/lib/pdf/fields/prepare";
import type { PlannedSigner } from "@/lib/pdf/fields/prepared-field";
import type { Ctx } from "@/lib/platform/context";
import { DomainError } from "@/lib/platform/errors";

/** A signer to create fields for. */
export interface SignerToPrepare {
  id: number;
  displayName: string | null;
  elements: readonly ElementToPrepare[];
}

export type ElementToPrepare = Pick<
  Element,
  "id" | "type" | "page" | "leftPt" | "topPt" | "widthPt" | "heightPt" | "label" | "value"
>;

export interface FileToPrepare {
  uuid: string;
  /** The segments before anything was prepared in them. */
  base: readonly Pick<FileSegment, "sha256" | "size">[];
  signers: readonly SignerToPrepare[];
}

/** The revisions that a release appends. Their blobs are stored, but no row refers to them yet. */
export interface PreparedFile {
  segments: NewSegment[];
  size: number;
  sha256: string;
  /** Of the certification. */
  timestamp: SignatureTimestamp;
}

/**
 * Throws what would prevent a preparation, and stores nothing: `signers_missing`, `glyph_missing` and, for a file already signed,
 * `validation_failed` when a field would cover existing content, which only a trial preparation can detect.
 */
export async function assertPreparable(ctx: Ctx, file: FileToPrepare & { alreadySigned: boolean }): Promise<void> {
  await assertSignable(ctx, file.signers);
  if (file.alreadySigned) await withFileErrors(() => prepareFields(ctx, file));
}

async function assertSignable(ctx: Ctx, signers: readonly SignerToPrepare[]): Promise<void> {
  if (signers.length === 0) throw new DomainError("signers_missing", { detail: "Nobody is named to sign." });
  await assertDrawable(ctx, signers.flatMap(textsOf));
}

/**
 * The slow half of a release, outside any transaction (docs/spec/signing.md#preparation): one revision with every signer's fields, then the
 * certification with the instance's own key. A file already signed is not certified. Throws `signers_missing`, `glyph_missing`,
 * `validation_failed`, `integrity_error`, `pdf_locked`, `unavailable`.
 */
export async function prepareFile(ctx: Ctx, file: FileToPrepare): Promise<PreparedFile> {
  await assertSignable(ctx, file.signers);
  return withFileErrors(async () => {
    const preparation = await prepareFields(ctx, file);
    const prepared = await storeTail(ctx, file.uuid, "preparation", preparation.tail);
    if (!preparation.isToBeCertified)
      return summed(file, [prepared], { sha256: preparation.sha256, timestamp: { kind: "none" } });
    const certified = await certify(ctx, file, prepared, preparation);
    return summed(file, [prepared, certified.segment], certified);
  });
}

async function prepareFields(ctx: Ctx, file: FileToPrepare): Promise<Preparation> {
  await ctx.blobs.verifySegments(toBlobs(file, file.base));
  const plan = {
    fileUuid: file.uuid,
    signers: file.signers.map(toPlanned),
    maxPages: ctx.limits.pdfPages,
    expectedSha256: null,
  };
  return withPlaces(ctx, file, file.base, (places) => ctx.engine.prepare(places, plan));
}

type Certification = Pick<PreparedFile, "sha256" | "timestamp"> & { segment: NewSegment };

async function certify(
  ctx: Ctx,
  file: FileToPrepare,
  prepared: NewSegment,
  preparation: Preparation,
): Promise<Certification> {
  const field = preparation.fields.find((candidate) => candidate.role === "certification");
  if (!field) throw new Error("the preparation made no field for the certification");
  const [signer, signedAt] = [await sealSigner(ctx), await ctx.now()];
  const { makeCms, placeholderBytes, timestamp } = stampedSignature(ctx, signer);
  const reason = certificationReason(await otherTops(ctx));
  const spec = {
    fieldName: field.name,
    signedAt,
    name: "Paraph",
    reason,
    expectedSha256: preparation.sha256,
    placeholderBytes,
  };
  const { tail, sha256 } = await withPlaces(ctx, file, [...file.base, prepared], (places) =>
    ctx.engine.certify(places, spec, makeCms),
  );
  return { segment: await storeTail(ctx, file.uuid, "certification", tail), sha256, timestamp: timestamp() };
}

/** The signers' authorities, listed when the certification has a different one, for verifiers that do not have our roots. */
function certificationReason(tops: readonly string[]): string {
  const sentence = "Prepared for signing; only signatures may follow";
  if (tops.length === 0) return sentence;
  return `${sentence}. Signers may lead to the authority ${tops.map((sha256) => `sha256:${sha256}`).join(" or ")}`;
}

function summed(
  file: FileToPrepare,
  segments: NewSegment[],
  { sha256, timestamp }: Pick<PreparedFile, "sha256" | "timestamp">,
): PreparedFile {
  return {
    segments,
    sha256,
    timestamp,
    size: [...file.base, ...segments].reduce((sum, segment) => sum + segment.size, 0),
  };
}

function toPlanned({ id, elements }: SignerToPrepare): PlannedSigner {
  return {
    signRequestId: id,
    elements: elements.map(({ id: elementId, type, page, leftPt, topPt, widthPt, heightPt }) => ({
      elementId,
      type,
      pageIndex: page - 1,
      box: { leftPt, topPt, widthPt, heightPt },
    })),
  };
}

/**
 * A name or text that none of our fonts can draw would fail at the signer's last step, so the requester is told now, member by member of
 * the file object.
 */
function textsOf({ displayName, elements }: SignerToPrepare, index: number): TextToDraw[] {
  if (elements.length === 0) return [];
  const name = { text: displayName ?? "", pointer: `/signers/${index}/displayName`, subject: "The name of a signer" };
  const values = elements.map(({ id, label, page, type, value }, at) => {
    return {
      text: value ?? "",
      pointer: `/signers/${index}/visibleElements/${at}/value`,
      subject: `The ${label ? `box "${label}"` : type} on page ${page} (elementId ${id})`,
    };
  });
  return [name, ...values].filter(({ text }) => text !== "");
}
