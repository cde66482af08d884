import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { PdfEngine } from "@/lib/engine/engine";
import { startEngine } from "@/lib/engine/pool";
import { markSizes } from "@/lib/pdf/marks/mark-sizes";
import { pdfOf, stream } from "@/lib/pdf/testing/hand-written-pdf";

let engine: PdfEngine;
let folder: string;
beforeAll(() => {
  engine = startEngine({ distDir: path.join(process.cwd(), "dist"), maxPdfBytes: 1e8, threads: 1 });
  folder = mkdtempSync(path.join(tmpdir(), "margins-"));
});
afterAll(async () => {
  await engine.close();
  rmSync(folder, { recursive: true });
});

/** Pages of 600 by 800 points. */
async function marginsOf(
  contents: string[],
  taken: { page: number; leftPt: number; topPt: number; widthPt: number; heightPt: number }[] = [],
) {
  const kids = contents.map((_, index) => `${4 + index * 2} 0 R`).join(" ");
  const pdf = pdfOf([
    "<</Type/Catalog/Pages 2 0 R>>",
    `<</Type/Pages/Kids[${kids}]/Count ${contents.length}/MediaBox[0 0 600 800]/Resources<</Font<</F 3 0 R>>>>>>`,
    "<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>",
    ...contents.flatMap((content, index) => [
      `<</Type/Page/Parent 2 0 R/Contents ${5 + index * 2} 0 R>>`,
      stream("", content),
    ]),
  ]);
  const place = path.join(folder, "pages.pdf");
  writeFileSync(place, pdf);
  const { margins } = await engine.freeMargins([{ path: place, size: pdf.length }], {
    sizes: markSizes,
    taken,
    maxPages: 10,
  });
  return margins.map(({ page, left, top, width }) => [
    page,
    Math.round(left * 600),
    Math.round(top * 800),
    Math.round(width * 600),
  ]);
}

const bottomRight = [600 - 14 - 159, 800 - 14 - 45];

test("picks the bottom right, and another margin when a drawing, a hairline or a field is in the way", async () => {
  expect(
    await marginsOf(
      ["", "0 g 430 20 10 10 re f", "0.1 w 0 40 m 600 40 l S", ""],
      [{ page: 4, leftPt: 450, topPt: 760, widthPt: 100, heightPt: 30 }],
    ),
  ).toEqual([
    [1, ...bottomRight, 159],
    [2, 14, bottomRight[1], 159],
    [3, bottomRight[0], 14, 159],
    [4, 14, bottomRight[1], 159],
  ]);
});

test("counts invisible text as text, and finds no place on a page without a margin", async () => {
  const hidden = "BT 3 Tr /F 12 Tf 440 30 Td (under a scan) Tj ET";
  expect(await marginsOf([hidden, "0.8 g 0 0 600 800 re f", "0 g 0 0 600 70 re f 0 730 600 70 re f"])).toEqual([
    [1, 14, bottomRight[1], 159],
  ]);
});
