import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import {
  AMBIGUOUS_FILES,
  AMBIGUOUS_IMAGES,
  AMBIGUOUS_STREAMS,
  AMBIGUOUS_SYNTAX,
  AMBIGUOUS_TREES,
  UNDECIDABLE_FILES,
} from "@/lib/pdf/testing/ambiguous-files";
import { qpdfWarnings, wordsByMupdf, wordsByPoppler, wordsOf } from "@/lib/pdf/testing/outside-tools";
import { wordsByPdfJs } from "@/lib/pdf/testing/pdfjs-words";
import type { IngestOutcome, PdfEngine } from "./engine";
import { startEngine } from "./pool";

const folder = mkdtempSync(path.join(tmpdir(), "paraph-one-document-"));
let engine: PdfEngine;
let files = 0;

beforeAll(() => {
  engine = startEngine({ distDir: path.resolve("dist"), maxPdfBytes: 10 * 2 ** 20, threads: 1 });
});
afterAll(async () => {
  await engine.close();
  rmSync(folder, { recursive: true });
});

async function upload(bytes: Buffer): Promise<{ outcome: IngestOutcome; stored: Buffer; words: string[] }> {
  const file = path.join(folder, String((files += 1)));
  writeFileSync(file, bytes);
  const outcome = await engine.ingest(file, bytes.length);
  const stored = Buffer.concat([readFileSync(outcome.baseReplaced ?? file), outcome.tail ?? Buffer.alloc(0)]);
  const kept = `${file}.stored`;
  writeFileSync(kept, stored);
  let text = "";
  for (let page = 1; page <= outcome.pages.length; page += 1) {
    text += `${(await engine.pageText([{ path: kept, size: stored.length }], page)).join(" ")} `;
  }
  return { outcome, stored, words: wordsOf(text) };
}

/** Each row starts third-party programs. The quick run takes every fourth row of a table. */
const sampled = (names: string[]) =>
  names.map((name, index) => [`${name}${index % 4 === 0 ? "" : " @exhaustive"}`, name] as const);

const families = { ...AMBIGUOUS_FILES, ...AMBIGUOUS_TREES, ...AMBIGUOUS_STREAMS, ...AMBIGUOUS_SYNTAX };

describe("an upload in which readers see different documents", () => {
  test.each(sampled(Object.keys(families)))(
    "%s: is rewritten so that every reader shows the same document",
    async (_title, name) => {
      const { outcome, stored, words } = await upload(families[name]?.() ?? Buffer.alloc(0));
      expect(outcome).toMatchObject({ kind: "repaired", repaired: true, decrypted: false });
      expect(qpdfWarnings(stored)).toBe("");
      expect(words.length).toBeGreaterThan(1);
      expect({
        poppler: wordsByPoppler(stored),
        mupdf: wordsByMupdf(stored),
        pdfJs: await wordsByPdfJs(stored),
      }).toEqual({ poppler: words, mupdf: words, pdfJs: words });
    },
  );

  test.each(sampled(Object.keys(AMBIGUOUS_IMAGES)))(
    "EI inside the data of an inline image %s: is rewritten so that every reader shows the same",
    async (_title, place) => {
      const { outcome, stored, words } = await upload(AMBIGUOUS_IMAGES[place]?.() ?? Buffer.alloc(0));
      expect(outcome).toMatchObject({ kind: "repaired", repaired: true });
      expect(qpdfWarnings(stored)).toBe("");
      // Some programs do not count the text of patterns, glyphs and appearances as text of the page.
      for (const seen of [words, wordsByPoppler(stored), wordsByMupdf(stored), await wordsByPdfJs(stored)]) {
        expect(seen).not.toContain("Berlin");
      }
    },
  );

  test.each(sampled(Object.keys(UNDECIDABLE_FILES)))("%s: is refused", async (_title, name) => {
    await expect(
      upload(UNDECIDABLE_FILES[name]?.() ?? Buffer.alloc(0)).then(({ outcome }) => outcome.kind),
    ).rejects.toMatchObject({ name: "PdfError", code: "damaged" });
  });
});
