import { deflateSync } from "node:zlib";
import type { FieldContent } from "@/lib/pdf/appearance/appearance";
import { PdfDocument } from "@/lib/pdf/document";
import { fillSignatureField } from "@/lib/pdf/fields/fill";
import { findUnfilledFields } from "@/lib/pdf/fields/find-fields";
import { writePreparation } from "@/lib/pdf/fields/prepare";
import { signatureFieldName } from "@/lib/pdf/fields/prepared-field";
import type { ImageXObject } from "@/lib/pdf/images/image-xobject";
import { SharedImages } from "@/lib/pdf/images/shared-images";
import { readPages } from "@/lib/pdf/pages";
import { Revision } from "@/lib/pdf/revision";
import { smallPdf } from "@/lib/pdf/small-pdf";
import { fromBuffer } from "@/lib/pdf/syntax/byte-source";
import { sampleKey } from "@/lib/platform/signature-appearance";

/** A signature field and its content. Images are PNGs, keyed by the names that the content uses. */
export interface AppearancePreview {
  widthPt: number;
  heightPt: number;
  content: FieldContent;
  images: Readonly<Record<string, Uint8Array>>;
}

const fileUuid = "00000000-0000-4000-8000-000000000000";

/**
 * Builds a one-page PDF that consists of a signature field, prepared and filled by the same code as real documents
 * but not signed. Throws PdfError `glyph_missing`.
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
  // Renderers draw the appearance even without a signature.
  fillSignatureField(
    revision,
    empty,
    revision.add("null"),
    content,
    new SharedImages(revision, { [sampleKey]: sampleInk(), ...images }),
  );
  return Buffer.concat([prepared, revision.build()]);
}

/** A pen stroke on a transparent background. */
function sampleInk(): ImageXObject {
  const [width, height] = [360, 120];
  const [rgb, alpha] = [Buffer.alloc(width * height * 3), Buffer.alloc(width * height)];
  for (let at = 0; at < width * height; at++) rgb.set([0x16, 0x2a, 0x72], at * 3);
  for (let step = 0; step <= 4000; step++) {
    const t = step / 4000;
    const x = 20 + t * 300 + 22 * Math.sin(t * 34);
    const y = 62 - (1 - t * 0.75) * 42 * Math.cos(t * 34 + 0.6) * (0.55 + 0.45 * Math.sin(t * 7));
    const radius = 1.6 + 1.2 * Math.abs(Math.sin(t * 21));
    for (let dy = -4; dy <= 4; dy++) {
      for (let dx = -4; dx <= 4; dx++) {
        const [column, row] = [Math.round(x) + dx, Math.round(y) + dy];
        if (column < 0 || column >= width || row < 0 || row >= height) continue;
        const ink = Math.round(255 * Math.min(1, Math.max(0, radius + 0.5 - Math.hypot(column - x, row - y))));
        alpha[row * width + column] = Math.max(alpha[row * width + column] ?? 0, ink);
      }
    }
  }
  return { width, height, rgb: deflateSync(rgb), alpha: deflateSync(alpha) };
}

function blankPage(widthPt: number, heightPt: number): Buffer {
  return smallPdf([
    "<</Type/Catalog/Pages 2 0 R>>",
    "<</Type/Pages/Kids[3 0 R]/Count 1>>",
    `<</Type/Page/Parent 2 0 R/MediaBox[0 0 ${widthPt} ${heightPt}]/Resources<<>>>>`,
  ]);
}
