import type { Field, File, FileSegment, SignRequestRole } from "@/db/schema/files";
import { certifier, sealSigner } from "@/lib/authority/document-signer";
import { stampedSignature, type SignatureTimestamp } from "@/lib/authority/stamped-signature";
import type { Ctx } from "@/lib/context/context";
import { readSettings } from "@/lib/context/settings/read";
import { signsPdf } from "@/lib/documents/envelopes/pdfs";
import { makePatternBudget } from "@/lib/documents/fields/budget";
import { assertConditions } from "@/lib/documents/fields/conditions";
import type { FieldContent } from "@/lib/documents/fields/field-content";
import { assertDrawable, type TextToDraw } from "@/lib/documents/fields/rules";
import { optionsOf } from "@/lib/documents/fields/signature-appearance";
import { withIntactPlaces } from "@/lib/documents/storage/damaged-blobs";
import { storeTail, withPlaces, type NewSegment } from "@/lib/documents/storage/segments";
import { withFileErrors } from "@/lib/engine/file-errors";
import type { Preparation } from "@/lib/pdf/fields/prepare";
import type { PlannedSigner } from "@/lib/pdf/fields/prepared-field";
import { markSizes } from "@/lib/pdf/marks/mark-sizes";
import type { PlacedBlob } from "@/lib/platform/blobs/blob-store";
import { DomainError } from "@/lib/platform/errors";
import { certificationReason } from "@/lib/platform/signed-texts";
import { atPdf } from "./state/file-state";

/** A person of the request; signers get fields. */
export interface SignerToPrepare {
  id: number;
  role: SignRequestRole;
  displayName: string | null;
  signingOrder: number;
  fields: readonly FieldToPrepare[];
}

export type FieldToPrepare = FieldContent & Pick<Field, "id"> & Partial<Pick<Field, "fileId">>;

interface FileToPrepare {
  uuid: string;
  /** A verification mark is drawn into its pages. */
  isMarked: boolean;
  /** The segments before anything was prepared in them. */
  base: readonly Pick<FileSegment, "sha256" | "size">[];
  signers: readonly SignerToPrepare[];
}

/** The revisions that a release appends. Their blobs are stored, but no row refers to them yet. */
export interface PreparedFile {
  segments: NewSegment[];
  size: number;
  sha256: string;
  /** The timestamp of the certification. */
  timestamp: SignatureTimestamp;
  /** From 1; null without a verification mark. */
  pagesWithoutMark: number[] | null;
  /** How many segments come before these. */
  after: number;
}

/** A PDF of a request. `id` is null for a single document, which contains all fields. */
interface PdfToPrepare extends Omit<FileToPrepare, "signers" | "isMarked"> {
  id: number | null;
  name: string;
  alreadySigned: boolean;
}

/** A request with all its people and their fields. */
export interface RequestToPrepare extends Pick<File, "signatureOptions" | "preparation"> {
  pdfs: readonly PdfToPrepare[];
  signers: readonly SignerToPrepare[];
}

/** A prepared PDF of a request. */
export type PreparedPdf = PreparedFile & Pick<FileToPrepare, "uuid">;

/**
 * Throws what would prevent a preparation, and stores nothing: `signers_missing`, `glyph_missing` and, for a file
 * already signed, `validation_failed` when a field would cover existing content, which only a trial preparation can
 * detect.
 */
export async function assertPreparable(ctx: Ctx, request: RequestToPrepare): Promise<void> {
  await assertSignable(ctx, request.signers);
  for (const [index, pdf] of request.pdfs.entries()) {
    if (pdf.alreadySigned)
      await atPdf(pdf, index, () => withFileErrors(() => prepareFields(ctx, signedBy(pdf, request, false))));
  }
}

async function assertSignable(ctx: Ctx, signers: readonly SignerToPrepare[]): Promise<void> {
  if (!signers.some(isSigner)) throw new DomainError("signers_missing", { detail: "No signers." });
  await assertDrawable(ctx, signers.flatMap(textsOf));
  // Only here are the files of an envelope checked together.
  const patterns = makePatternBudget();
  for (const [index, { fields }] of signers.entries())
    for (const [at, field] of fields.entries()) patterns.take(field, `/signers/${index}/visibleElements/${at}`);
  // Signers, their order and the fields may have changed since a field was stored.
  assertConditions(
    signers.flatMap(({ id, fields, signingOrder: step }, index) =>
      fields.map((field, at) => ({
        content: { ...field, signRequestId: id },
        scope: field.fileId ?? 0,
        step,
        pointer: `/signers/${index}/visibleElements/${at}`,
      })),
    ),
  );
}

/**
 * The slow half of a release, outside any transaction (docs/spec/signing.md#preparation): in each PDF one revision with
 * its signers' fields, then the certification with the instance's own key. A file already signed is not certified. An
 * error in one file of an envelope carries the file's name. The sweep removes the bytes stored for the others. Throws
 * `signers_missing`, `glyph_missing`, `validation_failed`, `integrity_error`, `pdf_locked`, `unavailable`.
 */
