import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { init, type WrappedPdfiumModule } from "@embedpdf/pdfium";
import type { ByteSource } from "@/lib/pdf/byte-source";
import { PdfError } from "@/lib/pdf/errors";

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
export interface PdfiumDocument {
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
