import { expect, test } from "vitest";
import { PdfDocument } from "@/lib/pdf/document";
import { readPages } from "@/lib/pdf/pages";
import { findShadowContent, UPLOAD_LOOK } from "@/lib/pdf/shadow/find-shadow-content";
import { fromBuffer } from "@/lib/pdf/syntax/byte-source";
import { cffOf, charstring, one, seven, type1Glyph, type1Of } from "@/lib/pdf/testing/font-programs";
import { trueTypeOf } from "@/lib/pdf/testing/hand-written-font";
import { pdfOf, stream } from "@/lib/pdf/testing/hand-written-pdf";

interface Parts {
  program: Buffer;
  key?: "FontFile" | "FontFile2" | "FontFile3";
  encoding?: string;
  /** Replaces a simple font, with descriptor 6. */
  font?: string;
  code?: string;
  map?: Buffer;
}

function find({ program, key = "FontFile3", encoding = "", font, code = "31", map = Buffer.alloc(6) }: Parts) {
  const bytes = pdfOf([
    "<</Type/Catalog/Pages 2 0 R>>",
    "<</Type/Pages/Kids[3 0 R]/Count 1>>",
    "<</Type/Page/Parent 2 0 R/MediaBox[0 0 300 400]/Resources<</Font<</F 5 0 R>>>>/Contents 4 0 R>>",
    stream("", `BT /F 12 Tf 20 300 Td <${code}> Tj ET`),
    font ??
      `<</Type/Font/Subtype/Type1/BaseFont/ABCDEF+Own${encoding}/FirstChar 49/LastChar 49/Widths[600]/FontDescriptor 6 0 R>>`,
    `<</Type/FontDescriptor/FontName/ABCDEF+Own/Flags 32/${key} 7 0 R>>`,
    stream("/Subtype/Type1C", program.toString("latin1")),
    stream("", map.toString("latin1")),
  ]);
  const document = PdfDocument.open(fromBuffer(bytes));
  return findShadowContent(document, readPages(document, { maxPages: 9 }), UPLOAD_LOOK).map(({ code: found }) => found);
}

const glyphs = [charstring(one), charstring(seven)];
/** Bytes of an encoding table for the glyphs from 1. */
const codes = (...all: number[]): Buffer => Buffer.from([0, all.length, ...all]);
const cff = cffOf({ names: ["one", "seven"], glyphs, encoding: codes(0x30, 0x31) });
const named = (name: string): string => `/Encoding<</Differences[49/${name}]>>`;
const standard = "/Encoding StandardEncoding def";
const own = (name: string): string =>
  `/Encoding 256 array 0 1 255 {1 index exch /.notdef put} for dup 49 /${name} put readonly def`;
const type1 = (encoding: string): Buffer =>
  type1Of({
    glyphs: [
      ["one", type1Glyph(one)],
      ["seven", type1Glyph(seven)],
    ],
    encoding,
  }).program;
const composite = (kind: number, order: string, map: string): string =>
  `<</Type/Font/Subtype/Type0/BaseFont/ABCDEF+Own/Encoding/Identity-H/DescendantFonts[<</Type/Font/Subtype/CIDFontType${kind}/BaseFont/ABCDEF+Own/CIDSystemInfo<</Registry(Adobe)/Ordering(${order})/Supplement 0>>${map}/FontDescriptor 6 0 R>>]>>`;
const trueType = trueTypeOf([{ outline: one }, { outline: seven }]);
const keyed = cffOf({ names: [], glyphs, cids: [1, 2] });

test.each<[string, Parts]>([
  ["a name that a CFF program does not have, at a code that it has", { program: cff, encoding: named("nobody") }],
  [
    "a name that a Type 1 program does not have, at a code that it has",
    { program: type1(own("seven")), key: "FontFile", encoding: named("nobody") },
  ],
  [
    "a character that a CFF program does not have, at a code that it has",
    {
      program: cffOf({ names: ["two", "seven"], glyphs, encoding: codes(0x30, 0x31) }),
      encoding: "/Encoding/WinAnsiEncoding",
    },
  ],
  [
    "codes of a Type 1 program that are defined twice",
    { program: type1(`${own("seven")}\n${standard}`), key: "FontFile" },
  ],
  ["TrueType in the place of Type 1", { program: trueType, key: "FontFile" }],
  [
    "a map to the glyphs of CFF",
    { program: keyed, font: composite(0, "Identity", "/CIDToGIDMap 8 0 R"), code: "0001" },
  ],
  [
    "TrueType of a collection without a map to its glyphs",
    { program: trueType, key: "FontFile2", font: composite(2, "Japan1", ""), code: "0001" },
  ],
])("reports %s", (_, parts) => {
  expect(find(parts)).toEqual(["drawn_differently"]);
});

test.each<[string, Parts]>([
  ["a name that the program has at another code", { program: cff, encoding: named("one") }],
  [
    "a name that the program does not have, at a code that it does not have",
    { program: cffOf({ names: ["one", "seven"], glyphs, encoding: codes(0x30, 0x32) }), encoding: named("nobody") },
  ],
  ["codes of the program", { program: cff }],
  ["standard codes of a Type 1 program", { program: type1(standard), key: "FontFile" }],
  [
    "names of a Type 1 program whose codes are defined twice",
    { program: type1(`${own("seven")}\n${standard}`), key: "FontFile", encoding: named("one") },
  ],
  ["numbers of CFF", { program: keyed, font: composite(0, "Japan1", ""), code: "0001" }],
  [
    "TrueType of a collection with a map",
    { program: trueType, key: "FontFile2", font: composite(2, "Japan1", "/CIDToGIDMap 8 0 R"), code: "0001" },
  ],
  [
    "TrueType of no collection without a map",
    { program: trueType, key: "FontFile2", font: composite(2, "Identity", ""), code: "0001" },
  ],
])("accepts %s", (_, parts) => {
  expect(find(parts)).toEqual([]);
});
