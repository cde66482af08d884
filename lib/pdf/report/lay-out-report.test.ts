import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import sharp from "sharp";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { darkBox, qpdfCheck, renderPage } from "@/lib/pdf/testing/outside-tools";
import { layOutReport } from "./lay-out-report";
import type { ReportBlock } from "./report";

let folder = "";
beforeAll(() => {
  folder = mkdtempSync(path.join(os.tmpdir(), "paraph-report-"));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function layOut(...blocks: ReportBlock[]): Promise<Buffer> {
  return layOutReport({
    title: "Evidence",
    language: "en",
    footer: "Evidence for document 1",
    createdAt: new Date("2026-11-20T12:00:00Z"),
    blocks,
  });
}

function tool(name: string, pdf: Buffer, ...args: string[]): string {
  const target = path.join(folder, "report.pdf");
  writeFileSync(target, pdf);
  return execFileSync(name, [...args, target, ...(name === "pdftotext" ? ["-"] : [])]).toString();
}

function textOf(pdf: Buffer): string {
  return tool("pdftotext", pdf, "-layout").replace(/[\u202a-\u202e\u2066-\u2069]/g, "");
}

describe("text in a report", () => {
  test("in any script can be extracted unchanged, and is drawn without boxes", async () => {
    const names = [
      ["Latin", "Łukasz Ångström-Müller"],
      ["Vietnamese", "Nguyễn Thị Hương"],
      ["Greek", "Γιώργος Παπαδόπουλος"],
      ["Cyrillic", "Иван Петрович Ёлкин"],
      ["Arabic", "محمد بن عبد الله"],
      ["Hebrew", "שרה כהן לוי"],
      ["Thai", "สมชาย ใจดี"],
      ["Devanagari", "प्रिया शर्मा क्षत्रिय"],
      ["Bengali", "শেখ হাসিনা"],
      ["Tamil", "கிருஷ்ணமூர்த்தி"],
      ["Malayalam", "കൃഷ്ണൻ ദ്വീപ്"],
      ["Khmer", "នរោត្តម សីហនុ"],
      ["Burmese", "အောင်ဆန်းစုကြည်"],
      ["Georgian", "გიორგი ბერიძე"],
      ["Chinese", "王小明 李雷"],
      ["Japanese", "やまだ 太郎"],
      ["Korean", "김철수"],
    ] as const;
    const pdf = await layOut({ kind: "facts", rows: names.map(([label, value]) => ({ label, value })) });
    const text = textOf(pdf);
    expect(names.filter(([, name]) => !text.includes(name))).toEqual([]);
    expect(qpdfCheck(pdf)).toBe(0);
    expect(tool("pdffonts", pdf)).not.toMatch(/\bno\s+(yes|no)\s+(yes|no)\s+\d+\s+0$/m);
  });

  test("with mixed directions keeps its brackets and digits", async () => {
    expect(textOf(await layOut({ kind: "facts", rows: [{ label: "Name", value: "Dr. محمد 12" }] }))).toMatch(
      /Dr\. (محمد 12|12 محمد)/,
    );
  });

  test("cannot break a line, change the direction or vanish: invisible characters and missing glyphs are named", async () => {
    const text = textOf(
      await layOut({ kind: "paragraph", text: "Ana\u202Efdp.exe\u0000\u200B\uFEFF\r\nPaid in full 😀" }),
    );
    expect(text).toContain("Ana[U+202E]fdp.exe[U+0000][U+200B][U+FEFF] Paid in full [U+1F600]");
  });

  test("stays inside the margins as one endless word in a name, a cell and a title @exhaustive", async () => {
    const word = "W".repeat(600);
    const pdf = await layOut(
      {
        kind: "title",
        product: "Paraph",
        mark: { kind: "text" },
        document: "Evidence document",
        text: word,
        subtitle: word,
      },
      {
        kind: "card",
        title: word,
        subtitle: word,
        badge: { text: "Signed", tone: "good" },
        rows: [{ label: word, value: word }],
      },
      {
        kind: "table",
        columns: [
          { label: "A", share: 0.1 },
          { label: "B", share: 0.9 },
        ],
        rows: [[word.slice(0, 80), word]],
      },
    );
    const { width } = renderPage(pdf, 1);
    const [left = 0, , right = 0] = darkBox(renderPage(pdf, 1)) ?? [];
    expect(left / width).toBeGreaterThan(54 / 595.28 - 0.01);
    expect(right / width).toBeLessThan(1 - 54 / 595.28 + 0.01);
    expect(textOf(pdf).replace(/[^W]/g, "").length).toBeGreaterThanOrEqual(600 * 6 + 80);
  });
});

describe("pages of a report", () => {
  test("have a page number, a page count and their subject; column headings repeat on each", async () => {
    const rows = Array.from({ length: 120 }, (_, index) => [String(index), `event number ${index}`]);
    const pdf = await layOut({
      kind: "table",
      columns: [
        { label: "No.", share: 0.2 },
        { label: "What happened", share: 0.8 },
      ],
      rows,
    });
    const pages = textOf(pdf)
      .split("\f")
      .filter((page) => page.trim() !== "");
    expect(pages.length).toBeGreaterThan(2);
    pages.forEach((page, index) => {
      expect(page).toMatch(/No\.\s+What happened/);
      expect(page).toContain("Evidence for document 1");
      expect(page).toContain(`Page ${index + 1} of ${pages.length}`);
    });
    const whole = textOf(pdf);
    for (const [, text] of rows) expect(whole).toContain(text);
  });

  test("are tagged in reading order: headings, tables, and figures with alternate text", async () => {
    const pdf = await layOut(
      { kind: "heading", text: "Document" },
      {
        kind: "facts",
        rows: [{ label: "Name", value: "Lease" }],
        code: { text: "https://sign.example.org/verify/1", caption: "Scan" },
      },
      { kind: "list", items: ["One", "Two"] },
    );
    expect(tool("pdfinfo", pdf)).toMatch(/Title:\s+Evidence\n[\s\S]*Tagged:\s+yes/);
    expect(tool("pdfinfo", pdf, "-struct-text")).toMatch(
      /H2[\s\S]*"Document"[\s\S]*Figure[\s\S]*Table[\s\S]*TH[\s\S]*"Name"[\s\S]*TD[\s\S]*"Lease"[\s\S]*LBody[\s\S]*"One"/,
    );
  });

  test("show a picture in any form of PNG @exhaustive", async () => {
    const shape = { width: 40, height: 20, channels: 3, background: "#777" } as const;
    const grey = await sharp({ create: shape }).greyscale().png().toBuffer();
    const clear = await sharp({ create: shape }).ensureAlpha(0.5).png().toBuffer();
    for (const png of [grey, clear]) {
      const mark = { kind: "logo", png } as const;
      const pdf = await layOut({
        kind: "title",
        product: "Acme",
        mark,
        document: "1",
        text: "Evidence",
        subtitle: "Lease",
      });
      expect(qpdfCheck(pdf)).toBe(0);
      expect(tool("pdfimages", pdf, "-list")).toMatch(/image\s+\d+\s+\d+/);
    }
  });

  test("are identical for the same report, except for the file identifier", async () => {
    const strip = (pdf: Buffer): string => pdf.toString("latin1").replace(/\/ID \[[^\]]*\]/, "");
    const block: ReportBlock = { kind: "paragraph", text: "Same words" };
    expect(strip(await layOut(block))).toBe(strip(await layOut(block)));
  });
});
