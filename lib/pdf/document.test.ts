import { deflateSync } from "node:zlib";
import { describe, expect, test } from "vitest";
import { codeOf } from "@/lib/pdf/testing/code-of";
import { makePdf } from "@/lib/pdf/testing/make-pdf";
import { PdfDocument } from "./document";
import { readPages } from "./pages";
import { Revision } from "./revision";
import { fromBuffer } from "./syntax/byte-source";

function open(bytes: Buffer | string): PdfDocument {
  return PdfDocument.open(fromBuffer(typeof bytes === "string" ? Buffer.from(bytes, "latin1") : bytes));
}

/** A file around the given body and cross-reference section; `@xref` in the section is its own offset. */
function handMade(body: string, section: string): string {
  const head = `%PDF-1.7\n${body}`;
  return `${head}${section.replaceAll("@xref", String(head.length))}`;
}

const OBJECTS =
  "1 0 obj\n<</Type/Catalog/Pages 2 0 R>>\nendobj\n2 0 obj\n<</Type/Pages/Kids[3 0 R]>>\nendobj\n3 0 obj\n<</Type/Page>>\nendobj\n";
const OFFSETS = [1, 2, 3].map((num) => "%PDF-1.7\n".length + OBJECTS.indexOf(`${num} 0 obj`));

function row(offset: number): string {
  return `${String(offset).padStart(10, "0")} 00000 n \n`;
}

const ROWS = OFFSETS.map(row).join("");

describe("opening", () => {
  test.each(["table", "stream"] as const)("opens a valid file with a cross-reference %s", (xref) => {
    const document = open(makePdf({ pages: [{}, {}], xref }));
    expect(document.xrefKind).toBe(xref);
    expect(document.isEncrypted).toBe(false);
    expect(document.name(document.catalog().value.entries.get("Type"))).toBe("Catalog");
    expect(readPages(document, { maxPages: 10 })).toHaveLength(2);
  });

  test("reports not_a_pdf without a header, and damaged for a header further in", () => {
    expect(codeOf(() => open("hello"))).toBe("not_a_pdf");
    expect(codeOf(() => open(Buffer.alloc(0)))).toBe("not_a_pdf");
    expect(codeOf(() => open(Buffer.concat([Buffer.from("junk"), makePdf({ pages: [{}] })])))).toBe("damaged");
  });

  test.each([
    ["without startxref", "%PDF-1.7\n1 0 obj<<>>endobj"],
    ["with startxref outside the file", "%PDF-1.7\nstartxref\n99999\n%%EOF"],
    ["with startxref at nothing", "%PDF-1.7\nhello hello\nstartxref\n9\n%%EOF"],
    [
      "without a catalog",
      handMade("", "xref\n0 1\n0000000000 65535 f \ntrailer\n<</Size 1>>\nstartxref\n@xref\n%%EOF\n"),
    ],
  ])("reports a file %s as damaged", (_what, bytes) => {
    expect(codeOf(() => open(bytes))).toBe("damaged");
  });

  test("opens and reports an encrypted file, which cannot be appended to", () => {
    const document = open(
      handMade(OBJECTS, `xref\n1 3\n${ROWS}trailer\n<</Size 4/Root 1 0 R/Encrypt<</V 1>>>>\nstartxref\n@xref\n%%EOF\n`),
    );
    expect(document.isEncrypted).toBe(true);
    expect(codeOf(() => new Revision(document))).toBe("encrypted");
  });
});

describe("irregular cross-reference data in real files", () => {
  test("ends the chain at a circular /Prev", () => {
    const document = open(
      handMade(OBJECTS, `xref\n1 3\n${ROWS}trailer\n<</Size 4/Root 1 0 R/Prev @xref>>\nstartxref\n@xref\n%%EOF\n`),
    );
    expect(document.xrefSections).toHaveLength(1);
    expect(readPages(document, { maxPages: 1 })).toHaveLength(1);
  });

  test("shifts a table numbered from 1 whose first line is the free head", () => {
    const section = `xref\n1 4\n0000000000 65535 f \n${ROWS}trailer\n<</Size 4/Root 1 0 R>>\nstartxref\n@xref\n%%EOF\n`;
    expect(readPages(open(handMade(OBJECTS, section)), { maxPages: 1 })).toHaveLength(1);
  });

  test("reads misaligned entries and an excessive count", () => {
    const loose = OFFSETS.map((offset) => `${offset} 0 n\n`).join("");
    const section = `xref\n0 9\n0 65535 f\n${loose}trailer\n<</Size 4/Root 1 0 R>>\nstartxref\n@xref\n%%EOF\n`;
    expect(readPages(open(handMade(OBJECTS, section)), { maxPages: 1 })).toHaveLength(1);
  });

  test("finds a hybrid file's hidden objects in its stream although they are free in the table", () => {
    const [catalog = 0, pages = 0, page = 0] = OFFSETS;
    const head = `%PDF-1.7\n${OBJECTS}`;
    const rows = Buffer.from([1, 0, page]);
    const streamObject = `9 0 obj\n<</Type/XRef/W[1 2 0]/Index[3 1]/Size 4/Length 3>>\nstream\n${rows.toString("latin1")}\nendstream\nendobj\n`;
    const table = `xref\n0 4\n0000000000 65535 f \n${row(catalog)}${row(pages)}0000000000 00001 f \n`;
    const end = `trailer\n<</Size 4/Root 1 0 R/XRefStm ${head.length}>>\nstartxref\n${head.length + streamObject.length}\n%%EOF\n`;
    const document = open(`${head}${streamObject}${table}${end}`);
    expect(document.entry(3)).toMatchObject({ type: "offset", offset: page });
    expect(document.xrefSections).toEqual([
      {
        offset: head.length + streamObject.length,
        named: head.length + streamObject.length,
        kind: "table",
        hybridOffset: head.length,
      },
    ]);
  });

  test("reports damage for an object with another number than in the table, and null for a free or unknown one", () => {
    const wrong = `xref\n0 4\n0000000000 65535 f \n${row(OFFSETS[0] ?? 0)}${row(OFFSETS[2] ?? 0)}0000000000 00001 f \n`;
    const document = open(handMade(OBJECTS, `${wrong}trailer\n<</Size 4/Root 1 0 R>>\nstartxref\n@xref\n%%EOF\n`));
    expect(codeOf(() => document.load(2))).toBe("damaged");
    expect(document.load(3)).toBeNull();
    expect(document.load(4711)).toBeNull();
  });
});

