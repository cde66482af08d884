import { execFile, execFileSync, spawnSync } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { promisify } from "node:util";
import sharp from "sharp";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import type { PdfEngine } from "@/lib/engine/engine";
import { cleanOffice, type OfficeType } from "@/lib/engine/office/clean-office";
import {
  disguised,
  docxOf,
  hostileDocx,
  hostileOdt,
  hostileRtf,
  paragraph,
  zipOfParts,
  type Bait,
} from "@/lib/engine/office/testing/hostile-files";
import { startEngine } from "@/lib/engine/pool";
import { defaultPicturePage } from "@/lib/pdf/pictures/picture-page";
import { makePdf } from "@/lib/pdf/testing/make-pdf";
import { qpdfCheck } from "@/lib/pdf/testing/outside-tools";
import { findSoffice, type ConverterConfig } from "@/lib/platform/converter-config";
import { ZipReader } from "@/lib/platform/zip/zip-directory";

/** Installed by scripts/bootstrap/tools.mjs. */
const soffice = findSoffice("/usr/local/bin:/usr/bin") ?? "soffice is not installed";
// On a busy machine LibreOffice starts slowly, and each conversion starts a new process.
vi.setConfig({ testTimeout: 90_000 });
const folder = mkdtempSync(path.join(tmpdir(), "paraph-office-test-"));
const visits: string[] = [];
let server: Server;
let bait: Bait;

