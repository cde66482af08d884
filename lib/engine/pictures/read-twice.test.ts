import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { startChildren, startSecondReaders, type Children } from "@/lib/engine/lines/children";
import { readTwice } from "@/lib/engine/pool";
import { PdfError } from "@/lib/pdf/syntax/errors";
import { pdfOf, stream } from "@/lib/pdf/testing/hand-written-pdf";
import { makePdf } from "@/lib/pdf/testing/make-pdf";
import { compareReaders, type ReaderFindings } from "./compare-readers";

const distDir = path.resolve("dist");
const folder = mkdtempSync(path.join(tmpdir(), "paraph-twice-"));
const readers = { pdfium: startChildren(distDir, 1), pdfjs: startSecondReaders(distDir, 1), compare: compareReaders };
afterAll(() => {
  readers.pdfium.close();
  readers.pdfjs.close();
  rmSync(folder, { recursive: true });
});

let files = 0;
async function read(bytes: Buffer, through: Parameters<typeof readTwice>[0] = readers): Promise<ReaderFindings> {
  const file = path.join(folder, String((files += 1)));
  writeFileSync(file, bytes);
  return readTwice(through, [{ path: file, size: bytes.length }]);
}

const page = (contents: string): string =>
  `<</Type/Page/Parent 2 0 R/MediaBox[0 0 600 800]/Resources<</Font<</F 3 0 R>>>>/Contents ${contents}>>`;
const sheet = (contents: string, streams: readonly string[]): Buffer =>
  pdfOf([
    "<</Type/Catalog/Pages 2 0 R>>",
    "<</Type/Pages/Kids[4 0 R]/Count 1>>",
    "<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>",
    page(contents),
    ...streams,
  ]);
const line = (text: string): string => `BT /F 12 Tf 100 700 Td (${text}) Tj ET`;

describe("two readers of one file", () => {
  test("agree on pages with text, rotated, cropped and scaled", async () => {
    const bytes = makePdf({
      pages: [
        {},
        { rotate: 90 },
        { cropBox: [0, 0, 300, 400] },
        { userUnit: 2 },
        { mediaBox: [-100, -100, 500, 600], rotate: 270 },
      ],
    });
    expect(await read(bytes)).toEqual({ compared: 5, of: 5, differences: [] });
  });

  test("agree on small and dense text @exhaustive", async () => {
    const lines = Array.from(
      { length: 90 },
      (_, at) => `BT /F 6 Tf 40 ${780 - at * 8} Td (${"The price of item ".repeat(6)}${at * 7919}) Tj ET`,
    );
    expect((await read(sheet("5 0 R", [stream("", lines.join("\n"))]))).differences).toEqual([]);
  });

  test("differ over an inline image whose declared length includes its end marker", async () => {
    // One reader uses the declared length, and the other searches for EI (ISO 32000-2, 8.9.7).
    const hidden = `\nEI\n${line("Pay EUR 999999")}\n`;
    const image = `q 40 0 0 40 300 300 cm\nBI /W ${hidden.length + 20} /H 1 /BPC 8 /CS /G /L ${hidden.length + 20}\nID ${hidden}${"\0".repeat(20)}\nEI\nQ\n`;
    const { differences } = await read(sheet("5 0 R", [stream("", `${image}${line("Signed in Berlin")}`)]));
    expect(differences).toHaveLength(1);
    expect(differences[0]).toMatchObject({ page: 1 });
  });

  test("differ over one page that only one of them can render", async () => {
    const facts = {
      page: 1,
      width: 8,
      height: 8,
      text: "",
      ink: new Uint8Array(1),
      changesGlyphs: false,
      greys: new Uint8Array(),
      letters: new Uint16Array(),
      cells: new Uint32Array(),
    };
    const answering = (pages: (typeof facts | null)[], of = pages.length): Children<"readFacts"> => ({
      run: () => Promise.resolve({ of, pages, sheets: [] } as never),
      warm: () => undefined,
      pids: () => [],
      load: () => ({ running: 0, waiting: 0, places: 1 }),
      close: () => undefined,
    });
    const compare = (one: Children<"readFacts">, other: Children<"readFacts">) =>
      readTwice({ pdfium: one, pdfjs: other, compare: compareReaders }, []);
    expect(await compare(answering([facts, facts]), answering([facts, null]))).toEqual({
      compared: 2,
      of: 2,
      differences: [{ code: "unreadable", page: 2 }],
    });
    expect(
      await compare(answering([facts]), answering([{ ...facts, width: 16, ink: new Uint8Array(2) }])),
    ).toMatchObject({ differences: [{ code: "page_size", page: 1 }] });
    expect(await compare(answering([facts], 1), answering([facts, facts], 2))).toMatchObject({
      compared: 1,
      of: 2,
      differences: [{ code: "page_count", page: 2 }],
    });
    expect(await compare(answering([null]), answering([null]))).toMatchObject({ differences: [] });
  });

  test("differ over a file that only one of them opens, unless it is only too large for the other", async () => {
    const refusing = (code: "damaged" | "too_large"): Children<"readFacts"> => ({
      run: () => Promise.reject(new PdfError(code, "")),
      warm: () => undefined,
      pids: () => [],
      load: () => ({ running: 0, waiting: 0, places: 1 }),
      close: () => undefined,
    });
    const bytes = makePdf({ pages: [{}] });
    expect(await read(bytes, { ...readers, pdfjs: refusing("damaged") })).toEqual({
      compared: 0,
      of: 1,
      differences: [{ code: "unreadable", page: 1 }],
    });
    expect(await read(bytes, { ...readers, pdfjs: refusing("too_large") })).toEqual({
      compared: 0,
      of: 1,
      differences: [],
    });
  });
});

describe("different text is detected", () => {
  const answering = (bytes: Buffer, real: Children<"readFacts">): Children<"readFacts"> => ({
    ...real,
    run: (job, input, limitMs) => {
      const file = path.join(folder, String((files += 1)));
      writeFileSync(file, bytes);
      return real.run(job, { ...input, segments: [{ path: file, size: bytes.length }] }, limitMs);
    },
  });

  test.each([
    ["one digit", "Pay EUR 100", "Pay EUR 900"],
    ["a whole line", "Signed in Berlin", "Pay EUR 999999"],
    ["words that only one has", "and EUR 999999 more", ""],
  ])("%s", async (_name, one, other) => {
    const file = (text: string): Buffer =>
      sheet("5 0 R", [stream("", `${line(text)} BT /F 12 Tf 100 600 Td (the same in both) Tj ET`)]);
    expect(
      await readTwice(
        { ...readers, pdfium: answering(file(one), readers.pdfium), pdfjs: answering(file(other), readers.pdfjs) },
        [],
      ),
    ).toEqual({ compared: 1, of: 1, differences: [{ code: "text", page: 1 }] });
  });

  test("a different drawing without text", async () => {
    const file = (content: string): Buffer => sheet("5 0 R", [stream("", content)]);
    const [one, other] = [file("100 100 80 12 re f"), file("100 300 80 12 re f")];
    expect(
      (
        await readTwice(
          { ...readers, pdfium: answering(one, readers.pdfium), pdfjs: answering(other, readers.pdfjs) },
          [],
        )
      ).differences,
    ).toEqual([{ code: "picture", page: 1 }]);
  });
});
