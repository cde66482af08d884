import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import sharp from "sharp";
import { afterAll, expect, test } from "vitest";
import { startChildren, startSecondReaders } from "@/lib/engine/lines/children";
import { EngineTimeoutError } from "@/lib/engine/lines/waiting-line";
import type { SegmentPath } from "@/lib/pdf/syntax/byte-source";
import { pdfOf } from "@/lib/pdf/testing/hand-written-pdf";
import { makePdf } from "@/lib/pdf/testing/make-pdf";

const distDir = path.resolve("dist");
const folder = mkdtempSync(path.join(tmpdir(), "paraph-second-"));
const second = startSecondReaders(distDir, 1);
const first = startChildren(distDir, 1);
afterAll(() => {
  second.close();
  first.close();
  rmSync(folder, { recursive: true });
});

let files = 0;
function stored(bytes: Buffer): SegmentPath {
  const file = path.join(folder, String((files += 1)));
  writeFileSync(file, bytes);
  return { path: file, size: bytes.length };
}

const limitMs = 20_000;

test("reads the text of a page", async () => {
  const segments = [stored(makePdf({ pages: [{}, {}] }))];
  expect(await second.run("pageText", { segments, page: 2 }, limitMs)).toEqual(["Page 2"]);
});

test("renders a page as PDFium does, except for anti-aliasing @exhaustive", async () => {
  const segments = [stored(makePdf({ pages: [{ rotate: 90, cropBox: [0, 0, 300, 200] }] }))];
  const image = { segments, page: 1, widthPx: 400, format: "png" as const };
  const [one, other] = await Promise.all([first.run("render", image, limitMs), second.run("render", image, limitMs)]);
  const [a, b] = await Promise.all(
    [one, other].map((png) => sharp(png).greyscale().blur(4).raw().toBuffer({ resolveWithObject: true })),
  );
  expect(b?.info).toMatchObject({ width: a?.info.width, height: a?.info.height });
  const apart = [...(a?.data ?? [])].filter((value, at) => Math.abs(value - (b?.data[at] ?? 0)) > 48);
  expect(apart).toEqual([]);
  expect([...(b?.data ?? [])].some((value) => value < 230)).toBe(true);
});

test("reports damaged for a file that is not a PDF and encrypted for one with a password, and keeps its process", async () => {
  await expect(
    second.run("pageText", { segments: [stored(Buffer.from("not a PDF"))], page: 1 }, limitMs),
  ).rejects.toMatchObject({ name: "PdfError", code: "damaged" });
  await expect(
    second.run("pageText", { segments: [stored(makePdf({ pages: [{}] }))], page: 3 }, limitMs),
  ).rejects.toMatchObject({ code: "no_page" });
  expect(second.pids()).toHaveLength(1);
});

test("ends its process at a page that takes too long, and gives the next job a new one @exhaustive", async () => {
  const before = second.pids();
  const endless = pdfOf([
    "<</Type/Catalog/Pages 2 0 R>>",
    "<</Type/Pages/Kids[3 0 R]/Count 1>>",
    "<</Type/Page/Parent 2 0 R/MediaBox[0 0 600 800]/Contents 4 0 R>>",
    slowContent(),
  ]);
  const image = { segments: [stored(endless)], page: 1, widthPx: 400, format: "png" as const };
  await expect(second.run("render", image, 200)).rejects.toBeInstanceOf(EngineTimeoutError);
  expect(await second.run("pageText", { segments: [stored(makePdf({ pages: [{}] }))], page: 1 }, limitMs)).toEqual([
    "Page 1",
  ]);
  expect(second.pids()).not.toEqual(before);
});

/** Enough curves to keep any renderer busy for seconds. */
function slowContent(): string {
  const content = Array.from(
    { length: 300_000 },
    (_, at) => `0 0 m ${at % 600} 800 600 ${at % 800} 300 ${at % 700} c 600 800 l 300 300 l b*`,
  ).join("\n");
  return `<</Length ${content.length}>>\nstream\n${content}\nendstream`;
}
