import { expect, test } from "vitest";
import { startPdfium } from "@/lib/engine/pages/pdfium";
import { startPdfjs } from "@/lib/engine/second-reader/pdfjs";
import { readWithPdfjs } from "@/lib/engine/second-reader/read-page";
import { fromBuffer } from "@/lib/pdf/syntax/byte-source";
import { one, seven } from "@/lib/pdf/testing/font-programs";
import { trueTypeOf, type Shape } from "@/lib/pdf/testing/hand-written-font";
import { pdfOf, stream } from "@/lib/pdf/testing/hand-written-pdf";
import { compareReaders } from "./compare-readers";
import { readFacts } from "./page-facts";
import { readWithPdfium } from "./pdfium-reading";

const pdfium = await startPdfium();
const pdfjs = await startPdfjs();
const task = { maxPages: 10, budgetMs: 20_000 };

const stop: Shape = [
  [200, 0],
  [200, 110],
  [310, 110],
  [310, 0],
];
const nothing: Shape = [
  [200, 0],
  [200, 1],
  [201, 1],
];
const moved = (outline: Shape, x: number, y: number): Shape => outline.map(([left, bottom]) => [left + x, bottom + y]);

/** Lines with the digits a and stops b. The letter c appears once among them. */
function pageWith(letter: Shape, { sizePt = 10, before = "" } = {}): Buffer {
  const program = trueTypeOf([{ outline: one }, { outline: stop }, { outline: letter }]);
  const lines = ["aaabaa", "aacbaa", "abaaab"].map(
    (line, at) => `1 0 0 1 40 ${100 + at * sizePt * 1.2} Tm (${line}) Tj`,
  );
  return pdfOf([
    "<</Type/Catalog/Pages 2 0 R>>",
    "<</Type/Pages/Kids[3 0 R]/Count 1/Resources<</Font<</F 5 0 R>>>>>>",
    "<</Type/Page/Parent 2 0 R/MediaBox[0 0 300 400]/Contents 4 0 R>>",
    stream("", `${before} BT /F ${sizePt} Tf ${lines.join(" ")} ET`),
    "<</Type/Font/Subtype/TrueType/BaseFont/ABCDEF+Own/FirstChar 97/LastChar 99/Widths[600 600 600]/FontDescriptor 6 0 R>>",
    "<</Type/FontDescriptor/FontName/ABCDEF+Own/Flags 4/FontBBox[0 -200 1000 1000]/ItalicAngle 0/Ascent 800/Descent -200/CapHeight 700/StemV 80/FontFile2 7 0 R>>",
    stream(`/Length1 ${program.length}`, program.toString("latin1")),
  ]);
}

const facts = {
  pdfium: (bytes: Buffer) => readFacts(readWithPdfium(pdfium), fromBuffer(bytes), task),
  pdfjs: (bytes: Buffer) => readFacts(readWithPdfjs(pdfjs), fromBuffer(bytes), task),
};

const dark = "0 0 300 400 re f 1 g";

const ofSizes: [string, Shape, Shape, number[]][] = [
  ["a digit that is missing", one, nothing, [6, 8, 9, 10, 12, 24]],
  ["a full stop that is missing", stop, nothing, [10, 11, 12, 24]],
  ["a digit that is higher", one, moved(one, 0, 500), [8, 10, 12, 24]],
  ["a digit that is moved along its line", one, moved(one, 280, 0), [8, 10, 12, 24]],
  ["another digit", one, seven, [6, 8, 9.5, 12, 24, 36]],
];
/** The smallest size is the hardest to see. */
const quick = ofSizes.map(([what, shown, other, sizes]) => [what, shown, other, sizes.slice(0, 1)] as const);
const otherSizes = ofSizes.map(
  ([what, shown, other, sizes]) => [`@exhaustive ${what}`, shown, other, sizes.slice(1)] as const,
);

test.each([...quick, ...otherSizes])(
  "detects %s when only one letter of the page differs",
  async (_, shown, other, sizes) => {
    const missed: unknown[] = [];
    for (const sizePt of sizes)
      for (const before of ["", dark]) {
        const [first, second] = [pageWith(shown, { sizePt, before }), pageWith(other, { sizePt, before })];
        for (const [one, two] of [
          [first, second],
          [second, first],
        ] as const) {
          const { differences } = await compareReaders(await facts.pdfium(one), await facts.pdfjs(two));
          if (differences[0]?.code !== "picture") missed.push([sizePt, before, one === first]);
        }
      }
    expect(missed).toEqual([]);
  },
);

test.each([
  ["5 and 12.7 pt", [5, 12.7]],
  ["@exhaustive any size", [5, 6.3, 8, 9.5, 10, 12.7, 17, 31, 60]],
])("accepts identical letters of %s, on white and on black", async (_name, sizes) => {
  for (const sizePt of sizes)
    for (const before of ["", dark]) {
      const page = pageWith(seven, { sizePt, before });
      expect((await compareReaders(await facts.pdfium(page), await facts.pdfjs(page))).differences).toEqual([]);
    }
});
