import { expect, test } from "vitest";
import { fromBuffer } from "@/lib/pdf/syntax/byte-source";
import { pdfOf, stream } from "@/lib/pdf/testing/hand-written-pdf";
import { comparisonSize } from "../pages/bitmap";
import { openWithPdfjs, startPdfjs } from "./pdfjs";
import { readWithPdfjs } from "./read-page";

const pdfjs = await startPdfjs();

interface Parts {
  content?: string;
  annots?: string;
  page?: string;
  catalog?: string;
}

const text = "BT /F 20 Tf 10 50 Td (Pay 100) Tj ET";

async function layersOf({ content = text, annots = "", page = "", catalog = "" }: Parts) {
  const bytes = pdfOf([
    `<</Type/Catalog/Pages 2 0 R${catalog}>>`,
    "<</Type/Pages/Kids[3 0 R]/Count 1>>",
    `<</Type/Page/Parent 2 0 R/MediaBox[0 0 100 100]/Resources<</Font<</F 5 0 R>>/Properties<</L 7 0 R>>>>/Contents 4 0 R/Annots[${annots}]${page}>>`,
    stream("", content),
    "<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>",
    stream("/Type/XObject/Subtype/Form/BBox[0 0 20 20]", "1 g 0 0 20 20 re f"),
    "<</Type/OCG/Name(x)>>",
  ]);
  const document = await readWithPdfjs(pdfjs)(fromBuffer(bytes));
  try {
    const layers = await document.layers?.(1);
    if (!layers) throw new Error("pdf.js draws annotations by themselves");
    return layers;
  } finally {
    await document.close();
  }
}

const stamp = "<</Type/Annot/Subtype/Stamp/F 4/Rect[70 70 90 90]/AP<</N 6 0 R>>>>";

test("the content of a page is independent of its annotations and of files opened before", async () => {
  const plain = await layersOf({});
  expect((await layersOf({ annots: stamp })).content).toBe(plain.content);
  await openWithPdfjs(
    pdfjs,
    fromBuffer(pdfOf(["<</Type/Catalog/Pages 2 0 R>>", "<</Type/Pages/Kids[]/Count 0>>"])),
  ).catch(() => undefined);
  expect((await layersOf({})).content).toBe(plain.content);
});

test.each<[string, Parts]>([
  ["a letter", { content: text.replace("100", "900") }],
  ["a place", { content: text.replace("10 50", "10 51") }],
  ["a box", { page: "/CropBox[0 0 100 90]" }],
  ["a rotation", { page: "/Rotate 180" }],
  ["a unit", { page: "/UserUnit 2" }],
  ["a layer that is off", { catalog: "/OCProperties<</OCGs[7 0 R]/D<</OFF[7 0 R]>>>>" }],
])("the content of a page changes with %s", async (_, parts) => {
  expect((await layersOf(parts)).content).not.toBe((await layersOf({})).content);
});

test("annotations are drawn without the content, white on a transparent ground", async () => {
  const { annotations } = await layersOf({ annots: stamp });
  const { width, height } = comparisonSize(100, 100);
  expect(annotations).toMatchObject({ width, height });
  const inked = Array.from({ length: width * height }, (_, at) => at).filter(
    (at) => annotations.pixels[at * 4 + 3] !== 0,
  );
  expect(inked).toHaveLength(400);
  expect(new Set(inked.map((at) => annotations.pixels.readUInt32LE(at * 4)))).toEqual(new Set([0xffffffff]));
});
