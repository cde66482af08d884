import { fromBuffer, withTail, type ByteSource } from "@/lib/pdf/byte-source";
import { PdfDocument } from "@/lib/pdf/document";
import { PdfError } from "@/lib/pdf/errors";
import { sealFieldName } from "@/lib/pdf/fields/field-names";
import { readFields } from "@/lib/pdf/fields/fields";
import type { PreparedField } from "@/lib/pdf/fields/prepared-field";
import { writeFields } from "@/lib/pdf/fields/write-fields";
import { readPages } from "@/lib/pdf/pages";
import { Revision } from "@/lib/pdf/revision";
import { seal } from "./seal";
import type { ServiceSignature } from "./service-signature";
import type { CmsMaker } from "./sign-revision";

export interface ReportSeal extends Pick<ServiceSignature, "signedAt" | "name" | "reason" | "placeholderBytes"> {
  /** Of the document that the report is about; the seal's field is named after it. */
  fileUuid: string;
}

const mostPages = 10_000;

/** A report of ours with one invisible signature that locks every field (FieldMDP All). Throws PdfError `placeholder_too_small`. */
export async function sealReport(
  report: Buffer,
  { fileUuid, ...signature }: ReportSeal,
  makeCms: CmsMaker,
): Promise<Buffer> {
  const source = fromBuffer(report);
  const fieldName = sealFieldName(fileUuid);
  const prepared = prepareSeal(source, fieldName);
  const spec = { ...signature, fieldName, withdrawnFieldNames: [], expectedSha256: null };
  const { tail } = await seal(withTail(source, prepared), spec, makeCms);
  return Buffer.concat([report, prepared, tail]);
}

function prepareSeal(source: ByteSource, name: string): Buffer {
  const document = PdfDocument.open(source);
  const pages = readPages(document, { maxPages: mostPages });
  const [page] = pages;
  if (!page) throw new PdfError("no_page", "a report without a page");
  const revision = new Revision(document);
  const field: PreparedField = { name, role: "seal", signRequestId: null, element: null, locks: "all" };
  writeFields(revision, [{ field, page }], { pages, form: readFields(document), isSigned: false });
  return revision.build();
}
