import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { init, type WrappedPdfiumModule } from "@embedpdf/pdfium";
import type { ByteSource } from "@/lib/pdf/syntax/byte-source";
import { PdfError } from "@/lib/pdf/syntax/errors";

/** The part of Emscripten's runtime that is used here. The package's own typings depend on @types/emscripten. */
interface WasmRuntime {
  HEAPU8: Uint8Array;
  addFunction(callback: (...values: number[]) => number, signature: string): number;
  removeFunction(pointer: number): void;
  setValue(pointer: number, value: number, type: "i32"): void;
  getValue(pointer: number, type: "i32" | "float" | "double"): number;
  wasmExports: { malloc(size: number): number; free(pointer: number): void };
}

export interface Pdfium {
  call: WrappedPdfiumModule;
  runtime: WasmRuntime;
  /** True once PDFium has requested more memory than allowed. None of its results can be trusted afterwards. */
  starved(): boolean;
}

type ResizeHeap = (bytes: number) => boolean | number;

/**
 * WASM memory never shrinks and grows in steps of 20 %. This cap keeps the whole process below the watchdog's limit.
 */
const maxHeapBytes = 288 * 2 ** 20;

/** Starts PDFium (about 30 ms, 60 MB resident). */
export async function startPdfium(): Promise<Pdfium> {
  const wasm = await readFile(createRequire(import.meta.url).resolve("@embedpdf/pdfium/pdfium.wasm"));
  let starved = false;
  const capHeap = (imports: WebAssembly.Imports) => {
    const env = imports.env as { emscripten_resize_heap: ResizeHeap };
    const resize = env.emscripten_resize_heap;
    env.emscripten_resize_heap = (bytes) => {
      if (bytes >>> 0 <= maxHeapBytes) return resize(bytes);
      starved = true;
      return 0;
    };
  };
  const overrides = {
    print: () => undefined,
    printErr: () => undefined,
    instantiateWasm(imports: WebAssembly.Imports, done: (instance: WebAssembly.Instance) => void) {
      capHeap(imports);
      void WebAssembly.instantiate(new Uint8Array(wasm), imports).then(({ instance }) => done(instance));
      return {};
    },
  };
  const call = await init(overrides);
  call.PDFiumExt_Init();
  return { call, runtime: call.pdfium as unknown as WasmRuntime, starved: () => starved };
}

/** A document that PDFium has open, by its pointer. */
interface PdfiumDocument {
  pointer: number;
  close(): void;
}

/**
 * Opens a document that PDFium reads piece by piece through a callback, so that a 100 MB file is never in WASM memory
 * as a whole. Tries the empty password. Throws `encrypted` when another one is needed, and `damaged` when PDFium
 * finds no document.
 */
export function openDocument(pdfium: Pdfium, source: ByteSource): PdfiumDocument {
  const { call, runtime } = pdfium;
  const readBlock = runtime.addFunction(
    (_param, position = 0, target = 0, length = 0) => copyBlock(runtime, source, position >>> 0, target, length >>> 0),
    "iiiii",
  );
  // FPDF_FILEACCESS { unsigned long length; int (*getBlock)(…); void* param }
  const access = structOf(runtime, [source.size, readBlock, 0]);
  const free = (): void => {
    runtime.wasmExports.free(access);
    runtime.removeFunction(readBlock);
  };
  const pointer = call.FPDF_LoadCustomDocument(access, "");
  if (pointer === 0) {
    const error = openingError(call.FPDF_GetLastError());
    free();
    throw error;
  }
  return {
    pointer,
    close() {
      call.FPDF_CloseDocument(pointer);
      free();
    },
  };
}

/** Opens a document for one piece of work and always closes it. Throws what `openDocument` throws. */
export function withDocument<T>(pdfium: Pdfium, source: ByteSource, use: (document: number) => T): T {
  const document = openDocument(pdfium, source);
  try {
    return use(document.pointer);
  } finally {
    document.close();
  }
}

/** An exception must not unwind through PDFium's frames. A failed read returns 0, as fpdfview.h requires. */
function copyBlock(runtime: WasmRuntime, source: ByteSource, position: number, target: number, length: number): 0 | 1 {
  try {
    const block = source.read(position, length);
    runtime.HEAPU8.set(block, target);
    return block.length === length ? 1 : 0;
  } catch {
    return 0;
  }
}

/** Writes 32-bit words into newly allocated WASM memory. The caller frees it. */
export function structOf(runtime: WasmRuntime, words: readonly number[]): number {
  const pointer = runtime.wasmExports.malloc(words.length * 4);
  words.forEach((word, index) => runtime.setValue(pointer + index * 4, word, "i32"));
  return pointer;
}

