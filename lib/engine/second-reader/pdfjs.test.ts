import type { PDFPageProxy } from "pdfjs-dist";
import { expect, test } from "vitest";
import { fromBuffer } from "@/lib/pdf/syntax/byte-source";
import { pdfOf, stream } from "@/lib/pdf/testing/hand-written-pdf";
import { comparisonSize } from "../pages/bitmap";
import { drawWholePixels, drawWithCanvas, openWithPdfjs, startPdfjs, takePixels, withPage } from "./pdfjs";

class Store {
  kept: unknown = null;
  resolve(_id: string, data: unknown = null): void {
    this.kept = data;
  }
}

test("expands an image from three bytes per pixel to four once, and leaves others unchanged", () => {
  const store = new Store();
  const page = { objs: store } as unknown as PDFPageProxy;
  drawWholePixels(page);
  drawWholePixels(page);
  store.resolve("img", {
    kind: 2,
    width: 2,
    height: 1,
    data: Uint8ClampedArray.of(1, 2, 3, 4, 5, 6),
    interpolate: true,
  });
  expect(store.kept).toEqual({
    kind: 3,
    width: 2,
    height: 1,
    data: Uint8ClampedArray.of(1, 2, 3, 255, 4, 5, 6, 255),
    interpolate: true,
  });
  const grey = { kind: 1, width: 8, height: 1, data: Uint8Array.of(170) };
  store.resolve("img", grey);
  expect(store.kept).toBe(grey);
  store.resolve("font");
  expect(store.kept).toBeNull();
});

test("draws a colour picture in the right colours down to the last row", async () => {
  const [width, height] = [10, 50];
  const colours = Array.from({ length: height }, (_, row) => [row * 5, 255 - row * 5, 40]);
  const picture = colours
    .map(([red = 0, green = 0, blue = 0]) => String.fromCharCode(red, green, blue).repeat(width))
    .join("");
  const pdf = pdfOf([
    "<</Type/Catalog/Pages 2 0 R>>",
    "<</Type/Pages/Kids[3 0 R]/Count 1>>",
    `<</Type/Page/Parent 2 0 R/MediaBox[0 0 ${width} ${height}]/Contents 4 0 R/Resources<</XObject<</P 5 0 R>>>>>>`,
    stream("", `q ${width} 0 0 ${height} 0 0 cm /P Do Q`),
    stream(
      `/Type/XObject/Subtype/Image/Width ${width}/Height ${height}/BitsPerComponent 8/ColorSpace/DeviceRGB`,
      picture,
    ),
  ]);
  const pdfjs = await startPdfjs();
  const document = await openWithPdfjs(pdfjs, fromBuffer(pdf));
  const { drawn, kind } = await withPage(document, 1, async (page) => {
    const canvas = await drawWithCanvas(pdfjs.library, page, comparisonSize);
    const [[, picture] = []] = [...(page.objs as Iterable<[string, { kind: number }]>)];
    return { drawn: { width: canvas.width, height: canvas.height, pixels: takePixels(canvas) }, kind: picture?.kind };
  });
  await document.loadingTask.destroy();
  expect(kind).toBe(pdfjs.library.ImageKind.RGBA_32BPP);
  const [across, down] = [drawn.width / width, drawn.height / height];
  colours.forEach((colour, row) => {
    const at = (Math.floor((row + 0.5) * down) * drawn.width + Math.floor(5 * across)) * 4;
    expect([...drawn.pixels.subarray(at, at + 3)]).toEqual(colour);
  });
});
