import { expect, test } from "vitest";
import { startPdfium } from "@/lib/engine/pages/pdfium";
import { startPdfjs } from "@/lib/engine/second-reader/pdfjs";
import { readWithPdfjs } from "@/lib/engine/second-reader/read-page";
import { fromBuffer } from "@/lib/pdf/syntax/byte-source";
import { one, seven } from "@/lib/pdf/testing/font-programs";
import { trueTypeOf, type Shape } from "@/lib/pdf/testing/hand-written-font";
import { pdfOf, stream } from "@/lib/pdf/testing/hand-written-pdf";
import { oneIn } from "@/lib/testing/representatives";
import { compareReaders } from "./compare-readers";
import { LetterSheets } from "./letter-sheets";
import { readFacts } from "./page-facts";
import { readWithPdfium } from "./pdfium-reading";

const pdfium = await startPdfium();
const pdfjs = await startPdfjs();
const task = { maxPages: 10, budgetMs: 20_000 };

interface Parts {
  content?: string;
  contentOfForm?: string;
  page?: string;
  /** Resources in addition to the font /F. */
  resources?: string;
  font?: string;
}

const embedded = (kind: string, entries: string): string =>
  `<</Type/Font/Subtype/${kind}/BaseFont/ABCDEF+Own${entries}/FontDescriptor 7 0 R>>`;
const simple = embedded("TrueType", "/FirstChar 97/LastChar 98/Widths[600 600]");
const compositeWith = (encoding: string): string =>
  `<</Type/Font/Subtype/Type0/BaseFont/ABCDEF+Own/Encoding${encoding}/DescendantFonts[${embedded("CIDFontType2", "/CIDToGIDMap/Identity/DW 600/CIDSystemInfo<</Registry(Adobe)/Ordering(Identity)/Supplement 0>>")}]>>`;

/** Two pages. The letter is the second glyph of an embedded font. */
function fileWith(
  letter: Shape,
  { content = "", contentOfForm = "", page = "", resources = "", font = simple }: Parts,
): Buffer {
  const program = trueTypeOf([{ outline: one }, { outline: letter }]);
  const pageOf = (contents: string, more: string): string =>
    `<</Type/Page/Parent 2 0 R/MediaBox[0 0 300 400]/Contents ${contents}${more}>>`;
  return pdfOf([
    "<</Type/Catalog/Pages 2 0 R>>",
    `<</Type/Pages/Kids[3 0 R 4 0 R]/Count 2/Resources<</Font<</F 6 0 R>>${resources}>>>>`,
    pageOf("9 0 R", ""),
    pageOf("5 0 R", page),
    stream("", content),
    font,
    "<</Type/FontDescriptor/FontName/ABCDEF+Own/Flags 4/FontBBox[0 -200 1000 1000]/ItalicAngle 0/Ascent 800/Descent -200/CapHeight 700/StemV 80/FontFile2 8 0 R>>",
    stream(`/Length1 ${program.length}`, program.toString("latin1")),
    stream("", font === simple ? "BT /F 10 Tf 40 300 Td (aaa) Tj ET" : ""),
    stream(
      "/Type/XObject/Subtype/Form/BBox[0 0 300 400]/PatternType 1/PaintType 1/TilingType 1/XStep 300/YStep 400",
      contentOfForm,
    ),
    stream(
      "",
      "/CMapName/X def /CMapType 1 def 1 begincodespacerange <00> <ff> endcodespacerange 1 begincidrange <60> <69> 0 endcidrange endcmap",
    ),
    stream("", "600 0 d0 100 0 400 700 re f"),
  ]);
}

/** The differences when PDFium reads a file with one letter and pdf.js the same file with another. */
async function differences(parts: Parts, first: Shape, second: Shape) {
  const one = await readFacts(readWithPdfium(pdfium), fromBuffer(fileWith(first, parts)), task);
  const other = await readFacts(readWithPdfjs(pdfjs), fromBuffer(fileWith(second, parts)), task);
  return (await compareReaders(one, other)).differences;
}

const shown = "BT /F 8 Tf 40 300 Td (aab) Tj ET";

