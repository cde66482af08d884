import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { PdfEngine } from "@/lib/engine/engine";
import { EngineTimeoutError } from "@/lib/engine/lines/waiting-line";
import { startEngine } from "@/lib/engine/pool";
import { PDF_BOMBS } from "@/lib/engine/testing/bombs";
import { pdfOf, stream } from "@/lib/pdf/testing/hand-written-pdf";

const folder = mkdtempSync(path.join(tmpdir(), "paraph-text-"));
let engine: PdfEngine;
beforeAll(() => {
  engine = startEngine({ distDir: path.resolve("dist"), maxPdfBytes: 100 * 2 ** 20 });
});
afterAll(async () => {
  await engine.close();
  rmSync(folder, { recursive: true });
});

let files = 0;
function read(bytes: Buffer, { containing = ["{{"], maxPages = 10, maxLines = 10 } = {}) {
  const file = path.join(folder, String((files += 1)));
  writeFileSync(file, bytes);
  return engine.textLines([{ path: file, size: bytes.length }], { containing, maxPages, maxLines });
}

/** Repeats a reading that ended at the engine's limit of 2.5 s, which a busy machine may exceed. */
async function readPatiently(...[bytes, request]: Parameters<typeof read>): ReturnType<typeof read> {
  for (let attempt = 1; attempt < 10; attempt++) {
    try {
      return await read(bytes, request);
    } catch (error) {
      if (!(error instanceof EngineTimeoutError)) throw error;
    }
  }
  return read(bytes, request);
}

/** Pages of 400 by 200 points that show `contents`, each with these attributes. */
function pages(contents: readonly string[], attributes = "/MediaBox[0 0 400 200]"): Buffer {
  const kids = contents.map((_, index) => `${4 + index * 2} 0 R`).join(" ");
  return pdfOf([
    "<</Type/Catalog/Pages 2 0 R>>",
    `<</Type/Pages/Count ${contents.length}/Kids[${kids}]>>`,
    "<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>",
    ...contents.flatMap((content, index) => [
      `<</Type/Page/Parent 2 0 R${attributes}/Resources<</Font<</F 3 0 R>>>>/Contents ${5 + index * 2} 0 R>>`,
      stream("", content),
    ]),
  ]);
}

const show = (x: number, y: number, text: string): string => `BT /F 10 Tf ${x} ${y} Td (${text}) Tj ET `;

/** The box of the text between two units of a line. */
function placeOf(line: { text: string; boxes: readonly (readonly number[] | null)[] } | undefined, part: string) {
  const start = line?.text.indexOf(part) ?? -1;
  const seen = (line?.boxes ?? []).slice(start, start + part.length).filter((box) => box !== null);
  return {
    left: Math.min(...seen.map((box) => box[0] ?? NaN)),
    top: Math.min(...seen.map((box) => box[1] ?? NaN)),
    right: Math.max(...seen.map((box) => box[2] ?? NaN)),
    bottom: Math.max(...seen.map((box) => box[3] ?? NaN)),
  };
}

describe("lines of text", () => {
  test("returns only matching lines, with their page and the position of each character", async () => {
    const { lines, pagesRead } = await read(
      pages([show(40, 100, "Nothing here"), show(40, 100, "Tenant: {{sig:1}}") + show(40, 60, "and more")]),
    );
    expect([lines.map(({ page, text }) => [page, text.trim()]), pagesRead]).toEqual([[[2, "Tenant: {{sig:1}}"]], 2]);
    const line = lines[0];
    expect(line?.boxes).toHaveLength(line?.text.length ?? 0);
    const place = placeOf(line, "{{sig:1}}");
    // Helvetica's widths (Adobe's metrics): "Tenant: " is 36.7 points wide at 10 points.
    expect(place.left * 400).toBeCloseTo(40 + 36.7, 0);
    expect(place.bottom * 200).toBeGreaterThan(100);
    expect(place.bottom * 200).toBeLessThan(104);
  });

  test("finds an anchor that is drawn in several pieces", async () => {
    const kerned = "BT /F 10 Tf 40 100 Td [({) -20 ({s) 10 (ig) -15 (:1}) (})] TJ ET";
    const apart = `${show(40, 60, "{{da")}${show(62.2, 60, "te:")}${show(75.9, 60, "2}}")}`;
    const { lines } = await read(pages([kerned + " " + apart]));
    expect(lines.map(({ text }) => text.replace(/\s/g, ""))).toEqual(["{{sig:1}}", "{{date:2}}"]);
  });

  test.each([
    ["as it is", "/MediaBox[0 0 400 200]", "1 0 0 1 0 0 cm", [100, 80]],
    ["turned by 90 degrees", "/MediaBox[0 0 200 400]/Rotate 90", "0 1 -1 0 200 0 cm", [100, 80]],
    ["turned by 180 degrees", "/MediaBox[0 0 400 200]/Rotate 180", "-1 0 0 -1 400 200 cm", [100, 80]],
    ["turned by 270 degrees", "/MediaBox[0 0 200 400]/Rotate 270", "0 -1 1 0 0 400 cm", [100, 80]],
    ["cropped", "/MediaBox[-50 -50 900 900]/CropBox[20 10 420 210]", "1 0 0 1 20 10 cm", [100, 80]],
    ["cropped and turned", "/MediaBox[0 0 900 900]/CropBox[10 20 210 420]/Rotate 90", "0 1 -1 0 210 20 cm", [100, 80]],
    ["in larger units", "/MediaBox[0 0 400 200]/UserUnit 3", "1 0 0 1 0 0 cm", [100, 80]],
  ])(
    "gives the position of text on a page that is %s as its reader sees it",
    async (_, attributes, matrix, [x = 0, y = 0]) => {
      const { lines } = await read(pages([`q ${matrix} ${show(x, y, "{{sig:1}}")} Q`], attributes));
      const place = placeOf(lines[0], "{{sig:1}}");
      expect(place.left * 400).toBeCloseTo(x, 0);
      expect(place.bottom * 200).toBeGreaterThan(200 - y);
      expect(place.bottom * 200).toBeLessThan(200 - y + 4);
      expect((place.right - place.left) * 400).toBeGreaterThan(30);
    },
  );

  test("reads no more pages and lines than requested", async () => {
    const document = pages(Array.from({ length: 6 }, () => show(40, 100, "{{sig:1}}") + show(40, 60, "{{date:1}}")));
    expect((await read(document, { maxPages: 2 })).lines.map(({ page }) => page)).toEqual([1, 1, 2, 2]);
    const few = await read(document, { maxLines: 3 });
    expect([few.lines.length, few.pagesRead]).toEqual([3, 2]);
  });
});

