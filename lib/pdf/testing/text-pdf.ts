import { pdfOf, stream } from "./hand-written-pdf";

/** A text and its start position, in points from the lower left corner of its page. */
export type TextAt = readonly [x: number, y: number, text: string];

/** Letter pages with these texts in Helvetica of 12 points. */
export function textPdf(pages: readonly (readonly TextAt[])[]): Buffer {
  const kids = pages.map((_, index) => `${4 + index * 2} 0 R`).join(" ");
  return pdfOf([
    "<</Type/Catalog/Pages 2 0 R>>",
    `<</Type/Pages/Count ${pages.length}/Kids[${kids}]>>`,
    "<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>",
    ...pages.flatMap((texts, index) => [
      `<</Type/Page/Parent 2 0 R/MediaBox[0 0 612 792]/Resources<</Font<</F 3 0 R>>>>/Contents ${5 + index * 2} 0 R>>`,
      stream("", texts.map(([x, y, text]) => `BT /F 12 Tf ${x} ${y} Td (${text}) Tj ET`).join("\n")),
    ]),
  ]);
}
