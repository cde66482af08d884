import { deflateSync } from "node:zlib";
import { describe, expect, test } from "vitest";
import { PdfDocument } from "@/lib/pdf/document";
import { fillField } from "@/lib/pdf/fields/fill";
import { findUnfilledFields } from "@/lib/pdf/fields/find-fields";
import { prepareDocument } from "@/lib/pdf/fields/prepare";
import { inputFieldName } from "@/lib/pdf/fields/prepared-field";
import { SharedImages } from "@/lib/pdf/images/shared-images";
import { readPages } from "@/lib/pdf/pages";
import { Revision } from "@/lib/pdf/revision";
import { fromBuffer } from "@/lib/pdf/syntax/byte-source";
import { makePdf, type FixturePage } from "@/lib/pdf/testing/make-pdf";
import { darkBox, qpdfCheck, renderPage } from "@/lib/pdf/testing/outside-tools";
import type { FieldType } from "@/lib/platform/field-rules/details";
import { alignments, plainStyle, type TextStyle } from "@/lib/platform/geometry/field-text";
import { displaySize, type Box, type PageBox } from "@/lib/platform/geometry/placement";
import { only } from "@/lib/testing/representatives";
import type { FieldContent } from "./appearance";

const FILE_UUID = "0198f7a2-1111-4222-8333-444455556666";

/** A blank page, so that every dark pixel belongs to the appearance. */
function blankPage(page: FixturePage): Buffer {
  const pdf = makePdf({ pages: [page] }).toString("latin1");
  return Buffer.from(pdf.replace(/\(Page 1\)/, "(      )"), "latin1");
}

interface Item {
  type: FieldType;
  box: Box;
  content: FieldContent;
}

/** The page with each item filled, like the second and later elements of a signer. */
function fill(base: Buffer, items: readonly Item[]): Buffer {
  const elements = items.map(({ type, box }, index) => ({ fieldId: index, type, pageIndex: 0, box }));
  const carrier = {
    fieldId: 99,
    type: "signature" as const,
    pageIndex: 0,
    box: items[0]?.box ?? { leftPt: 0, topPt: 0, widthPt: 1, heightPt: 1 },
  };
  const signers = [{ signRequestId: 1, fields: [carrier, ...elements] }];
  const plan = { fileUuid: FILE_UUID, signers, maxPages: 9, expectedSha256: null };
  const prepared = Buffer.concat([base, prepareDocument(fromBuffer(base), plan).tail]);
  const document = PdfDocument.open(fromBuffer(prepared));
  const revision = new Revision(document);
  const black = { width: 4, height: 4, rgb: deflateSync(Buffer.alloc(48)), alpha: null };
  const images = new SharedImages(revision, { black });
  const fields = findUnfilledFields(
    document,
    items.map((_, index) => inputFieldName(FILE_UUID, 1, index)),
  );
  items.forEach(({ content }, index) => {
    const field = fields.get(inputFieldName(FILE_UUID, 1, index));
    if (field !== undefined) {
      fillField(revision, field, content, images);
    }
  });
  return Buffer.concat([prepared, revision.build()]);
}

function pageBoxOf(pdf: Buffer): PageBox {
  return only(readPages(PdfDocument.open(fromBuffer(pdf)), { maxPages: 1 })).box;
}

/**
 * Rotation, crop and unit combined: the subject of docs/spec/signing.md#page-geometry. The quick run takes
 * two rotations, each with another box.
 */
const PAGES = ([0, 90, 180, 270] as const).flatMap((rotate) => [
  { rotate },
  { rotate, cropBox: [50, 60, 450, 560] as const },
  // Poppler takes the whole width when one edge of a CropBox is outside; MuPDF and PDFium intersect, as we do.
  { rotate, mediaBox: [-100, -50, 500, 450] as const, cropBox: [-200, -20, 700, 400] as const },
  { rotate, userUnit: 2 },
  { rotate, userUnit: 0.5, cropBox: [100, 100, 500, 700] as const },
]);

const NAMED = PAGES.map((page, index) => {
  const isQuick = index === 6 || index === 18;
  return [`${JSON.stringify(page)}${isQuick ? "" : " @exhaustive"}`, page] as const;
});

describe.each(NAMED)("on the page %s", (_name, page) => {
  const base = blankPage(page);
  const size = displaySize(pageBoxOf(base));
  // Poppler does not apply the UserUnit of a page.
  const pointsPerPixel = pageBoxOf(base).userUnit / 2;
  const box: Box = { leftPt: size.widthPt * 0.2, topPt: size.heightPt * 0.1, widthPt: 80, heightPt: 80 };

  test("an image is rendered by poppler in its box to within one point", () => {
    const content: FieldContent = { kind: "image", image: "black", lines: [] };
    const dark = darkBox(renderPage(fill(base, [{ type: "initial", box, content }]), 1));
    const expected = [box.leftPt, box.topPt, box.leftPt + box.widthPt, box.topPt + box.heightPt];
    const margin = 2;
    const drawn = (dark ?? []).map((pixels) => pixels * pointsPerPixel);
    expect(drawn).toHaveLength(4);
    drawn.forEach((points, index) => {
      const inset = index < 2 ? margin : -margin;
      expect(Math.abs(points - ((expected[index] ?? 0) + inset))).toBeLessThanOrEqual(1);
    });
  });

  test("text is upright inside its box", () => {
    const flat: Box = { ...box, widthPt: 100, heightPt: 20 };
    const content: FieldContent = { kind: "text", text: "llllllllll" };
    const pdf = fill(base, [{ type: "text", box: flat, content }]);
    const drawn = (darkBox(renderPage(pdf, 1)) ?? []).map((pixels) => pixels * pointsPerPixel);
    const [left = 0, top = 0, right = 0, bottom = 0] = drawn;
    expect(right - left).toBeGreaterThan(bottom - top);
    expect(left).toBeGreaterThanOrEqual(flat.leftPt - 1);
    expect(top).toBeGreaterThanOrEqual(flat.topPt - 1);
    expect(right).toBeLessThanOrEqual(flat.leftPt + flat.widthPt + 1);
    expect(bottom).toBeLessThanOrEqual(flat.topPt + flat.heightPt + 1);
    expect(qpdfCheck(pdf)).toBe(0);
  });
});

