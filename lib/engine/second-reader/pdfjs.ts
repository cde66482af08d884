import "./older-node";
import { createRequire } from "node:module";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { createCanvas, type Canvas } from "@napi-rs/canvas";
import type { PDFDocumentProxy, PDFPageProxy, RenderTask } from "pdfjs-dist";
import type { ByteSource } from "@/lib/pdf/syntax/byte-source";
import { PdfError } from "@/lib/pdf/syntax/errors";

export type Library = typeof import("pdfjs-dist");

/** pdf.js, with its own copies of character maps, fonts, decoders and profiles. */
export interface Pdfjs {
  library: Library;
  folder: string;
}

/** pdf.js takes a document as a single buffer and needs more memory to decode it. */
const largestDocument = 64 * 2 ** 20;

/** Starts pdf.js in this thread (about 130 ms). Its worker module is loaded directly, so that no thread is started. */
export async function startPdfjs(): Promise<Pdfjs> {
  const resolve = createRequire(import.meta.url).resolve;
  const load = (name: string): Promise<unknown> =>
    import(pathToFileURL(resolve(`pdfjs-dist/legacy/build/${name}`)).href);
  const library = (await load("pdf.mjs")) as Library;
  Object.assign(globalThis, { pdfjsWorker: await load("pdf.worker.mjs") });
  return { library, folder: path.dirname(resolve("pdfjs-dist/package.json")) };
}

/**
 * Opens a whole file. No scripts, no XFA, no network, no system fonts, so that a file looks the same on every
 * machine. Throws `encrypted`, `too_large`, `damaged`.
 */
export async function openWithPdfjs({ library, folder }: Pdfjs, source: ByteSource): Promise<PDFDocumentProxy> {
  if (source.size > largestDocument) throw new PdfError("too_large", `it is larger than ${largestDocument} bytes`);
  const task = library.getDocument({
    // Copied, because pdf.js takes ownership of the memory.
    data: new Uint8Array(source.read(0, source.size)),
    cMapUrl: `${folder}/cmaps/`,
    cMapPacked: true,
    standardFontDataUrl: `${folder}/standard_fonts/`,
    wasmUrl: `${folder}/wasm/`,
    iccUrl: `${folder}/iccs/`,
    useSystemFonts: false,
    disableFontFace: true,
    enableXfa: false,
    stopAtErrors: false,
    verbosity: library.VerbosityLevel.ERRORS,
  });
  try {
    return await task.promise;
  } catch (error) {
    throw refusalOf(error);
  }
}

/** Maps an error of pdf.js to a refusal of the file. For damaged files, pdf.js throws plain errors as well. */
export function refusalOf(error: unknown): PdfError {
  if (error instanceof PdfError) return error;
  const { name, message } = error instanceof Error ? error : { name: "", message: "" };
  if (name === "PasswordException") return new PdfError("encrypted", "a password is needed to open it");
  return new PdfError("damaged", `pdf.js cannot read it (${message.slice(0, 100)})`);
}

/** Runs `work` on one page and releases what pdf.js cached for it. Throws `no_page`, `damaged`. */
export async function withPage<T>(
  document: PDFDocumentProxy,
  number: number,
  work: (page: PDFPageProxy) => Promise<T>,
): Promise<T> {
  if (number < 1 || number > document.numPages) throw new PdfError("no_page", `it has no page ${number}`);
  try {
    const page = await document.getPage(number);
    drawWholePixels(page);
    try {
      return await work(page);
    } finally {
      page.cleanup();
    }
  } catch (error) {
    throw refusalOf(error);
  }
}

type SizeFor = (widthPt: number, heightPt: number) => { width: number; height: number };

/**
 * The page as shown on screen, on a white background, with annotations and the appearances of form fields. `sizeFor`
 * determines its size in pixels.
 */
export async function drawWithCanvas(library: Library, page: PDFPageProxy, sizeFor: SizeFor): Promise<Canvas> {
  const { canvas, task } = startDrawing(library, page, sizeFor, { background: "#ffffff" });
  await task.promise;
  return canvas;
}

