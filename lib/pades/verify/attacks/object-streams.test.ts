import { beforeAll, describe, expect, test } from "vitest";
import { makeTestAuthority, type TestSigner } from "@/lib/pades/testing/certificates";
import { finding } from "@/lib/pades/verify/report/findings";
import { signWith, verify } from "@/lib/pades/verify/testing/signed-files";
import { PdfDocument } from "@/lib/pdf/document";
import { fromBuffer } from "@/lib/pdf/syntax/byte-source";
import { packedPdfOf, stream } from "@/lib/pdf/testing/hand-written-pdf";

const encoding = "/Encoding<</Type/Encoding/Differences[49/one]>>";
const font = `<</Type/Font/Subtype/Type1/BaseFont/Helvetica${encoding}>>`;
const pageWith = (fonts: string): string =>
  `<</Type/Page/Parent 1 0 R/MediaBox[0 0 300 400]/Annots[7 0 R]/Contents 3 0 R/Resources<</Font<<${fonts}>>>>>>`;
/** The widget, which signing rewrites, comes last, so that the others keep their indexes in a shorter object stream. */
const objectsWith = (fonts: string): string[] => [
  "<</Type/Pages/Kids[2 0 R]/Count 1>>",
  pageWith(fonts),
  stream("", "BT /F1 24 Tf 20 300 Td (Pay 100) Tj ET"),
  font,
  "<</Type/Catalog/Pages 1 0 R/AcroForm 6 0 R>>",
  "<</Fields[7 0 R]>>",
  "<</Type/Annot/Subtype/Widget/FT/Sig/T(Sig1)/F 132/P 2 0 R/Rect[10 10 110 60]>>",
];
const holder = 8;

let stranger: TestSigner;
beforeAll(async () => {
  stranger = await (await makeTestAuthority()).issue("Grace Hopper");
});

function signedWith(fonts = "/F1 4 0 R"): Promise<Buffer> {
  const base = packedPdfOf(objectsWith(fonts)).toString("latin1").replace("/Root 1 0 R", "/Root 5 0 R");
  return signWith(Buffer.from(base, "latin1"), "Sig1", stranger);
}

function bigEndian(value: number, width: number): string {
  const bytes = Buffer.alloc(width);
  bytes.writeUIntBE(value, 0, width);
  return bytes.toString("latin1");
}

/** Rewrites the object stream under its number, with its objects at their indexes. */
function withStreamAnew(signed: Buffer, packed: readonly (readonly [num: number, body: string])[]): Buffer {
  const { startXref, maxObjectNumber } = PdfDocument.open(fromBuffer(signed));
  const section = maxObjectNumber + 1;
  let at = 0;
  const slots = packed.map(([num, body]) => {
    const slot = `${num} ${at}`;
    at += body.length + 1;
    return slot;
  });
  const head = `${slots.join(" ")} `;
  const data = head + packed.map(([, body]) => body).join(" ");
  const added = `${holder} 0 obj\n${stream(`/Type/ObjStm/N ${packed.length}/First ${head.length}`, data)}\nendobj\n`;
  const start = signed.length + added.length;
  const rows = [
    ...packed.map(([num], index) => [num, 2, holder, index] as const),
    [holder, 1, signed.length, 0] as const,
    [section, 1, start, 0] as const,
  ];
  const table = rows.map(([, type, second, third]) => bigEndian(type, 1) + bigEndian(second, 4) + bigEndian(third, 2));
  const index = rows.map(([num]) => `${num} 1`).join(" ");
  const entries = `/Type/XRef/Size ${section + 1}/W[1 4 2]/Index[${index}]/Root 5 0 R/Prev ${startXref}`;
  return Buffer.concat([
    signed,
    Buffer.from(
      `${added}${section} 0 obj\n${stream(entries, table.join(""))}\nendobj\nstartxref\n${start}\n%%EOF\n`,
      "latin1",
    ),
  ]);
}

/** Appends a revision with a cross-reference table and no objects. */
function withTable(signed: Buffer, trailer = ""): Buffer {
  const { startXref, maxObjectNumber } = PdfDocument.open(fromBuffer(signed));
  const entries = `/Size ${maxObjectNumber + 1}/Root 5 0 R/Prev ${startXref}${trailer}`;
  const tail = `xref\n0 1\n0000000000 65535 f \ntrailer\n<<${entries}>>\nstartxref\n${signed.length}\n%%EOF\n`;
  return Buffer.concat([signed, Buffer.from(tail, "latin1")]);
}

describe("an object stream rewritten under its number", () => {
  const packedWith = (written: string) =>
    [
      [1, "<</Type/Pages/Kids[2 0 R]/Count 1>>"],
      [2, pageWith("/F1 4 0 R")],
      [4, written],
      [5, "<</Type/Catalog/Pages 1 0 R/AcroForm 6 0 R>>"],
      [6, "<</Fields[7 0 R]>>"],
    ] as const;

  test("may hold the same objects", async () => {
    expect(verify(withStreamAnew(await signedWith(), packedWith(font))).verdict).toBe("intact_later_allowed");
  });

  test.each([
    ["a number that poppler takes for another", font.replace("[49/one]", "[49-/one]")],
    ["a word at which MuPDF ends the dictionary", font.replace("/Type/Font", "word /Type/Font")],
    ["a comment", font.replace("/Type/Font", "%\n/Type/Font")],
  ])("is a modification with %s in an object", async (_what, written) => {
    expect(verify(withStreamAnew(await signedWith(), packedWith(written))).verdict).toBe("modified");
  });
});

describe("a table behind cross-reference streams", () => {
  test("is not a change by itself", async () => {
    expect(verify(withTable(await signedWith())).verdict).toBe("intact_later_allowed");
  });

  test.each([
    ["a reference of the signed revision", "/F0 90 0 R/F1 4 0 R", ""],
    ["a reference of its own trailer", "/F1 4 0 R", "/Info 90 0 R"],
  ])("makes poppler rebuild the file when %s leads nowhere", async (_what, fonts, trailer) => {
    const signed = await signedWith(fonts);
    expect(verify(signed).verdict).toBe("intact");
    expect(verify(withTable(signed, trailer)).signatures[0]).toMatchObject({
      verdict: "modified",
      decidedBy: finding("rebuilt_differently"),
    });
  });
});