test.each<[string, Parts]>(
  oneIn(5, [
    ["on the page", { content: shown }],
    ["among numbers", { content: "BT /F 8 Tf 40 300 Td [(a)-20(ab)] TJ ET" }],
    ["in hexadecimal digits", { content: "BT /F 8 Tf 40 300 Td <6162> Tj ET" }],
    ["on the next line", { content: "BT /F 8 Tf 40 300 Td (a) ' 0 0 (b) \" ET" }],
    ["after a state that was restored", { content: "BT /F 8 Tf ET q BT /N 9 Tf ET Q BT 40 300 Td (b) Tj ET" }],
    [
      "in the font of a state",
      { content: "/G gs BT 40 300 Td (b) Tj ET", resources: "/ExtGState<</G<</Font[6 0 R 8]>>>>" },
    ],
    ["as an outline", { content: "1 Tr BT /F 8 Tf 40 300 Td (b) Tj ET" }],
    ["in a form", { content: "/X Do", contentOfForm: shown, resources: "/XObject<</X 10 0 R>>" }],
    [
      "in a form, in the font of the page",
      {
        content: "BT /F 8 Tf ET /X Do",
        contentOfForm: "BT 40 300 Td (b) Tj ET",
        resources: "/XObject<</X 10 0 R>>",
      },
    ],
    [
      "in a pattern",
      {
        content: "/Pattern cs /P scn 0 0 300 400 re f",
        contentOfForm: shown,
        resources: "/Pattern<</P 10 0 R>>",
      },
    ],
    [
      "in an annotation",
      { contentOfForm: shown, page: "/Annots[<</Type/Annot/Subtype/Stamp/F 4/Rect[0 0 300 400]/AP<</N 10 0 R>>>>]" },
    ],
    ["in a composite font", { content: "BT /F 8 Tf 40 300 Td <00010002> Tj ET", font: compositeWith("/Identity-H") }],
    [
      "in a composite font with codes of a byte",
      { content: "BT /F 8 Tf 40 300 Td <6162> Tj ET", font: compositeWith(" 11 0 R") },
    ],
  ]),
)("detects a changed 8-point letter %s", async (_, parts) => {
  expect(await differences(parts, one, seven)).toEqual([{ code: "picture", page: 2 }]);
  expect(await differences(parts, seven, seven)).toEqual([]);
});

test("accepts a changed letter that is not shown", async () => {
  for (const content of ["BT /F 8 Tf 40 300 Td (aa) Tj ET", "3 Tr BT /F 8 Tf 40 300 Td (ab) Tj ET"])
    expect(await differences({ content }, one, seven)).toEqual([]);
});

test("accepts a letter that starts slightly to the side", async () => {
  const moved = (by: number): Shape => seven.map(([x, y]) => [x + by, y]);
  expect(await differences({ content: shown }, seven, moved(80))).toEqual([]);
  expect(await differences({ content: shown }, seven, moved(150))).toEqual([{ code: "picture", page: 2 }]);
});

test("detects a changed 8-point glyph in a Type 3 font", async () => {
  const glyphs = (b: string) => ({
    content: "BT /F 8 Tf 40 300 Td (ab) Tj ET",
    font: `<</Type/Font/Subtype/Type3/FontBBox[0 0 1000 1000]/FontMatrix[.001 0 0 .001 0 0]/CharProcs<</a 12 0 R/b ${b} 0 R>>/Encoding<</Differences[97/a/b]>>/FirstChar 97/LastChar 98/Widths[600 600]/Resources<<>>>>`,
  });
  const read = async (open: Parameters<typeof readFacts>[0], b: string) =>
    readFacts(open, fromBuffer(fileWith(one, glyphs(b))), task);
  const first = await read(readWithPdfium(pdfium), "12");
  expect((await compareReaders(first, await read(readWithPdfjs(pdfjs), "12"))).differences).toEqual([]);
  expect((await compareReaders(first, await read(readWithPdfjs(pdfjs), "99"))).differences).toEqual([
    { code: "picture", page: 2 },
  ]);
});

test("does not count a page whose letters could not be drawn in time", async () => {
  const source = fromBuffer(fileWith(seven, { content: shown }));
  const open = readWithPdfium(pdfium);
  const inTime = performance.now() + 20_000;
  const sheets = await LetterSheets.open(open, source, { mostPages: 2, until: inTime });
  expect(await sheets.of(2, 0)).toBeNull();
  expect(await sheets.of(2, inTime)).toEqual(Uint32Array.of(0, 1));
  expect(await sheets.of(3, inTime)).toBeNull();
  await sheets.close();
});
