import { describe, expect, test } from "vitest";
import { makePdf } from "@/lib/pdf/testing/make-pdf";
import { qpdfCheck } from "@/lib/pdf/testing/outside-tools";
import { PdfDocument } from "./document";
import { editDict, Revision } from "./revision";
import { fromBuffer } from "./syntax/byte-source";

function open(bytes: Buffer): PdfDocument {
  return PdfDocument.open(fromBuffer(bytes));
}

function appendObject(bytes: Buffer): { bytes: Buffer; num: number } {
  const revision = new Revision(open(bytes));
  const num = revision.add("<</Hello (world)>>");
  revision.addStream("/X 1", Buffer.from("data"));
  return { bytes: Buffer.concat([bytes, revision.build()]), num };
}

describe.each(["table", "stream"] as const)("a revision of a file with a cross-reference %s", (xref) => {
  const base = makePdf({ pages: [{}, {}], xref });

  test("keeps the kind, can be repeated and is accepted by qpdf", () => {
    const first = appendObject(base);
    const second = appendObject(first.bytes);
    const document = open(second.bytes);
    expect(document.xrefSections.map(({ kind }) => kind)).toEqual([xref, xref, xref]);
    expect(document.load(first.num)?.bytes.toString("latin1")).toContain("(world)");
    expect(qpdfCheck(second.bytes)).toBe(0);
  });

  test("begins on its own line even when the file does not end with a line break", () => {
    const bare = base.subarray(0, base.length - 1);
    const { bytes } = appendObject(bare);
    expect(bytes.subarray(0, bare.length)).toEqual(bare);
    expect(qpdfCheck(bytes)).toBe(0);
  });

  test("copies the trailer's entries and changes only the second half of /ID", () => {
    const trailer = open(appendObject(base).bytes).trailer;
    const written = trailer.bytes.toString("latin1", trailer.value.start, trailer.value.end);
    expect(written).toMatch(/\/Root 1 0 R/);
    expect(written).toMatch(/\/ID\[<00112233445566778899aabbccddeeff><(?!00112233)[0-9a-f]{32}>\]/);
  });

  test("returns the offset of each object's body", () => {
    const revision = new Revision(open(base));
    const num = revision.add("(find me)");
    const tail = revision.build();
    expect(tail.toString("latin1", revision.bodyOffset(num), revision.bodyOffset(num) + 9)).toBe("(find me)");
    expect(() => revision.bodyOffset(num + 1)).toThrow(RangeError);
  });
});

test("copies unchanged entries byte for byte in an edit", () => {
  const entries = "/Odd [ 1 0 R%c\n (a\\)b) ]/Ke#79<</A/B>>";
  const bytes = makePdf({ pages: [{}], objects: [`<<${entries}/Gone 1/Set 2>>`] });
  const object = open(bytes).load(1000);
  if (object?.value.kind !== "dict") {
    throw new Error("the test's object is not a dictionary");
  }
  const edited = editDict({ ...object, value: object.value }, { Gone: null, Set: "(new)", Added: "true" });
  expect(edited).toBe("<</Odd [ 1 0 R%c\n (a\\)b) ]\n/Ke#79<</A/B>>\n/Set (new)\n/Added true\n>>");
});

test("gives no new object a number that the trailer already references, even if that object is missing", () => {
  const base = makePdf({ pages: [{}] });
  const next = open(base).maxObjectNumber + 1;
  const dangling = Buffer.from(
    base.toString("latin1").replace("/Root", `/AdditionalStreams[/x ${next} 0 R]/Root`),
    "latin1",
  );
  expect(appendObject(dangling).num).toBe(next + 1);
  expect(qpdfCheck(appendObject(dangling).bytes)).toBe(0);
});