/** Starts a drawing. `operationsFilter` decides by index which operators are drawn. */
export function startDrawing(
  library: Library,
  page: PDFPageProxy,
  sizeFor: SizeFor,
  more: { background: string; operationsFilter?: (index: number) => boolean },
): { canvas: Canvas; task: RenderTask } {
  const natural = page.getViewport({ scale: 1 });
  // PDFium ignores UserUnit, and the same page must have the same size in pixels.
  const { width, height } = sizeFor(natural.width / page.userUnit, natural.height / page.userUnit);
  const canvas = createCanvas(width, height);
  const viewport = page.getViewport({ scale: width / natural.width });
  const task = page.render({
    canvas: null,
    canvasContext: canvas.getContext("2d") as unknown as CanvasRenderingContext2D,
    viewport,
    intent: "display",
    annotationMode: library.AnnotationMode.ENABLE,
    ...more,
  });
  return { canvas, task };
}

/** Objects that survive two minor collections are freed only by a major one. */
const drawingsBeforeWholeCollection = 48;
let drawings = 0;
const collect = globalThis.gc as ((options?: { type: "minor" }) => void) | undefined;

/**
 * Takes the pixels of a canvas, which cannot be used afterwards. Canvas memory is outside the JavaScript heap, so
 * only a collection frees what pdf.js allocated for it: without one, forty pages of text take 400 MB. A minor
 * collection after every drawing frees nearly all of that in a tenth of the time of a full one.
 */
export function takePixels(canvas: Canvas): Buffer {
  const { data } = canvas.getContext("2d").getImageData(0, 0, canvas.width, canvas.height);
  Object.assign(canvas, { width: 1, height: 1 });
  drawings += 1;
  collect?.(drawings % drawingsBeforeWholeCollection === 0 ? undefined : { type: "minor" });
  return Buffer.from(data.buffer, data.byteOffset, data.byteLength);
}

/** A decoded image as pdf.js stores it. */
interface DecodedImage {
  kind: number;
  width: number;
  height: number;
  data: Uint8Array | Uint8ClampedArray;
}

interface ObjectStore {
  resolve: (this: ObjectStore, id: string, data?: unknown) => void;
}

/** `ImageKind` of pdf.js. */
const rgb = 2;
const rgba = 3;

const changed = new WeakSet<object>();

/**
 * Makes pdf.js draw pictures of three bytes per pixel as four. pdf.js 6.3.289 copies them in bands of 16 rows, and
 * its loop for the last pixels of a band starts at the picture's first row: it writes nothing, but takes 1.5 s for a
 * picture of 500,000 pixels, and its time grows quadratically. The pixels are the same.
 */
export function drawWholePixels(page: PDFPageProxy): void {
  const store = Object.getPrototypeOf(page.objs) as ObjectStore;
  if (changed.has(store)) return;
  changed.add(store);
  const resolve = store.resolve;
  store.resolve = function (id, data = null) {
    resolve.call(this, id, isRgb(data) ? withOpacity(data) : data);
  };
}

function isRgb(data: unknown): data is DecodedImage {
  if (typeof data !== "object" || data === null || !("kind" in data) || data.kind !== rgb) return false;
  const { width, height, data: bytes } = data as DecodedImage;
  return (bytes instanceof Uint8Array || bytes instanceof Uint8ClampedArray) && bytes.length >= width * height * 3;
}

/**
 * Written one word per pixel, because writing bytes took a sixth of the time for reading a file of pictures. Node
 * runs only on little-endian machines.
 */
function withOpacity(image: DecodedImage): DecodedImage {
  const { width, height, data: source } = image;
  const words = new Uint32Array(width * height);
  for (let from = 0, to = 0; to < words.length; from += 3, to += 1)
    words[to] = 0xff000000 | ((source[from + 2] ?? 0) << 16) | ((source[from + 1] ?? 0) << 8) | (source[from] ?? 0);
  return { ...image, kind: rgba, data: new Uint8ClampedArray(words.buffer) };
}