export async function prepareRequest(ctx: Ctx, request: RequestToPrepare): Promise<PreparedPdf[]> {
  await assertSignable(ctx, request.signers);
  // A new instance makes its keys at first use. Make them once, and not for every file at the same time.
  if (request.pdfs.length > 1) await sealSigner(ctx);
  const isMarked = optionsOf(request, await readSettings(ctx)).verificationMark === "margin";
  const settled = await Promise.allSettled(
    request.pdfs.map(async (pdf, index) => ({
      uuid: pdf.uuid,
      ...(await atPdf(pdf, index, () => prepareFile(ctx, signedBy(pdf, request, isMarked)))),
    })),
  );
  return settled.map((result) => {
    if (result.status === "rejected") throw result.reason;
    return result.value;
  });
}

/** The file with its signers, and their fields in it. */
function signedBy({ id, ...pdf }: PdfToPrepare, { signers }: RequestToPrepare, isMarked: boolean): FileToPrepare {
  if (id === null) return { ...pdf, signers, isMarked };
  const own = signers
    .map((signer) => ({
      ...signer,
      placed: signer.fields.flatMap(({ fileId }) => (fileId === undefined ? [] : [{ fileId }])),
    }))
    .filter(({ placed }) => signsPdf(placed, { id }))
    .map(({ placed: _placed, fields, ...signer }) => ({
      ...signer,
      fields: fields.filter(({ fileId }) => fileId === id),
    }));
  return { ...pdf, signers: own, isMarked };
}

function prepareFile(ctx: Ctx, file: FileToPrepare): Promise<PreparedFile> {
  return withFileErrors(async () => {
    const preparation = await prepareFields(ctx, file);
    const prepared = await storeTail(ctx, file.uuid, "preparation", preparation.tail);
    const { sha256, pagesWithoutMark } = preparation;
    if (!preparation.isToBeCertified)
      return summed(file, [prepared], { sha256, pagesWithoutMark, timestamp: { kind: "none" } });
    const certified = await certify(ctx, file, prepared, preparation);
    return summed(file, [prepared, certified.segment], { ...certified, pagesWithoutMark });
  });
}

/** Only signers get fields in the PDF. */
function isSigner({ role }: Pick<SignerToPrepare, "role">): boolean {
  return role === "signer";
}

async function prepareFields(
  ctx: Ctx,
  file: FileToPrepare,
): Promise<Preparation & Pick<PreparedFile, "pagesWithoutMark">> {
  const plan = {
    fileUuid: file.uuid,
    signers: file.signers.filter(isSigner).map(toPlanned),
    maxPages: ctx.limits.pdfPages,
    expectedSha256: null,
  };
  const use = async (places: readonly PlacedBlob[]) => {
    if (!file.isMarked) return { ...(await ctx.engine.prepare(places, plan)), pagesWithoutMark: null };
    const { margins, pageCount } = await ctx.engine.freeMargins(places, {
      sizes: markSizes,
      taken: plan.signers.flatMap(({ fields }) =>
        fields.map(({ pageIndex, box }) => ({ page: pageIndex + 1, ...box })),
      ),
      maxPages: plan.maxPages,
    });
    const mark = {
      link: `${ctx.publicUrl}/verify/${file.uuid}`,
      places: margins.map(({ page, ...share }) => ({ pageIndex: page - 1, ...share })),
    };
    const prepared = await ctx.engine.prepare(places, { ...plan, mark });
    const marked = new Set(prepared.markedPages.map((pageIndex) => pageIndex + 1));
    const all = Array.from({ length: pageCount }, (_, index) => index + 1);
    return { ...prepared, pagesWithoutMark: all.filter((page) => !marked.has(page)) };
  };
  return withIntactPlaces(ctx, file, file.base, use);
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
  const [{ signer, tops }, signedAt] = [await certifier(ctx), await ctx.now()];
  const { makeCms, placeholderBytes, timestamp } = stampedSignature(ctx, signer);
  // Lists the signers' authorities if they differ from the certification's, for verifiers that do not have our roots.
  const reason = certificationReason(tops);
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

function summed(
  file: FileToPrepare,
  segments: NewSegment[],
  { sha256, timestamp, pagesWithoutMark }: Pick<PreparedFile, "sha256" | "timestamp" | "pagesWithoutMark">,
): PreparedFile {
  return {
    segments,
    sha256,
    timestamp,
    pagesWithoutMark,
    after: file.base.length,
    size: [...file.base, ...segments].reduce((sum, segment) => sum + segment.size, 0),
  };
}

function toPlanned({ id, fields }: SignerToPrepare): PlannedSigner {
  return {
    signRequestId: id,
    fields: fields.map(({ id: fieldId, type, page, leftPt, topPt, widthPt, heightPt }) => ({
      fieldId,
      type,
      pageIndex: page - 1,
      box: { leftPt, topPt, widthPt, heightPt },
    })),
  };
}

/**
 * A name or text that none of our fonts can draw would fail at the signer's last step, so the requester gets an error
 * now, pointing at members of the file object.
 */
function textsOf({ displayName, fields }: SignerToPrepare, index: number): TextToDraw[] {
  if (fields.length === 0) return [];
  const name = { text: displayName ?? "", pointer: `/signers/${index}/displayName`, subject: "The name of a signer" };
  const values = fields.map(({ id, label, page, type, value, rules }, at) => {
    return {
      text: [rules?.prefix, value, rules?.suffix].join(""),
      pointer: `/signers/${index}/visibleElements/${at}/value`,
      subject: `The ${label ? `field "${label}"` : type} on page ${page} (elementId ${id})`,
    };
  });
  return [name, ...values].filter(({ text }) => text !== "");
}
