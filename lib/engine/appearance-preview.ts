import type { FieldContent } from "@/lib/pdf/appearance/appearance";
import { fromBuffer } from "@/lib/pdf/byte-source";
import { PdfDocument } from "@/lib/pdf/document";
import { signatureFieldName } from "@/lib/pdf/fields/field-names";
import { fillSignatureField } from "@/lib/pdf/fields/fill";
import { findUnfilledFields } from "@/lib/pdf/fields/find-fields";
import { writePreparation } from "@/lib/pdf/fields/prepare";
import type { ImageXObject } from "@/lib/pdf/images/image-xobject";
import { SharedImages } from "@/lib/pdf/images/shared-images";
import { readPages } from "@/lib/pdf/pages";
import { Revision } from "@/lib/pdf/revision";

/** A signature field and its content. Images are PNGs, by the key that the content names. */
export interface AppearancePreview {
  widthPt: number;
  heightPt: number;
  content: FieldContent;
  images: Readonly<Record<string, Uint8Array>>;
}

const fileUuid = "00000000-0000-4000-8000-000000000000";

/**
 * A PDF whose only page is a signature field, prepared and filled by the code that prepares and fills documents, but not signed. Throws PdfError
 * `glyph_missing`.
 */
export function previewAppearance({
  widthPt,
  heightPt,
  content,
  images,
}: Omit<AppearancePreview, "images"> & { images: Readonly<Record<string, ImageXObject>> }): Buffer {
  const blank = blankPage(widthPt, heightPt);
  const box = { leftPt: 0, topPt: 0, widthPt, heightPt };
  const field = { fieldId: 1, type: "signature" as const, pageIndex: 0, box };
  const document = PdfDocument.open(fromBuffer(blank));
  const { tail } = writePreparation(document, readPages(document, { maxPages: 1 }), {
    fileUuid,
    signers: [{ signRequestId: 1, fields: [field] }],
  });
  const prepared = Buffer.concat([blank, tail]);
  const revision = new Revision(PdfDocument.open(fromBuffer(prepared)));
  const name = signatureFieldName(fileUuid, 1);
  const empty = findUnfilledFields(revision.document, [name]).get(name);
  if (!empty) throw new Error("the preview has no signature field");
  // Renderers draw the appearance without a signature.
  fillSignatureField(revision, empty, revision.add("null"), content, new SharedImages(revision, images));
  return Buffer.concat([prepared, revision.build()]);
}

function blankPage(widthPt: number, heightPt: number): Buffer {
  const objects = [
    "<</Type/Catalog/Pages 2 0 R>>",
    "<</Type/Pages/Kids[3 0 R]/Count 1>>",
    `<</Type/Page/Parent 2 0 R/MediaBox[0 0 ${widthPt} ${heightPt}]/Resources<<>>>>`,
  ];
  let pdf = "%PDF-1.7\n";
  const rows = objects.map((object, index) => {
    const row = `${String(pdf.length).padStart(10, "0")} 00000 n \n`;
    pdf += `${index + 1} 0 obj\n${object}\nendobj\n`;
    return row;
  });
  const trailer = `trailer\n<</Size 4/Root 1 0 R>>\nstartxref\n${pdf.length}\n%%EOF\n`;
  return Buffer.from(`${pdf}xref\n0 4\n0000000000 65535 f \n${rows.join("")}${trailer}`, "latin1");
}
