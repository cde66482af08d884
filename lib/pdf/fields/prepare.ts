import { PdfDocument } from "@/lib/pdf/document";
import { drawMarks } from "@/lib/pdf/marks/verification-mark";
import { readPages, type PdfPage } from "@/lib/pdf/pages";
import { certificationInCatalog } from "@/lib/pdf/permissions";
import { Revision } from "@/lib/pdf/revision";
import { hashSource, type ByteSource } from "@/lib/pdf/syntax/byte-source";
import { PdfError } from "@/lib/pdf/syntax/errors";
import { displaySize, isInside, toUserSpaceRect } from "@/lib/platform/geometry/placement";
import { overlaps, visibleAnnotations } from "./annotation-overlap";
import { readFields, type FormFields } from "./fields";
import { planFields, type PlannedSigner, type PreparedField } from "./prepared-field";
import { writeFields } from "./write-fields";

/** The document and the fields to be signed. */
export interface PreparationPlan {
  fileUuid: string;
  signers: readonly PlannedSigner[];
  /** A document with more pages is `too_large`. */
  maxPages: number;
  /** Expected hexadecimal SHA-256 of the file, or null for no check. */
  expectedSha256: string | null;
  /** Drawn on the pages before certification. Places are shares of the displayed page, from its top-left corner. */
  mark?: { link: string; places: readonly MarkPlace[] } | undefined;
}

export interface MarkPlace {
  pageIndex: number;
  left: number;
  top: number;
  width: number;
  height: number;
}

export interface Preparation {
  /** To be appended to the file. */
  tail: Buffer;
  /** SHA-256 of the file with its tail, in hex. */
  sha256: string;
  /** False for a file that already carries signatures, which cannot be certified any more (12.8.2.2). */
  isToBeCertified: boolean;
  fields: PreparedField[];
  /** Pages with the mark, counted from 0. */
  markedPages: number[];
}

/**
 * One revision that creates every field that will be filled in (docs/spec/signing.md#preparation), so that no later
 * revision adds one. A file that is already signed gets signature fields only. Throws PdfError `locked` for a
 * certified file, or when a signed file would need a field of another kind, `covers_annotation` when a field in a
 * signed file would cover an annotation that its signers saw, `no_page` for a missing page, and `encrypted`,
 * `damaged`, `too_large` from the reader. Throws RangeError for a box outside its page, which the caller must reject
 * first.
 */
export function prepareDocument(source: ByteSource, plan: PreparationPlan): Preparation {
  const document = PdfDocument.open(source);
  const { tail, ...written } = writePreparation(document, readPages(document, { maxPages: plan.maxPages }), plan);
  const sha256 = hashSource(source, plan.expectedSha256).update(tail).digest("hex");
  return { tail, sha256, ...written };
}

/**
 * The revision that `prepareDocument` appends, for a document that is already open. Its bytes are not hashed. Throws
 * the same errors, except that `no_page` is thrown for a file without pages.
 */
export function writePreparation(
  document: PdfDocument,
  pages: readonly PdfPage[],
  plan: Pick<PreparationPlan, "fileUuid" | "signers" | "mark">,
): Omit<Preparation, "sha256"> {
  const form = readFields(document);
  assertNotCertified(document);
  const isSigned = hasSignature(document, form);
  const fields = planFields(plan.fileUuid, plan.signers, !isSigned);
  if (isSigned && fields.some((field) => field.role === "input")) {
    throw new PdfError("locked", "a signed file takes one field per signer");
  }
  if (isSigned) {
    assertNothingCovered(document, pages, fields);
  }
  const revision = new Revision(document);
  writeFields(
    revision,
    fields.map((field) => ({ field, page: pageOf(pages, field) })),
    { pages, form, isSigned },
  );
  const markedPages = isSigned || !plan.mark ? [] : drawMark(revision, pages, plan.mark, fields);
  return { tail: revision.build(), isToBeCertified: !isSigned, fields, markedPages };
}

/** Draws the mark where it covers no field. Returns the pages that have it. */
function drawMark(
  revision: Revision,
  pages: readonly PdfPage[],
  { link, places }: NonNullable<PreparationPlan["mark"]>,
  fields: readonly PreparedField[],
): number[] {
  const free = places.flatMap(({ pageIndex, ...share }) => {
    const page = pages[pageIndex];
    if (!page) return [];
    const { widthPt, heightPt } = displaySize(page.box);
    const box = {
      leftPt: share.left * widthPt,
      topPt: share.top * heightPt,
      widthPt: share.width * widthPt,
      heightPt: share.height * heightPt,
    };
    const rect = toUserSpaceRect(page.box, box);
    const isTaken = fields.some(
      ({ field }) => field?.pageIndex === pageIndex && overlaps(toUserSpaceRect(page.box, field.box), rect),
    );
    return isTaken ? [] : [{ pageIndex, box }];
  });
  const left = drawMarks(revision, pages, { link, places: free });
  return free.map(({ pageIndex }) => pageIndex).filter((pageIndex) => !left.includes(pageIndex));
}

/** Whether any signature field is filled. */
export function hasSignature(document: PdfDocument, form: FormFields): boolean {
  return form.fields.some((field) => field.type === "Sig" && document.dict(field.value, field.valueBytes) !== null);
}

function assertNotCertified(document: PdfDocument): void {
  if (certificationInCatalog(document) !== null) {
    throw new PdfError("locked", "the file is certified");
  }
}

/** Every serious verifier, including ours, would report such a file as modified after its earlier signatures. */
function assertNothingCovered(
  document: PdfDocument,
  pages: readonly PdfPage[],
  fields: readonly PreparedField[],
): void {
  for (const field of fields) {
    const { field: element } = field;
    if (element === null) {
      continue;
    }
    const { box, object } = pageOf(pages, field);
    const rect = toUserSpaceRect(box, element.box);
    const annots = document.array(object.value.entries.get("Annots"), object.bytes);
    if (visibleAnnotations(document, annots).some((seen) => overlaps(seen.rect, rect))) {
      throw new PdfError("covers_annotation", `${element.fieldId} on page ${element.pageIndex + 1}`);
    }
  }
}

/** Invisible fields are attached to the first page, because a widget must be an annotation of some page. */
function pageOf(pages: readonly PdfPage[], { field, name }: PreparedField): PdfPage {
  const page = pages[field?.pageIndex ?? 0];
  if (page === undefined) {
    throw new PdfError("no_page", `no page ${field?.pageIndex ?? 0} for ${name}`);
  }
  if (field !== null && !isInside(page.box, field.box)) {
    throw new RangeError(`the box of ${name} is not on its page`);
  }
  return page;
}