describe("a text with a set look", () => {
  const base = blankPage({});
  const box: Box = { leftPt: 100, topPt: 100, widthPt: 200, heightPt: 40 };
  const drawn = (text: string, style: TextStyle): number[] => {
    const pdf = fill(base, [{ type: "text", box, content: { kind: "text", text, style } }]);
    return (darkBox(renderPage(pdf, 1)) ?? []).map((pixels) => pixels / 2);
  };

  test("is drawn left-aligned, centred or right-aligned", () => {
    const [left, center, right] = alignments.map((alignment) => drawn("HHHH", { ...plainStyle, alignment }));
    expect(Math.abs((left?.[0] ?? 0) - 102)).toBeLessThan(2);
    expect(Math.abs(((center?.[0] ?? 0) + (center?.[2] ?? 0)) / 2 - 200)).toBeLessThan(1);
    expect(Math.abs((right?.[2] ?? 0) - 298)).toBeLessThan(2);
    expect(drawn("HHHH", plainStyle)).toEqual(left);
  });

  test("has the set size, even above 12 points, and shrinks to fit @exhaustive", () => {
    const heightAt = (fontSizePt: number, text = "H"): number => {
      const [, top = 0, , bottom = 0] = drawn(text, { ...plainStyle, fontSizePt });
      return bottom - top;
    };
    // The height of a capital letter is 0.714 em in Noto Sans.
    expect(Math.abs(heightAt(8) - 5.7)).toBeLessThan(0.8);
    expect(Math.abs(heightAt(24) - 17.1)).toBeLessThan(0.8);
    const [left = 0, top = 0, right = 0, bottom = 0] = drawn("A sentence that needs several lines", {
      ...plainStyle,
      fontSizePt: 36,
    });
    expect([left >= 99, top >= 99, right <= 301, bottom <= 141]).toEqual([true, true, true, true]);
  });
});

describe("content that is too long or too small stays inside", () => {
  const box: Box = { leftPt: 100, topPt: 100, widthPt: 60, heightPt: 24 };
  const long = "A name of very many words that no box of this size was ever made to hold, and yet it is all there";

  test.each<[FieldType, FieldContent]>([
    ["text", { kind: "text", text: long }],
    ["text", { kind: "text", text: "line\nline\nline\nline\nline\nline" }],
    ["text", { kind: "text", text: "Wwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwww" }],
    ["initial", { kind: "image", image: null, lines: [long, long, long] }],
    ["initial", { kind: "image", image: "black", lines: [long, long, long] }],
    ["name", { kind: "text", text: "Ζωή Łukasiewicz Nguyễn 王小明 محمد" }],
    ["checkbox", { kind: "checkbox", isChecked: true }],
  ])("%s %j", (type, content) => {
    const pdf = fill(blankPage({}), [{ type, box, content }]);
    const [left = 0, top = 0, right = 0, bottom = 0] = darkBox(renderPage(pdf, 1)) ?? [];
    expect(right).toBeGreaterThan(0);
    expect(left / 2).toBeGreaterThanOrEqual(99.5);
    expect(top / 2).toBeGreaterThanOrEqual(99.5);
    expect(right / 2).toBeLessThanOrEqual(160.5);
    expect(bottom / 2).toBeLessThanOrEqual(124.5);
  });
});

test("draws nothing for an unticked box and an empty text", () => {
  const box: Box = { leftPt: 100, topPt: 100, widthPt: 60, heightPt: 24 };
  const other: Box = { ...box, topPt: 200 };
  const items: Item[] = [
    { type: "checkbox", box, content: { kind: "checkbox", isChecked: false } },
    { type: "text", box: other, content: { kind: "text", text: "" } },
  ];
  expect(darkBox(renderPage(fill(blankPage({}), items), 1))).toBeNull();
});

test("writes an image used by many fields only once", () => {
  const content: FieldContent = { kind: "image", image: "black", lines: [] };
  const items: Item[] = Array.from({ length: 10 }, (_, index) => ({
    type: "initial",
    box: { leftPt: 10, topPt: 10 + index * 40, widthPt: 60, heightPt: 30 },
    content,
  }));
  expect(
    fill(blankPage({}), items)
      .toString("latin1")
      .match(/\/Subtype\/Image/g),
  ).toHaveLength(1);
});

test("rejects a character that no font has instead of drawing a box", () => {
  const box: Box = { leftPt: 100, topPt: 100, widthPt: 60, heightPt: 24 };
  const content: FieldContent = { kind: "text", text: "\u{F0000}" };
  expect(() => fill(blankPage({}), [{ type: "text", box, content }])).toThrow(
    expect.objectContaining({ code: "glyph_missing" }),
  );
});
