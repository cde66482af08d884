import "@/lib/engine/second-reader/older-node";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { limitMs, type Reading } from "./outside-judges";
import type { Picture } from "./picture";

/** The part of pdf.js used here; it is installed with react-pdf. */
interface PdfJs {
  getDocument(parameters: Record<string, unknown>): { promise: Promise<JsDocument>; destroy(): Promise<void> };
}
interface JsDocument {
  numPages: number;
  canvasFactory: { create(width: number, height: number): { canvas: unknown; context: JsContext } };
  getPage(number: number): Promise<JsPage>;
}
interface JsContext {
  getImageData(x: number, y: number, width: number, height: number): { data: Uint8ClampedArray };
}
interface JsPage {
  getViewport(parameters: { scale: number }): { width: number; height: number };
  render(parameters: Record<string, unknown>): { promise: Promise<void> };
  getTextContent(): Promise<{ items: { str?: string; hasEOL?: boolean }[] }>;
}

const folder = path.resolve("node_modules/pdfjs-dist");

let loaded: Promise<PdfJs> | null = null;

/** pdf.js in this process, rendering for display, or for print with `isPrinted`. Empty if it fails. */
export async function readByPdfjs(
  bytes: Buffer,
  { maxPages, isPrinted = false }: { maxPages: number; isPrinted?: boolean },
): Promise<Reading> {
  loaded ??= import(pathToFileURL(path.join(folder, "legacy/build/pdf.mjs")).href) as Promise<PdfJs>;
  const task = (await loaded).getDocument({
    data: new Uint8Array(bytes),
    verbosity: 0,
    isEvalSupported: false,
    standardFontDataUrl: `${path.join(folder, "standard_fonts")}/`,
    cMapUrl: `${path.join(folder, "cmaps")}/`,
    useSystemFonts: false,
    disableFontFace: true,
    wasmUrl: `${path.join(folder, "wasm")}/`,
  });
  const timer = setTimeout(() => void task.destroy(), limitMs);
  try {
    const document = await task.promise;
    const reading: Reading = { pages: [], texts: [] };
    for (let number = 1; number <= Math.min(document.numPages, maxPages); number += 1) {
      const page = await document.getPage(number);
      reading.pages.push(await draw(document, page, isPrinted));
      const { items } = await page.getTextContent();
      reading.texts.push(items.map(({ str = "", hasEOL }) => (hasEOL ? `${str}\n` : str)).join(""));
    }
    return reading;
  } catch {
    return { pages: [], texts: [] };
  } finally {
    clearTimeout(timer);
    await task.destroy();
  }
}

async function draw(document: JsDocument, page: JsPage, isPrinted: boolean): Promise<Picture> {
  const viewport = page.getViewport({ scale: 1 });
  const [width, height] = [Math.max(1, Math.round(viewport.width)), Math.max(1, Math.round(viewport.height))];
  const { canvas, context } = document.canvasFactory.create(width, height);
  await page.render({
    canvas,
    canvasContext: context,
    viewport,
    background: "white",
    intent: isPrinted ? "print" : "display",
    annotationMode: 1,
  }).promise;
  const { data } = context.getImageData(0, 0, width, height);
  const pixels = new Uint8Array(width * height);
  for (let at = 0; at < pixels.length; at += 1) {
    pixels[at] = Math.round(
      0.299 * (data[at * 4] ?? 0) + 0.587 * (data[at * 4 + 1] ?? 0) + 0.114 * (data[at * 4 + 2] ?? 0),
    );
  }
  return { width, height, pixels };
}