describe("hostile files end in a PdfError", () => {
  test("an object number near two billion, or more entries than the file can hold, as damage that a repair may fix", () => {
    for (const subsection of ["2147483000 1", "4294967296 3", "0 100000"]) {
      const section = `xref\n${subsection}\n${row(9)}trailer\n<</Size 2147483647/Root 1 0 R>>\nstartxref\n@xref\n%%EOF\n`;
      expect(codeOf(() => open(handMade(OBJECTS, section)))).toBe("damaged");
    }
  });

  test("ignores a /Size far beyond the objects", () => {
    const section = `xref\n1 3\n${ROWS}trailer\n<</Size 2147483647/Root 1 0 R>>\nstartxref\n@xref\n%%EOF\n`;
    expect(open(handMade(OBJECTS, section)).maxObjectNumber).toBe(3);
  });

  test("a cross-reference stream that inflates endlessly", () => {
    const data = deflateSync(Buffer.alloc(20 * 1024 * 1024));
    const head = Buffer.from(
      `%PDF-1.7\n1 0 obj\n<</Type/XRef/W[1 2 1]/Size 4/Root 1 0 R/Filter/FlateDecode/Length ${data.length}>>\nstream\n`,
    );
    const bytes = Buffer.concat([head, data, Buffer.from("\nendstream\nendobj\nstartxref\n9\n%%EOF\n")]);
    expect(codeOf(() => open(bytes))).toBe("too_large");
  });

  test("more sections than the cap", () => {
    let file = "%PDF-1.7\n";
    let previous = "";
    for (let count = 0; count < 5000; count += 1) {
      const offset = file.length;
      file += `xref\n0 0\ntrailer\n<</Size 1/Root 1 0 R${previous}>>\n`;
      previous = `/Prev ${offset}`;
    }
    const last = file.lastIndexOf("xref\n0 0");
    expect(codeOf(() => open(`${file}startxref\n${last}\n%%EOF\n`))).toBe("too_large");
  });

  test("circular references", () => {
    const body = "1 0 obj\n2 0 R\nendobj\n2 0 obj\n1 0 R\nendobj\n";
    const rows = [body.indexOf("1 0 obj"), body.indexOf("2 0 obj")].map((at) => row(at + 9)).join("");
    const document = open(
      handMade(body, `xref\n1 2\n${rows}trailer\n<</Size 3/Root 1 0 R>>\nstartxref\n@xref\n%%EOF\n`),
    );
    expect(codeOf(() => document.catalog())).toBe("damaged");
  });

  test("an object stream whose /Length is in that stream", () => {
    const body = `${OBJECTS}5 0 obj\n<</Type/ObjStm/N 1/First 4/Length 6 0 R>>\nstream\n6 0 6\nendstream\nendobj\n`;
    const stream = 9 + body.indexOf("5 0 obj");
    const [catalog = 0] = OFFSETS;
    const own = 9 + body.length;
    const rows = Buffer.from([1, catalog, 0, 2, 5, 0, 1, stream, 0]);
    const section = `8 0 obj\n<</Type/XRef/W[1 1 1]/Index[1 1 6 1 5 1]/Size 9/Root 1 0 R/Length 9>>\nstream\n${rows.toString("latin1")}\nendstream\nendobj\n`;
    const document = open(`%PDF-1.7\n${body}${section}startxref\n${own}\n%%EOF\n`);
    expect(document.entry(6)).toMatchObject({ type: "compressed", offset: 5 });
    expect(codeOf(() => document.load(6))).toBe("damaged");
  });
});
