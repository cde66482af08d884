import { beforeAll, describe, expect, test } from "vitest";
import { makeTestAuthority, type TestSigner } from "@/lib/pades/testing/certificates";
import { finding } from "@/lib/pades/verify/report/findings";
import { edit } from "@/lib/pades/verify/testing/edit-object";
import { append, signWith, verify } from "@/lib/pades/verify/testing/signed-files";
import { PdfDocument } from "@/lib/pdf/document";
import { fromBuffer } from "@/lib/pdf/syntax/byte-source";
import { pdfOf, stream } from "@/lib/pdf/testing/hand-written-pdf";

const content = (words: string): string => stream("", `BT /F1 24 Tf 20 300 Td (${words}) Tj ET`);
const widget = (name: string): string => `<</Type/Annot/Subtype/Widget/FT/Sig/T(${name})/F 132/P 3 0 R/Rect[0 0 0 0]>>`;
const page = (entries: string): string =>
  `<</Type/Page/Parent 2 0 R/MediaBox[0 0 300 400]/Resources<</Font<</F1 7 0 R>>>>/Contents 6 0 R${entries}>>`;
const objects = (entries: string, pages = ""): string[] => [
  "<</Type/Catalog/Pages 2 0 R/AcroForm 4 0 R>>",
  `<</Type/Pages/Kids[3 0 R]/Count 1${pages}>>`,
  page(entries),
  "<</Fields[5 0 R]>>",
  widget("Sig1"),
  content("Pay 100"),
  "<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>",
];

let stranger: TestSigner;
beforeAll(async () => {
  stranger = await (await makeTestAuthority()).issue("Grace Hopper");
});

describe("a file whose linearization dictionary leads to another section than startxref is never green:", () => {
  /**
   * A linearization dictionary that states a file size of `size` bytes, followed by a section that leads to another
   * catalog.
   */
  function linearized(size: number, before = "", write = (digits: string): string => `/L ${digits}`): Buffer {
    const [first, other] = [
      `${before}20 0 obj\n<</Linearized 1${write(String(size).padStart(8, "0"))}>>\nendobj\n`,
      "8 0 obj\n<</Type/Catalog/Pages 9 0 R>>\nendobj\n",
    ];
    const plain = pdfOf(objects("/Annots[5 0 R]")).toString("latin1");
    const head = plain.indexOf("1 0 obj");
    const section = `xref\n8 1\n0000000009 00000 n \ntrailer\n<</Size 21/Root 8 0 R>>\nstartxref\n0\n%%EOF\n${other}`;
    const moved = first.length + section.length;
    const text = plain.replace(
      /^(\d{10}) 00000 n/gm,
      (_row, offset: string) => `${String(Number(offset) + moved).padStart(10, "0")} 00000 n`,
    );
    const start = Number(/startxref\n(\d+)/.exec(plain)?.[1]) + moved;
    return Buffer.from(
      `${text.slice(0, head)}${first}${section}${text.slice(head)}`.replace(
        /startxref\n\d+\n%%EOF\n$/,
        `startxref\n${start}\n%%EOF\n`,
      ),
      "latin1",
    );
  }
  const signed = (size: number): Promise<Buffer> => signWith(linearized(size), "Sig1", stranger);

  test("at the size of the signed file", async () => {
    const { length } = await signed(0);
    expect(verify(await signed(0)).verdict).toBe("intact");
    expect(verify(await signed(length)).signatures[0]).toMatchObject({
      verdict: "modified",
      decidedBy: finding("linearized_elsewhere"),
    });
  });

  test("at the size that a later revision gives it", async () => {
    const grow = (bytes: Buffer): Buffer => append(bytes, (revision) => revision.add("<</Type/DSS>>"));
    const { length } = grow(await signed(0));
    expect(verify(grow(await signed(0))).verdict).toBe("intact_later_allowed");
    expect(verify(grow(await signed(length))).verdict).toBe("modified");
  });

  const long = "x".repeat(70_000);
  test.each<[string, before: string, write?: (digits: string) => string]>([
    ["behind a long comment", `%endobj ${long}\n`],
    ["behind much white space", `%endobj \n${" ".repeat(70_000)}`],
    ["behind a long string of its own", "", (digits) => `/X(endobj ${long})/L ${digits}`],
    ["with a minus between its digits", "", (digits) => `/L ${digits.slice(0, 6)}-${digits.slice(6)}`],
    ["as a power of ten", "", (digits) => `/L ${Number(digits) / 10}e1`],
    ["twice", "", (digits) => `/L ${digits}/L 7`],
  ])("at a size that is written %s", async (_what, before, write) => {
    const grow = (bytes: Buffer): Buffer => append(bytes, (revision) => revision.add("<</Type/DSS>>"));
    const { length } = grow(await signWith(linearized(0, before, write), "Sig1", stranger));
    const signedAt = (size: number): Promise<Buffer> => signWith(linearized(size, before, write), "Sig1", stranger);
    expect(verify(grow(await signedAt(length))).verdict).toBe("modified");
  });

  test("on the line of the header, where PDFium looks", async () => {
    const grow = (bytes: Buffer): Buffer => append(bytes, (revision) => revision.add("<</Type/DSS>>"));
    const onHeader = (size: number): Promise<Buffer> => {
      const text = linearized(size).toString("latin1").replace("%PDF-1.7\n", "%PDF-1.7 ");
      return signWith(Buffer.from(text, "latin1"), "Sig1", stranger);
    };
    const { length } = grow(await onHeader(0));
    expect(verify(grow(await onHeader(length))).verdict).toBe("modified");
  });

  test("at its size before it was signed", async () => {
    expect(verify(await signed(linearized(0).length)).verdict).toBe("modified");
  });
});