beforeAll(async () => {
  const picture = path.join(folder, "secret.png");
  await sharp({ create: { width: 60, height: 60, channels: 3, background: "#cc0000" } }).toFile(picture);
  server = createServer((request, response) => {
    visits.push(request.url ?? "");
    response.setHeader("content-type", "image/png").end(readFileSync(picture));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  bait = {
    web: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    file: pathToFileURL(picture).href,
  };
});
afterAll(() => {
  server.close();
  rmSync(folder, { recursive: true });
});

const types = ["docx", "odt", "rtf"] as const;
const hostile: Readonly<Record<OfficeType, (bait: Bait) => Buffer | Promise<Buffer>>> = {
  docx: hostileDocx,
  odt: hostileOdt,
  rtf: hostileRtf,
};

function put(name: string, bytes: Buffer): string {
  const place = path.join(folder, name);
  writeFileSync(place, bytes);
  return place;
}

function textOf(pdf: string): string {
  return execFileSync("pdftotext", ["-layout", pdf, "-"]).toString();
}

function pictures(pdf: string): number {
  return execFileSync("pdfimages", ["-list", pdf]).toString().trim().split("\n").length - 2;
}

/** LibreOffice without our restrictions: its default settings, and a network. */
async function toPdf(out: string, files: readonly string[], options: readonly string[] = []): Promise<void> {
  const profile = `-env:UserInstallation=${pathToFileURL(path.join(folder, "profile")).href}`;
  // Asynchronous, because the server in this process must be able to answer.
  await promisify(execFile)(soffice, [
    "--headless",
    profile,
    ...options,
    "--convert-to",
    "pdf",
    "--outdir",
    out,
    ...files,
  ]);
}

describe("an office file that references other files, servers and programs", () => {
  test.each(["docx", "odt"] as const)("%s: no part keeps an external address after cleaning", async (type) => {
    const file = put(`parts.${type}`, await hostile[type](bait));
    const clean = path.join(folder, `parts-clean.${type}`);
    await cleanOffice(file, type, clean);
    const parts = ZipReader.with(clean, (zip) => zip.entries().map((entry) => zip.read(entry, 1e6).toString()));
    expect(parts.join("\n")).not.toMatch(/127\.0\.0\.1|secret\.png|DDE|INCLUDE/);
  });

  test.each(disguised)("%s references nothing external once it is cleaned", async (name, type, make) => {
    const clean = path.join(folder, `disguised-clean.${type}`);
    await cleanOffice(put(`disguised ${name}`, await make()), type, clean);
    const parts =
      type === "rtf"
        ? [readFileSync(clean)]
        : ZipReader.with(clean, (zip) => zip.entries().map((entry) => zip.read(entry, 1e6)));
    const packed = /PHN2Zy|3c737667|1f8b0800|\x1f\x8b/i;
    for (const part of parts) {
      expect(part.toString("latin1").replaceAll("\0", "")).not.toContain("secret-place");
      expect(part.toString("latin1")).not.toMatch(packed);
    }
  });

  test("joins an instruction split into pieces in the first piece and empties the others", async () => {
    const field = `<w:fldChar w:fldCharType="begin"/><w:instrText>PA</w:instrText><w:instrText>GE </w:instrText><w:fldChar w:fldCharType="end"/>`;
    const clean = path.join(folder, "pieces.docx");
    await cleanOffice(put("pieces-in.docx", await docxOf(field)), "docx", clean);
    const text = ZipReader.with(clean, (zip) => zip.entries().map((entry) => zip.read(entry, 1e6).toString())).join("");
    expect(text).toContain("<w:instrText>PAGE </w:instrText><w:instrText></w:instrText>");
  });

  test("rtf: keeps fields that read only the document, and only the results of other fields", async () => {
    const clean = path.join(folder, "fields.rtf");
    await cleanOffice(put("fields-in.rtf", hostileRtf(bait)), "rtf", clean);
    const text = readFileSync(clean, "latin1");
    expect(text).not.toMatch(/127\.0\.0\.1|secret\.png|objdata|DEPICTURE/);
    expect(text).toMatch(/fldinst PAGE/);
    expect(text).toMatch(/last result[\s\S]*other result[\s\S]*shown/);
  });
});

describe("the engine", () => {
  async function convert(
    type: OfficeType,
    bytes: Buffer,
    converter: ConverterConfig | null,
    officeMs = 60_000,
  ): Promise<{ pdf: string; code: string }> {
    const engine: PdfEngine = startEngine({ distDir: path.resolve("dist"), maxPdfBytes: 50 * 2 ** 20, converter });
    const work = mkdtempSync(path.join(folder, "work-"));
    const file = path.join(work, "upload");
    writeFileSync(file, bytes);
    const spec = { kind: type, title: "Lease", page: defaultPicturePage, mostPictures: 1, officeMs };
    try {
      const { path: pdf } = await engine.convert({ path: file, size: bytes.length }, spec);
      return { pdf, code: "done" };
    } catch (error) {
      expect(readdirSync(work)).toEqual(["upload"]);
      return { pdf: "", code: error instanceof Error && "code" in error ? String(error.code) : String(error) };
    } finally {
      await engine.close();
    }
  }
  const program = { kind: "program" as const, path: soffice };

  test("converts a DOCX to a tagged, valid PDF", async () => {
    const { pdf } = await convert(
      "docx",
      await docxOf(paragraph("Lease of a flat") + paragraph("Größe: 60 m²")),
      program,
    );
    expect(textOf(pdf)).toMatch(/Lease of a flat\s+Größe: 60 m²/);
    expect(execFileSync("pdfinfo", [pdf]).toString()).toMatch(/Tagged:\s+yes/);
    expect(qpdfCheck(readFileSync(pdf))).toBe(0);
  });

  test("refuses office files without a converter @exhaustive", async () => {
    expect((await convert("docx", await docxOf(paragraph("Lease")), null)).code).toBe("no_converter");
  });

  test.each([
    ["a zip bomb in a part", () => docxOf("<w:p/>".repeat(8 * 2 ** 20)), "too_large"],
    [
      "a document type with entities",
      () => docxOf("", "", { "word/document.xml": '<!DOCTYPE x [<!ENTITY a "b">]><x/>' }),
      "office_damaged",
    ],
    ["a part that is not XML", () => docxOf("<w:p"), "office_damaged"],
    [
      "RTF groups a million deep",
      () => Promise.resolve(Buffer.from(`{\\rtf1${"{".repeat(1_000_000)}`)),
      "office_damaged",
    ],
  ])("refuses %s", async (name, make, code) => {
    const bytes = await make();
    const { code: found } = await convert(name.startsWith("RTF") ? "rtf" : "docx", bytes, program);
    expect(found).toBe(code);
  });

  test("kills LibreOffice and every process it started at the time limit @exhaustive", async () => {
    // Other tests may convert at the same moment, so the processes of this conversion have an argument of their own.
    const mark = `-env:TEST=${path.basename(folder)}`;
    const marking = path.join(folder, "soffice");
    const started = path.join(folder, "started");
    // It never ends by itself, and leaves a mark that it ran: a process list may miss it on a busy machine.
    const forever = `exec sh -c 'while :; do sleep 1; done' ${mark}`;
    writeFileSync(marking, `#!/bin/sh\ntouch ${started}\n${soffice} ${mark} "$@"\n${forever}\n`, { mode: 0o755 });
    const running = (): string[] => {
      const lines = spawnSync("ps", ["-eo", "args"]).stdout.toString().split("\n");
      return lines.filter((line) => line.includes(mark));
    };
    const bytes = await docxOf(paragraph("Lease"));
    expect((await convert("docx", bytes, { kind: "program", path: marking }, 5_000)).code).toBe("too_large");
    expect(existsSync(started)).toBe(true);
    expect(running()).toEqual([]);
  });

  test("sends the cleaned file to a Gotenberg-compatible service and uses its response @exhaustive", async () => {
    const received: string[] = [];
    const gotenberg = createServer((request, response) => {
      const chunks: Buffer[] = [];
      request.on("data", (chunk: Buffer) => chunks.push(chunk));
      request.on("end", () => {
        received.push(
          `${request.method} ${request.url} ${/filename="([^"]+)"/.exec(Buffer.concat(chunks).toString("latin1"))?.[1]}`,
        );
        if (received.length === 2) response.writeHead(400).end();
        else if (received.length === 3) response.writeHead(503).end();
        else response.end(makePdf({ pages: [{}] }));
      });
    });
    await new Promise<void>((resolve) => gotenberg.listen(0, "127.0.0.1", resolve));
    const url = `http://127.0.0.1:${(gotenberg.address() as AddressInfo).port}`;
    const send = async () => convert("docx", await docxOf(paragraph("Lease")), { kind: "url", url });
    const { pdf } = await send();
    expect(qpdfCheck(readFileSync(pdf))).toBe(0);
    expect([(await send()).code, (await send()).code]).toEqual(["office_damaged", "engine_unavailable"]);
    expect(received[0]).toBe("POST /forms/libreoffice/convert document.docx");
    gotenberg.close();
  });
});

describe("LibreOffice without our restrictions @exhaustive", () => {
  const agreement =
    /Confidential[\s\S]*Service agreement[\s\S]*1\.\s+Design of the house[\s\S]*9 600 €[\s\S]*Signatures/;
  const lease = /Lease[\s\S]*Between Ana and Bo[\s\S]*three months[\s\S]*Flat\s+800[\s\S]*A footnote/;

  const cases = [
    ["docx-js.docx", /Order[\s\S]*Größe and price[\s\S]*Chair\s+90 €[\s\S]*Page 1/],
    ["libreoffice.docx", agreement],
    ["libreoffice.odt", agreement],
    ["pandoc.docx", lease],
    ["pandoc.odt", lease],
    ["pandoc.rtf", lease],
    ["python-docx.docx", agreement],
    ["word/mac-word-2008-headings.docx", /First paragraph[\s\S]*Second paragraph/],
    ["word/mac-word-2011-tracked-changes.docx", /This is a test\.[\s\S]*only one word is deleted/],
    ["word/word-2007-checkboxes.docx", /small test for checkboxes[\s\S]*In Table:/],
    [
      "word/word-2007-first-page-header.docx",
      /header on the first page[\s\S]*footer of the first page[\s\S]*First header/,
    ],
    ["word/word-2007-form.docx", /REPÚBLICA FEDERATIVA DO BRASIL[\s\S]*VISA APPLICATION FORM[\s\S]*Full name/],
    ["word/word-2007-table-footnotes.docx", /Pole 1\s+Pole 2[\s\S]*snoska/],
    ["word/word-2007-three-columns.docx", /First header column!\s+Mid header\s+Right header![\s\S]*Footer Middle/],
    ["word/word-2007-tracked-changes.docx", /Tika can be:[\s\S]*Crown Prince[\s\S]*ṭīkā/],
    ["word/word-2007-unicode.docx", /€ euro symbol[\s\S]*GBP - £[\s\S]*Molière/],
    ["word/word-2010-numbered-lists.docx", /1\. Entry #1[\s\S]*a\. 2-a[\s\S]*3\. Entry #3/],
    ["word/word-2010-picture.docx", /Lorem ipsum/],
    ["word/word-2010-signed.docx", /Test document\./],
    ["word/word-2010-text-box.docx", /Datum plane/],
    ["word/word-2013-numbering.docx", /Level 4[\s\S]*1\.\s+Level1[\s\S]*i\.\s+Level3/],
    ["word/word-2016-charts.docx", /Series 1[\s\S]*Category 4[\s\S]*Chart Title/],
    ["word/word-2016-header-of-even-pages.docx", /FIRST_PAGE_HEADER[\s\S]*EVEN_PAGE_HEADER/],
    ["word/word-2016-strict.docx", /Test/],
  ] as const;

  /** As given to LibreOffice by `runOffice`, so that no file is read as another type. */
  const filters = { docx: "MS Word 2007 XML", odt: "writer8", rtf: "Rich Text Format" } as const;
  const clean = path.join(folder, "producers");
  const typeOf = (name: string): OfficeType => path.extname(name).slice(1) as OfficeType;
  const pdfOf = (name: string): string => path.join(clean, typeOf(name), `${path.parse(name).name}.pdf`);

  const wasCleaned = (url: string): boolean => !url.startsWith("/raw/");

  // One start of LibreOffice for all documents of a type, because a start takes longer than most conversions.
  beforeAll(async () => {
    for (const type of types) {
      const out = path.join(clean, type);
      mkdirSync(out, { recursive: true });
      await cleanOffice(put(`hostile.${type}`, await hostile[type](bait)), type, path.join(out, `hostile.${type}`));
      const raw = type === "docx" ? [path.join(out, "raw.docx")] : [];
      for (const file of raw) writeFileSync(file, await hostileDocx({ ...bait, web: `${bait.web}/raw` }));
      const files = cases.filter(([name]) => typeOf(name) === type).map(([name]) => name);
      for (const name of files)
        await cleanOffice(
          path.resolve("lib/engine/office/testing/producers", name),
          type,
          path.join(out, path.basename(name)),
        );
      await toPdf(
        out,
        [...files.map((name) => path.join(out, path.basename(name))), path.join(out, `hostile.${type}`), ...raw],
        [`--infilter=${filters[type]}`],
      );
    }
  });

  test("fetches the references of a hostile file that was not cleaned", () => {
    expect(visits.some((url) => !wasCleaned(url))).toBe(true);
    expect(pictures(pdfOf("raw.docx"))).toBeGreaterThan(0);
  });

  test.each(types)("fetches nothing for a cleaned hostile %s, shows no local file and keeps its text", (type) => {
    const pdf = pdfOf(`hostile.${type}`);
    expect(visits.filter(wasCleaned)).toEqual([]);
    expect(pictures(pdf)).toBe(0);
    expect(textOf(pdf)).toContain("Harmless text");
  });

  test.each(cases)("keeps text, tables, headers and notes of %s, written by another program", (name, text) => {
    expect(textOf(pdfOf(name))).toMatch(text);
    expect(qpdfCheck(readFileSync(pdfOf(name)))).toBe(0);
  });
});

test("drops the duplicate of a part whose name differs only in case", async () => {
  mkdirSync(path.join(folder, "two"));
  const both = await zipOfParts({ "word/document.xml": "<x/>", "WORD/document.xml": '<x src="http://a.example/"/>' });
  const clean = path.join(folder, "two", "clean");
  await cleanOffice(put("two.docx", both), "docx", clean);
  expect(ZipReader.with(clean, (zip) => zip.entries().map(({ name }) => name))).toEqual(["word/document.xml"]);
});

test.each([
  [
    "DOCX with an insertion",
    "docx",
    '<w:p><w:ins w:id="1" w:author="Bo"><w:r><w:t>not </w:t></w:r></w:ins></w:p>',
    true,
  ],
  [
    "DOCX with a deletion",
    "docx",
    '<w:p><w:del w:id="1" w:author="Bo"><w:r><w:delText>not</w:delText></w:r></w:del></w:p>',
    true,
  ],
  ["DOCX with a changed format", "docx", '<w:p><w:pPr><w:pPrChange w:id="1" w:author="Bo"/></w:pPr></w:p>', false],
  ["DOCX without changes", "docx", paragraph("insertions: none, author=Bo"), false],
  ["odt", "odt", "<text:tracked-changes><text:changed-region/></text:tracked-changes>", true],
  ["odt without changes", "odt", "<text:tracked-changes/>", false],
  ["RTF with an insertion", "rtf", "{\\rtf1 {\\revised\\revauth1 not} lent}", true],
  ["RTF with a deletion", "rtf", "{\\rtf1 {\\deleted not} lent}", true],
  ["RTF without changes", "rtf", "{\\rtf1 {\\revised0 not}\\revisedx lent}", false],
] as const)("detects tracked changes in %s", async (name, type, content, found) => {
  const file = put(`tracked ${name}`, await fileOf(type, content));
  expect(await cleanOffice(file, type, `${file}-clean`)).toEqual({ hasTrackedChanges: found });
});

function fileOf(type: OfficeType, content: string): Buffer | Promise<Buffer> {
  if (type === "rtf") return Buffer.from(content);
  return type === "docx" ? docxOf(paragraph("Lease") + content) : zipOfParts({ "content.xml": content });
}