/** FPDF_ERR_PASSWORD is 4, FPDF_ERR_SECURITY (an unknown handler) is 5. */
function openingError(code: number): PdfError {
  if (code === 4) return new PdfError("encrypted", "a password is needed to open it");
  if (code === 5) return new PdfError("encrypted_for_others", "it is protected in a way that no password opens");
  return new PdfError("damaged", "no document can be found in it");
}

/**
 * The position of a character: left, top, right and bottom as shares of the displayed page, from 0 to 1 from its
 * top-left corner.
 */
export type CharacterBox = readonly [number, number, number, number];

// No page meant for reading holds more. Further characters are ignored.
export const maxCharactersPerPage = 100_000;
const maxCharactersPerLine = 2_000;

/** Gives a resolution of a hundredth of a point on the longest page. */
export const deviceSide = 2 ** 22;

/** Runs `read` with a page and its text. Returns nothing for a page that cannot be read. */
export function onTextPage<Line>(
  { call }: Pdfium,
  document: number,
  number: number,
  read: (page: number, text: number) => Line[],
): Line[] {
  const page = call.FPDF_LoadPage(document, number - 1);
  if (page === 0) return [];
  const text = call.FPDFText_LoadPage(page);
  try {
    return text === 0 ? [] : read(page, text);
  } finally {
    if (text !== 0) call.FPDFText_ClosePage(text);
    call.FPDF_ClosePage(page);
  }
}

export interface IndexedLine {
  text: string;
  /** For each UTF-16 unit, PDFium's index of its character. */
  indexes: number[];
}

/** The lines of a page's text. PDFium joins the runs that are side by side on a line. */
export function splitLines({ call }: Pdfium, text: number): IndexedLine[] {
  const lines: IndexedLine[] = [];
  let line: IndexedLine = { text: "", indexes: [] };
  const count = Math.min(call.FPDFText_CountChars(text), maxCharactersPerPage);
  for (let index = 0; index < count; index++) {
    const code = call.FPDFText_GetUnicode(text, index);
    if (code === 0x0a || code === 0x0d || line.text.length >= maxCharactersPerLine) {
      lines.push(line);
      line = { text: "", indexes: [] };
    }
    if (code < 0x20 || code > 0x10ffff) continue;
    const character = String.fromCodePoint(code);
    line.text += character;
    for (let unit = 0; unit < character.length; unit++) line.indexes.push(index);
  }
  return [...lines, line];
}

interface Placed {
  call: Pdfium["call"];
  /** Four doubles: left, right, bottom, top in user space. Then two integers for the result of PageToDevice. */
  room: number;
  read: (pointer: number, type: "double" | "float" | "i32") => number;
}

type ReadRect = (placed: Placed, text: number, index: number) => readonly [number, number, number, number] | null;

/** The outline of a character. */
const outlineOf: ReadRect = ({ call, room, read }, text, index) =>
  call.FPDFText_GetCharBox(text, index, room, room + 8, room + 16, room + 24)
    ? [read(room, "double"), read(room + 16, "double"), read(room + 8, "double"), read(room + 24, "double")]
    : null;

/** The cell of a character on its line, regardless of its visible shape. */
export const cellOf: ReadRect = ({ call, room, read }, text, index) =>
  // Four floats: left, top, right, bottom.
  call.FPDFText_GetLooseCharBox(text, index, room)
    ? [read(room, "float"), read(room + 12, "float"), read(room + 8, "float"), read(room + 4, "float")]
    : null;

/** Returns a function that gives the position of a character on the displayed page. */
export function placing(
  { call, runtime }: Pdfium,
  page: number,
  text: number,
  rectOf: ReadRect = outlineOf,
): (index: number) => CharacterBox | null {
  const read = (pointer: number, type: "double" | "float" | "i32"): number => runtime.getValue(pointer, type);
  const toShare = (x: number, y: number, target: number): [number, number] => {
    call.FPDF_PageToDevice(page, 0, 0, deviceSide, deviceSide, 0, x, y, target, target + 4);
    return [read(target, "i32") / deviceSide, read(target + 4, "i32") / deviceSide];
  };
  return (index) => {
    const room = structOf(runtime, new Array<number>(10).fill(0));
    try {
      const rect = rectOf({ call, room, read }, text, index);
      if (!rect) return null;
      const [x0, y0] = toShare(rect[0], rect[1], room + 32);
      const [x1, y1] = toShare(rect[2], rect[3], room + 32);
      if (x0 === x1 && y0 === y1) return null;
      return [Math.min(x0, x1), Math.min(y0, y1), Math.max(x0, x1), Math.max(y0, y1)];
    } finally {
      runtime.wasmExports.free(room);
    }
  };
}
