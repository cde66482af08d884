import { describe, expect, test } from "vitest";
import { codeOf } from "@/lib/pdf/testing/code-of";
import { pdfOf } from "@/lib/pdf/testing/hand-written-pdf";
import { displaySize } from "@/lib/platform/geometry/placement";
import { PdfDocument } from "./document";
import { readPages, type PdfPage } from "./pages";
import { fromBuffer } from "./syntax/byte-source";

function pagesOf(objects: readonly string[], maxPages = 2000): PdfPage[] {
  return readPages(PdfDocument.open(fromBuffer(pdfOf(objects))), { maxPages });
}

const CATALOG = "<</Type/Catalog/Pages 2 0 R>>";

function onePage(entries: string, parent = ""): PdfPage | undefined {
  return pagesOf([CATALOG, `<</Type/Pages/Kids[3 0 R]/Count 1${parent}>>`, `<</Type/Page/Parent 2 0 R${entries}>>`])[0];
}

describe("the visible box of a page", () => {
  test("is CropBox within MediaBox, in any corner order", () => {
    expect(onePage("/MediaBox[600 800 0 0]/CropBox[-50 100 500 900]")?.box).toMatchObject({
      x0: 0,
      y0: 100,
      x1: 500,
      y1: 800,
    });
  });

  test("inherits missing inheritable entries from its ancestors", () => {
    const page = onePage("", "/MediaBox[0 0 200 100]/Rotate 90/UserUnit 3");
    expect(page?.box).toEqual({ x0: 0, y0: 0, x1: 200, y1: 100, rotation: 90, userUnit: 1 });
  });

  test.each(["", "/MediaBox[0 0 0 0]", "/MediaBox[1 2 3]", "/MediaBox[0 0 /A 4]", "/MediaBox 7"])(
    "is Letter for the degenerate '%s', as in other readers",
    (entries) => {
      expect(onePage(entries)?.box).toMatchObject({ x0: 0, y0: 0, x1: 612, y1: 792 });
    },
  );

  test("ignores a CropBox that leaves no area", () => {
    expect(onePage("/MediaBox[0 0 100 100]/CropBox[200 200 300 300]")?.box).toMatchObject({ x1: 100, y1: 100 });
  });

  test.each([
    [-90, 270],
    [450, 90],
    [180, 180],
    [89, 90],
  ])("reads /Rotate %i as %i", (written, rotation) => {
    expect(onePage(`/Rotate ${written}`)?.box.rotation).toBe(rotation);
  });

  test("is displayed in points: rotated and in its user unit", () => {
    const page = onePage("/MediaBox[0 0 200 100]/Rotate 270/UserUnit 2");
    expect(page && displaySize(page.box)).toEqual({ widthPt: 200, heightPt: 400 });
  });
});

describe("walking the tree", () => {
  test("ignores wrong counts", () => {
    const pages = pagesOf([
      CATALOG,
      "<</Type/Pages/Count -7/Kids[3 0 R 4 0 R]>>",
      "<</Type/Page>>",
      "<</Type/Pages/Count 99/Kids[5 0 R]>>",
      "<</Type/Page>>",
    ]);
    expect(pages.map((page) => page.object.num)).toEqual([3, 5]);
  });

  test("returns each page of a circular tree once", () => {
    const pages = pagesOf([
      CATALOG,
      "<</Type/Pages/Kids[3 0 R 2 0 R 3 0 R 4 0 R]>>",
      "<</Type/Page>>",
      "<</Type/Pages/Kids[2 0 R]>>",
    ]);
    expect(pages.map((page) => page.object.num)).toEqual([3]);
  });

  test("survives a tree ten thousand levels deep", () => {
    const levels = Array.from({ length: 10_000 }, (_, index) => `<</Type/Pages/Kids[${index + 3} 0 R]>>`);
    expect(pagesOf([CATALOG, ...levels, "<</Type/Page>>"])).toHaveLength(1);
  });

  test("does not multiply branches that share one array of children", () => {
    const nodes = Array.from({ length: 1000 }, () => "<</Type/Pages/Kids 3 0 R>>");
    const kids = nodes.map((_, index) => `${index + 4} 0 R`).join(" ");
    expect(codeOf(() => pagesOf([CATALOG, "<</Type/Pages/Kids 3 0 R>>", `[${kids}]`, ...nodes]))).toBe("too_large");
  });

  test("distinguishes too many pages, none, and a page that is not an object", () => {
    const two = [CATALOG, "<</Type/Pages/Kids[3 0 R 4 0 R]>>", "<</Type/Page>>", "<</Type/Page>>"];
    expect(codeOf(() => pagesOf(two, 1))).toBe("too_large");
    expect(codeOf(() => pagesOf([CATALOG, "<</Type/Pages/Kids[]>>"]))).toBe("no_page");
    expect(codeOf(() => pagesOf([CATALOG, "null"]))).toBe("no_page");
    expect(codeOf(() => pagesOf([CATALOG, "<</Type/Pages/Kids[<</Type/Page>>]>>"]))).toBe("damaged");
  });
});
