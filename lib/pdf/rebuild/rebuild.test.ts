import { deflateSync } from "node:zlib";
import { describe, expect, test } from "vitest";
import { PdfDocument } from "@/lib/pdf/document";
import { readPages } from "@/lib/pdf/pages";
import { fromBuffer } from "@/lib/pdf/syntax/byte-source";
import { pdfOf, PLAIN, stream } from "@/lib/pdf/testing/hand-written-pdf";
import { qpdfCheck } from "@/lib/pdf/testing/outside-tools";
import { promoteDirectPages, rebuild } from "./rebuild";

describe("a file with unusable cross-reference data", () => {
  test("is rebuilt from the last object of each number", () => {
    const lost = Buffer.from(
      `${pdfOf(PLAIN)
        .toString("latin1")
        .replace(
          /startxref\n\d+/,
          "startxref\n9",
        )}\n3 0 obj\n<</Type/Page/Parent 2 0 R/MediaBox[0 0 70 80]>>\nendobj\n`,
      "latin1",
    );
    const mended = rebuilt(lost);
    expect(pagesOf(mended)).toEqual([{ x1: 70, y1: 80 }]);
    expect(qpdfCheck(mended)).toBe(0);
  });

  test("gets a header if it has none or has garbage before it", () => {
    const whole = pdfOf(PLAIN);
    for (const broken of [whole.subarray(9), Buffer.concat([Buffer.from("junk\n"), whole])]) {
      expect(pagesOf(rebuilt(broken))).toEqual([{ x1: 300, y1: 400 }]);
    }
  });

  test("is rebuilt from object streams too, even behind filters", () => {
    const inside = "2 0 3 40 ";
    const body = `${"<</Type/Pages/Kids[3 0 R]/Count 1>>".padEnd(40)}<</Type/Page/Parent 2 0 R/MediaBox[0 0 50 60]>>`;
    const packed = deflateSync(Buffer.from(inside + body, "latin1")).toString("latin1");
    const objects = [
      "<</Type/Catalog/Pages 2 0 R>>",
      "null",
      "null",
      stream(`/Type/ObjStm/N 2/First ${inside.length}/Filter/FlateDecode`, packed),
    ];
    expect(pagesOf(rebuilt(pdfOf(objects)))).toEqual([{ x1: 50, y1: 60 }]);
  });

  test("is refused without a catalog, and when a trailer has /Encrypt", () => {
    expect(() => rebuild(fromBuffer(Buffer.from("1 0 obj\n<</Type/Page>>\nendobj\nstartxref\n0\n")))).toThrow(
      expect.objectContaining({ code: "damaged" }),
    );
    expect(() => rebuild(fromBuffer(pdfOf(PLAIN, "/Encrypt 9 0 R")))).toThrow(
      expect.objectContaining({ code: "encrypted" }),
    );
  });

  test("is rebuilt or refused when truncated anywhere, without any other error", () => {
    const whole = pdfOf(PLAIN);
    for (let length = 0; length < whole.length; length += 3) {
      expect(["rebuilt", "refused"]).toContain(outcomeOf(whole.subarray(0, length)));
    }
  });
});

test("turns a page written inside its parent into an indirect object with /Parent", () => {
  const direct = pdfOf([
    "<</Type/Catalog/Pages 2 0 R>>",
    "<</Type/Pages/Kids[<</Type/Page/MediaBox[0 0 30 40]>> 3 0 R]/Count 2>>",
    "<</Type/Page/Parent 2 0 R/MediaBox[0 0 50 60]>>",
  ]);
  const tail = promoteDirectPages(PdfDocument.open(fromBuffer(direct)));
  const promoted = Buffer.concat([direct, tail ?? Buffer.alloc(0)]);
  expect(pagesOf(promoted)).toEqual([
    { x1: 30, y1: 40 },
    { x1: 50, y1: 60 },
  ]);
  expect(qpdfCheck(promoted)).toBe(0);
  expect(promoteDirectPages(PdfDocument.open(fromBuffer(pdfOf(PLAIN))))).toBeNull();
});

function rebuilt(bytes: Buffer): Buffer {
  const { head, start, tail } = rebuild(fromBuffer(bytes));
  return Buffer.concat([head, bytes.subarray(start), tail]);
}

function pagesOf(bytes: Buffer): { x1: number; y1: number }[] {
  return readPages(PdfDocument.open(fromBuffer(bytes)), { maxPages: 9 }).map(({ box: { x1, y1 } }) => ({ x1, y1 }));
}

function outcomeOf(bytes: Buffer): string {
  try {
    rebuilt(bytes);
    return "rebuilt";
  } catch (error) {
    return error instanceof Error && error.name === "PdfError" ? "refused" : String(error);
  }
}
