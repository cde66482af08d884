import { expect, test } from "vitest";
import { startPdfium } from "@/lib/engine/pages/pdfium";
import { startPdfjs } from "@/lib/engine/second-reader/pdfjs";
import { readWithPdfjs } from "@/lib/engine/second-reader/read-page";
import { fromBuffer } from "@/lib/pdf/syntax/byte-source";
import { trueTypeOf } from "@/lib/pdf/testing/hand-written-font";
import { pdfOf, stream } from "@/lib/pdf/testing/hand-written-pdf";
import { compareReaders } from "./compare-readers";
import { readFacts } from "./page-facts";
import { readWithPdfium } from "./pdfium-reading";

const pdfium = await startPdfium();
const pdfjs = await startPdfjs();
const task = { maxPages: 10, budgetMs: 20_000 };

const bar = [
  [100, 0],
  [100, 700],
  [300, 700],
  [300, 0],
] as const;
const dot = [
  [100, 0],
  [100, 90],
  [190, 90],
  [190, 0],
] as const;

// TrueType instructions.
const alongY = 0x00;
const setCoordinate = 0x48;
const measureSize = 0x4b;
const isEqual = 0x54;
const [whenTrue, endWhen] = [0x58, 0x59];
const [defineFunction, callFunction, endFunction] = [0x2c, 0x2b, 0x2d];
const [touchPoint, interpolate] = [0x2f, 0x30];
const pushByte = (value: number): number[] => [0xb0, value];
const pushWord = (value: number): number[] => [0xb8, (value >> 8) & 255, value & 255];
/** Moves the upper edge of an outline down to one pixel above its lower edge. */
const flatten = [alongY, ...[1, 2].flatMap((point) => [...pushByte(point), ...pushWord(64), setCoordinate])];
const drop = [alongY, ...[0, 1, 2, 3].flatMap((point) => [...pushByte(point), ...pushWord(-6400), setCoordinate])];
const atSize = (size: number, then: readonly number[]): number[] => [
  measureSize,
  ...pushByte(size),
  isEqual,
  whenTrue,
  ...then,
  endWhen,
];

function pageWith(program: Buffer, sizePt: number): Buffer {
  return pdfOf([
    "<</Type/Catalog/Pages 2 0 R>>",
    "<</Type/Pages/Kids[3 0 R]/Count 1/Resources<</Font<</F 5 0 R>>>>>>",
    "<</Type/Page/Parent 2 0 R/MediaBox[0 0 300 400]/Contents 4 0 R>>",
    stream("", `BT /F ${sizePt} Tf 40 100 Td (aba) Tj ET`),
    "<</Type/Font/Subtype/TrueType/BaseFont/ABCDEF+Own/FirstChar 97/LastChar 98/Widths[600 600]/FontDescriptor 6 0 R>>",
    "<</Type/FontDescriptor/FontName/ABCDEF+Own/Flags 4/FontBBox[0 -200 1000 1000]/ItalicAngle 0/Ascent 800/Descent -200/CapHeight 700/StemV 80/FontFile2 7 0 R>>",
    stream(`/Length1 ${program.length}`, program.toString("latin1")),
  ]);
}

async function differences(bytes: Buffer) {
  const [one, other] = [
    await readFacts(readWithPdfium(pdfium), fromBuffer(bytes), task),
    await readFacts(readWithPdfjs(pdfjs), fromBuffer(bytes), task),
  ];
  return compareReaders(one, other);
}

test.each<[string, readonly number[], Record<string, Buffer>?]>([
  ["a letter that is flattened", flatten],
  ["a letter that moves away", drop],
  ["a letter that is flattened at the only size that PDFium has", atSize(64, flatten)],
  [
    "a letter that calls a function",
    [...pushByte(0), callFunction],
    { fpgm: Buffer.from([...pushByte(0), defineFunction, ...flatten, endFunction]) },
  ],
])("names the page with %s at small sizes, whatever size the page uses", async (_, instructions, tables) => {
  const program = trueTypeOf([{ outline: bar, instructions }, { outline: bar }], tables);
  for (const sizePt of [9, 60]) {
    expect(await differences(pageWith(program, sizePt))).toEqual({
      compared: 1,
      of: 1,
      differences: [{ code: "picture", page: 1 }],
    });
  }
});

test("names the page with a full stop that vanishes", async () => {
  const program = trueTypeOf([{ outline: bar }, { outline: dot, instructions: drop }]);
  expect((await differences(pageWith(program, 12))).differences).toEqual([{ code: "picture", page: 1 }]);
});

test.each<[string, readonly number[]]>([
  ["instructions that round to pixels", [alongY, ...pushByte(1), touchPoint, interpolate]],
  ["instructions for sizes that PDFium never asks for", atSize(12, flatten)],
  ["no instructions", []],
])("accepts %s", async (_, instructions) => {
  const program = trueTypeOf([{ outline: bar, instructions }, { outline: bar }]);
  expect((await differences(pageWith(program, 12))).differences).toEqual([]);
});

test("does not count a page whose letters could not be checked in time", async () => {
  const program = trueTypeOf([{ outline: bar, instructions: [...atSize(12, drop), ...pushByte(7)] }, { outline: bar }]);
  const reading = await readWithPdfium(pdfium)(fromBuffer(pageWith(program, 12)));
  expect(reading.changesGlyphs?.(1, 0)).toBeNull();
  await reading.close();
});