test("rejects a later revision that decides which of two objects with one number was signed", async () => {
  const plain = pdfOf([...objects("/Annots[5 0 R]"), content("Pay 999999")]).toString("latin1");
  const second = plain.replace("8 0 obj", "6 0 obj");
  const rows = [...plain.matchAll(/^\d{10} 00000 n $/gm)].map(([row]) => row);
  const doubled = second
    .replace(`${rows[7]}\n`, "")
    .replace("0 9\n", "0 8\n")
    .replace("trailer", `6 1\n${rows[7]}\ntrailer`);
  const bytes = await signWith(Buffer.from(doubled, "latin1"), "Sig1", stranger);
  const { startXref } = PdfDocument.open(fromBuffer(bytes));
  const decided = (row: string): Buffer =>
    Buffer.concat([
      bytes,
      Buffer.from(
        `xref\n${row}trailer\n<</Size 20/Root 1 0 R/Prev ${startXref}>>\nstartxref\n${bytes.length}\n%%EOF\n`,
        "latin1",
      ),
    ]);
  expect(verify(decided(`6 1\n${rows[5]}\n`)).signatures[0]).toMatchObject({
    verdict: "modified",
    decidedBy: finding("revision_decides_ambiguity"),
  });
});

test.each([
  ["gets annotations of its own", "", "[8 0 R]"],
  ["loses its empty list", "/Annots[]", null],
])("a page that %s no longer shows those of its page tree in pdf.js", async (_what, entries, annots) => {
  const drawn = [
    "<</Type/Annot/Subtype/Stamp/F 4/Rect[20 150 200 250]/AP<</N 9 0 R>>>>",
    stream("/Type/XObject/Subtype/Form/BBox[0 0 9 9]", "0 0 9 9 re f"),
  ];
  const change = (bytes: Buffer): Buffer =>
    append(bytes, (revision, document) => {
      const field = revision.add(widget("Sig2"));
      edit(4, { Fields: `[5 0 R ${field} 0 R]` })(revision, document);
      edit(3, { Annots: annots && `[${field} 0 R]` })(revision, document);
    });
  const sign = (pages: string): Promise<Buffer> =>
    signWith(pdfOf([...objects(entries, pages), ...drawn]), "Sig1", stranger);
  expect(verify(change(await sign(""))).verdict).toBe("intact_later_allowed");
  expect(verify(change(await sign("/Annots[8 0 R 5 0 R]"))).verdict).toBe("modified");
});
