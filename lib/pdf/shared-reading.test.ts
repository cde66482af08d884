import { describe, expect, test } from "vitest";
import { PdfDocument } from "./document";
import { Revision } from "./revision";
import { fromBuffer, prefixOf } from "./syntax/byte-source";
import { pdfOf, PLAIN } from "./testing/hand-written-pdf";

function rewritten(bytes: Buffer, body: string): Buffer {
  const revision = new Revision(PdfDocument.open(fromBuffer(bytes)));
  revision.replace(4, 0, body);
  return Buffer.concat([bytes, revision.build()]);
}

const base = pdfOf([...PLAIN, "(first)", "(kept)"]);
const changed = rewritten(base, "(second)");

const textOf = (document: PdfDocument, num: number): string | undefined => {
  const object = document.load(num);
  return object?.bytes.toString("latin1", object.value.start, object.value.end);
};

describe("an earlier revision opened from the final file", () => {
  test("contains its own objects and the shared ones", () => {
    const final = PdfDocument.open(fromBuffer(changed));
    expect([4, 5].map((num) => textOf(final, num))).toEqual(["(second)", "(kept)"]);
    const earlier = final.openPrefix(base.length);
    expect([4, 5].map((num) => textOf(earlier, num))).toEqual(["(first)", "(kept)"]);
    expect(earlier.load(5)).toBe(final.load(5));
  });

  test("equals one opened separately", () => {
    const [shared, own] = [
      PdfDocument.open(fromBuffer(changed)).openPrefix(base.length),
      PdfDocument.open(prefixOf(fromBuffer(changed), base.length)),
    ];
    const entries = (document: PdfDocument) => Array.from({ length: 8 }, (_, num) => document.entry(num));
    expect(entries(shared)).toEqual(entries(own));
    expect(shared.xrefSections).toEqual(own.xrefSections);
    expect(shared.maxObjectNumber).toBe(own.maxObjectNumber);
  });

  test("is refused when its end truncates the table", () => {
    const final = PdfDocument.open(fromBuffer(changed));
    for (let cut = base.length - 1; cut > base.length - 200; cut -= 7) {
      const alone = outcomeOf(() => PdfDocument.open(prefixOf(fromBuffer(changed), cut)));
      expect(outcomeOf(() => final.openPrefix(cut))).toBe(alone);
    }
  });

  test("ignores a table with more entries than fit into it", () => {
    const lying = Buffer.from(base.toString("latin1").replace("xref\n0 6\n", "xref\n0 60\n"), "latin1");
    const long = rewritten(lying, `(${"x".repeat(1000)})`);
    const alone = outcomeOf(() => PdfDocument.open(prefixOf(fromBuffer(long), lying.length)));
    expect(outcomeOf(() => PdfDocument.open(fromBuffer(long)).openPrefix(lying.length))).toBe(alone);
  });
});

function outcomeOf(open: () => PdfDocument): string {
  try {
    return `opened ${open().maxObjectNumber}`;
  } catch (error) {
    return String(error);
  }
}
