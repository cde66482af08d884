import { describe, expect, test } from "vitest";
import { PdfDocument } from "@/lib/pdf/document";
import { readPages } from "@/lib/pdf/pages";
import { Revision } from "@/lib/pdf/revision";
import { fromBuffer } from "@/lib/pdf/syntax/byte-source";
import { pdfOf, stream } from "@/lib/pdf/testing/hand-written-pdf";
import { darkBox, qpdfCheck, renderPage } from "@/lib/pdf/testing/outside-tools";
import { only } from "@/lib/testing/representatives";
import { appendContent } from "./verification-mark";

/** A page of 200 by 200 points with a square of 20 points appended at its origin; null if nothing was appended. */
function appended(page: string, contents: string[], pages = ""): Buffer | null {
  const base = pdfOf([
    "<</Type/Catalog/Pages 2 0 R>>",
    `<</Type/Pages/Kids[3 0 R]/Count 1${pages}>>`,
    `<</Type/Page/Parent 2 0 R/MediaBox[0 0 200 200]${page}>>`,
    ...contents.map((content) => stream("", content)),
  ]);
  const document = PdfDocument.open(fromBuffer(base));
  const revision = new Revision(document);
  const first = only(readPages(document, { maxPages: 1 }));
  const form = revision.addStream("/Type/XObject/Subtype/Form/BBox[0 0 20 20]/Resources<<>>", "0 g 0 0 20 20 re f");
  const done = appendContent(revision, first, form, (name) => `/Artifact BMC q /${name} Do Q EMC\n`);
  return done ? Buffer.concat([base, revision.build()]) : null;
}

/** Left, top, right and bottom of the ink, in points. */
function ink(pdf: Buffer | null): number[] {
  expect(qpdfCheck(pdf ?? Buffer.alloc(0))).toBe(0);
  const picture = renderPage(pdf ?? Buffer.alloc(0), 1);
  return (darkBox(picture) ?? []).map((value) => Math.round((value * 200) / picture.width));
}

const corner = [0, 180, 20, 200];

describe("content appended to a page is drawn in the page's first graphics state", () => {
  test.each([
    ["without content", "", []],
    ["whose content scales and turns without restoring", "/Contents 4 0 R", ["q 3 0 0 3 50 50 cm q 0 1 -1 0 0 0 cm"]],
    ["whose content is in two streams", "/Contents[4 0 R 5 0 R]", ["q 9 0 0 9 9 9 cm", "Q 5 0 0 5 5 5 cm"]],
    ["with a name that is taken", "/Resources<</XObject<</ParaphMark 4 0 R>>>>", [""]],
  ])("of a page %s", (_what, page, contents) => {
    expect(ink(appended(page, contents))).toEqual(corner);
  });

  test("keeps the page's inherited resources", () => {
    const pdf = appended("/Contents 4 0 R", ["/Thin gs"], "/Resources<</ExtGState<</Thin<</LW 1>>>>>>");
    expect(ink(pdf)).toEqual(corner);
    expect(pdf?.toString("latin1")).toMatch(/\/Resources <<\/ExtGState<<\/Thin<<\/LW 1>>>>\n\/XObject <<\/ParaphMark/);
  });

  test.each([
    ["closes more states than it opens", "Q 2 0 0 2 0 0 cm"],
    ["leaves text open", "BT"],
    ["leaves marked content open", "/OC /Layer BDC"],
  ])("is refused where the content %s", (_what, content) => {
    expect(appended("/Contents 4 0 R", [content])).toBeNull();
  });
});