/** Content that grows when unpacked is read like any long content. */
const bombs = Object.keys(PDF_BOMBS).filter((name) => /content|forms|pattern|tree/.test(name));

describe("a file that demands too much", () => {
  test("reads only the first characters of a page with too many @exhaustive", async () => {
    const flood = `BT /F 1 Tf 1 TL 10 190 Td ${"(______________________________________________________________) ' ".repeat(1_650)} ET`;
    const { lines, pagesRead } = await readPatiently(pages([flood, show(40, 100, "{{sig:1}}")]), {
      containing: ["__"],
      maxLines: 100,
    });
    expect([lines.length, pagesRead]).toEqual([100, 1]);
    for (const { text } of lines) expect(text.length).toBeLessThanOrEqual(2000);
  });

  test.each(bombs)(
    "%s: gives lines, none or a refusal, and the engine keeps working @exhaustive",
    async (name) => {
      const outcome = await read(PDF_BOMBS[name]?.() ?? Buffer.alloc(0)).then(
        () => "read",
        (error: unknown) => {
          if (error instanceof EngineTimeoutError) return "timeout";
          return error instanceof Error && "code" in error ? String(error.code) : String(error);
        },
      );
      expect(outcome).toMatch(/^(read|too_large|damaged|encrypted|timeout)$/);
      expect((await read(pages([show(40, 100, "{{sig:1}}")]))).lines).toHaveLength(1);
    },
    30_000,
  );
});

test("reads the text of a page line by line, and nothing on a page without text", async () => {
  const bytes = pages([
    show(40, 100, "The first page"),
    show(40, 100, "Lease of a flat") + show(40, 80, "between us"),
    "",
  ]);
  const file = path.join(folder, "whole.pdf");
  writeFileSync(file, bytes);
  const read = (page: number) => engine.pageText([{ path: file, size: bytes.length }], page);
  expect([await read(2), await read(3)]).toEqual([["Lease of a flat", "between us"], []]);
});

describe("a drawn place to fill in", () => {
  const text = (x: number, y: number, words: string) => `BT /F 10 Tf ${x} ${y} Td (${words}) Tj ET `;
  const rule = (x: number, y: number, length: number) => `${x} ${y} m ${x + length} ${y} l S `;
  const square = (x: number, y: number, side: number) => `${x} ${y} ${side} ${side} re S `;
  const drawnIn = async (content: string, attributes?: string) => {
    const { drawn } = await read(pages([content], attributes));
    return drawn.map(({ kind, before, below, after }) => [kind, before, below, after]);
  };

  test("is a line with words before or below it, or a small square with words after it", async () => {
    const content =
      text(50, 150, "Signature:") +
      rule(110, 148, 150) +
      rule(50, 80, 120) +
      text(60, 70, "Date") +
      square(50, 30, 10) +
      square(50, 30, 10) +
      text(66, 31, "I agree");
    expect(await drawnIn(content)).toEqual([
      ["line", "Signature:", "", ""],
      ["line", "", "Date", ""],
      ["box", "", "", "I agree"],
    ]);
  });

  test("has its position as fractions of a rotated page", async () => {
    const content = `q 0 1 -1 0 200 0 cm ${text(50, 150, "Signature:")}${rule(110, 148, 150)}Q`;
    const { drawn } = await read(pages([content], "/MediaBox[0 0 200 400]/Rotate 90"));
    const [left, top, right] = drawn[0]?.box ?? [];
    expect([left, top, right].map((share) => Math.round((share ?? 0) * 100))).toEqual([27, 26, 65]);
  });

  test.each([
    ["a line under words", text(50, 102, "Terms of the lease") + rule(50, 100, 90) + text(55, 88, "Date")],
    ["the rules of a table", rule(50, 110, 200) + rule(50, 100, 200) + text(60, 90, "Date")],
    [
      "a short dash, and a line across the page",
      rule(50, 100, 20) + text(50, 90, "Date") + rule(10, 60, 390) + text(12, 50, "Name") + rule(0, 30, 420),
    ],
    ["a line and a square without words", rule(50, 100, 150) + square(50, 50, 10)],
    [
      "a square that is ticked, and a large one",
      square(50, 50, 10) + text(51, 51, "x") + text(66, 51, "Yes") + square(50, 90, 40) + text(95, 100, "Photo"),
    ],
  ])("is not %s", async (_what, content) => {
    const found = await drawnIn(content);
    expect(found.filter(([kind, , , after]) => kind === "line" || after !== "")).toEqual([]);
  });
});
