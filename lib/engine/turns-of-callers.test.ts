import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import sharp from "sharp";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { makeCompleted } from "@/lib/pades/verify/testing/signed-files";
import { makePdf } from "@/lib/pdf/testing/make-pdf";
import type { PdfEngine } from "./engine";
import { startEngine } from "./pool";

const folder = mkdtempSync(path.join(tmpdir(), "paraph-turns-"));
let engine: PdfEngine;
let picture: Buffer;

beforeAll(async () => {
  engine = startEngine({ distDir: path.resolve("dist"), maxPdfBytes: 1e7, threads: 1 });
  // Not drawn from SVG, because modules that other tests load in this process block its loader.
  const stroke = await sharp({ create: { width: 200, height: 4, channels: 4, background: "#000" } })
    .png()
    .toBuffer();
  picture = await sharp({ create: { width: 300, height: 100, channels: 4, background: "#fff" } })
    .composite([{ input: stroke }])
    .png()
    .toBuffer();
});
afterAll(async () => {
  await engine.close();
  rmSync(folder, { recursive: true });
});

const page = makePdf({ pages: [{}] });
const broken = Buffer.from(page.toString("latin1").replace(/startxref\n\d+/, "startxref\n7"), "latin1");
let files = 0;
function stored(bytes: Buffer) {
  const place = path.join(folder, String((files += 1)));
  writeFileSync(place, bytes);
  return { path: place, size: bytes.length };
}

/** Every operation of the engine that a request with an uploaded file can cause. */
const work: Record<string, (by: PdfEngine) => Promise<unknown>> = {
  "looking an upload over": (by) => {
    const { path: place, size } = stored(page);
    return by.ingest(place, size);
  },
  "repairing an upload": (by) => {
    const { path: place, size } = stored(broken);
    return by.ingest(place, size);
  },
  "drawing a signature image": (by) => by.normaliseImage(picture),
  "cleaning a photo": (by) => by.cleanImage(picture, false),
  "drawing a logo": (by) => by.drawLogo(picture),
  "reading lines": (by) => by.textLines([stored(page)], { containing: [], maxPages: 1, maxLines: 1 }),
  "finding margins": (by) =>
    by.freeMargins([stored(page)], { sizes: [{ widthPt: 40, heightPt: 20 }], taken: [], maxPages: 1 }),
  "drawing a page": (by) => by.pageImage([stored(page)], { page: 1, widthPx: 100, format: "png" }),
  "reading a page": (by) => by.pageText([stored(page)], 1),
  verifying: (by) => by.verify([stored(page)]),
};

/** All kinds use the same line in front of their pool of threads or of killable children. */
const quick = ["verifying", "drawing a page"];
const kinds = Object.keys(work).map((name) => [quick.includes(name) ? name : `@exhaustive ${name}`, name] as const);

test.each(kinds)("%s for one caller delays another caller by only one job", async (_title, name) => {
  const done: string[] = [];
  const start = (caller: string) => work[name]?.(engine.forCaller({ caller, file: "" })).then(() => done.push(caller));
  await Promise.all([...Array.from({ length: 8 }, () => start("ana")), start("bo")]);
  expect(done.indexOf("bo")).toBeLessThanOrEqual(3);
  expect(done).toHaveLength(9);
});

test("compares pictures of a caller before those that others had waiting", async () => {
  const { bytes } = await makeCompleted({ signed: 1 });
  const done: string[] = [];
  const verify = (caller: string) =>
    engine
      .forCaller({ caller, file: "" })
      .verify([stored(bytes)], { pictures: true, milliseconds: 60_000 })
      .then(() => done.push(caller));
  const waiting = () => engine.load().find(({ pool }) => pool === "pdfjs")?.waiting;
  const first = Array.from({ length: 8 }, () => verify("ana"));
  await vi.waitFor(() => expect(waiting()).toBeGreaterThanOrEqual(2), { timeout: 20_000, interval: 5 });
  await Promise.all([verify("bo"), ...first]);
  expect(done.indexOf("bo")).toBeLessThan(8);
});
