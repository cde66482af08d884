import type { PDFDocumentProxy, PDFPageProxy, RenderTask } from "pdfjs-dist";
import { comparisonSize, type PageLayers } from "@/lib/engine/pages/bitmap";
import { imageSize, type PageImageRequest } from "@/lib/engine/pages/render-page";
import type { OpenForReading } from "@/lib/engine/pictures/reader";
import type { ByteSource } from "@/lib/pdf/syntax/byte-source";
import { sha256Hex } from "@/lib/platform/blobs/sha256";
import {
  drawWithCanvas,
  openWithPdfjs,
  refusalOf,
  startDrawing,
  takePixels,
  withPage,
  type Library,
  type Pdfjs,
} from "./pdfjs";

/** pdf.js as a reader for comparisons. */
export function readWithPdfjs(pdfjs: Pdfjs): OpenForReading {
  return async (source) => {
    const document = await openWithPdfjs(pdfjs, source);
    return {
      pages: document.numPages,
      draw: (number) =>
        withPage(document, number, async (page) => {
          const canvas = await drawWithCanvas(pdfjs.library, page, comparisonSize);
          const { width, height } = canvas;
          return { pixels: takePixels(canvas), width, height };
        }),
      text: (number) => withPage(document, number, async (page) => ({ text: await textOf(page) })),
      layers: (number) => withPage(document, number, (page) => readLayers(pdfjs.library, document, page)),
      close: () => document.loadingTask.destroy(),
    };
  };
}

/** One page as a PNG or WebP, as pdf.js shows it. Overlays are not supported. Throws what `renderPage` throws. */
export function renderWithPdfjs(
  pdfjs: Pdfjs,
  source: ByteSource,
  { page: number, widthPx, format }: PageImageRequest,
): Promise<Buffer> {
  return onPage(pdfjs, source, number, async (page) => {
    const canvas = await drawWithCanvas(pdfjs.library, page, (width, height) => imageSize(width, height, widthPx));
    return format === "png" ? canvas.encode("png") : canvas.encode("webp", 82);
  });
}

/** The text of one page as pdf.js reads it, line by line. Throws what `readPageText` throws. */
export function textWithPdfjs(pdfjs: Pdfjs, source: ByteSource, number: number): Promise<string[]> {
  return onPage(pdfjs, source, number, async (page) => {
    const lines = (await textOf(page)).split("\n");
    return lines.map((line) => line.trim()).filter((line) => line !== "");
  });
}

/** Lines separated by line feeds. */
export async function textOf(page: PDFPageProxy): Promise<string> {
  const { items } = await page.getTextContent();
  return items.map((item) => ("str" in item ? `${item.str}${item.hasEOL ? "\n" : ""}` : "")).join("");
}

async function onPage<T>(
  pdfjs: Pdfjs,
  source: ByteSource,
  number: number,
  work: (page: PDFPageProxy) => Promise<T>,
): Promise<T> {
  const document = await openWithPdfjs(pdfjs, source);
  try {
    return await withPage(document, number, work);
  } catch (error) {
    throw refusalOf(error);
  } finally {
    await document.loadingTask.destroy();
  }
}

interface Operators {
  fnArray: readonly number[];
  argsArray: readonly unknown[];
}

/**
 * Draws the annotations of a page on a transparent background, and hashes what pdf.js would draw below them:
 * operators and their operands, the page's geometry and the visibility of layers. Fonts and pictures are hashed by
 * name, not by content. Null if pdf.js does not expose its operators.
 */
async function readLayers(
  library: Library,
  document: PDFDocumentProxy,
  page: PDFPageProxy,
): Promise<PageLayers | null> {
  const { beginAnnotation, dependency } = library.OPS;
  const drawn: { operators?: Operators } = {};
  let first = -1;
  const { canvas, task } = startDrawing(library, page, comparisonSize, {
    background: "rgba(0, 0, 0, 0)",
    operationsFilter: (index) => {
      const names = drawn.operators?.fnArray ?? [];
      if (first < 0) first = names.indexOf(beginAnnotation);
      return names[index] === dependency || (first >= 0 && index >= first);
    },
  });
  const operators = operatorsOf(task);
  if (operators) drawn.operators = operators;
  await task.promise;
  if (!operators) return null;
  const layers = [...(await document.getOptionalContentConfig({ intent: "display" }))] as unknown as [string, Layer][];
  const content = hashOf(operators, first < 0 ? operators.fnArray.length : first, [
    page.view,
    page.rotate,
    page.userUnit,
    layers.map(([id, { visible }]) => [id, visible]),
  ]);
  return { content, annotations: { width: canvas.width, height: canvas.height, pixels: takePixels(canvas) } };
}

function hashOf({ fnArray, argsArray }: Operators, end: number, around: unknown): string {
  const names = new Names();
  const described = [names.describe(around)];
  for (let at = 0; at < end; at += 1) described.push(`${fnArray[at] ?? ""} ${names.describe(argsArray[at])}`);
  return sha256Hex(described.join("\n"));
}

interface Layer {
  visible: boolean;
}

/**
 * The names of fonts and pictures contain the number of the document and the number of resources seen before on any
 * page. They are therefore renumbered.
 */
const resourceName = /^(?:g_)?(?:d\d+_[a-z]|(?:img|mask|pattern)_p\d)/;

/** Writes operands so that equal ones have the same text. */
class Names {
  private readonly known = new Map<string, number>();
  /** All occurrences of a letter share one object. */
  private readonly glyphs = new WeakMap<object, string>();

  describe(value: unknown): string {
    if (typeof value === "string") return resourceName.test(value) ? `#${this.numberOf(value)}` : JSON.stringify(value);
    if (typeof value !== "object" || value === null) return String(value);
    if (Array.isArray(value)) return `[${value.map((item) => this.describe(item)).join(",")}]`;
    if (ArrayBuffer.isView(value))
      return `${value.constructor.name} ${Buffer.from(value.buffer, value.byteOffset, value.byteLength).toString("latin1")}`;
    if (value instanceof Map) return `Map ${this.describe([...value])}`;
    const isGlyph = "fontChar" in value;
    const written = (isGlyph ? this.glyphs.get(value) : undefined) ?? this.members(value);
    if (isGlyph) this.glyphs.set(value, written);
    return written;
  }

  private members(value: object): string {
    const entries = Object.entries(value).map(([key, member]) => `${key}:${this.describe(member)}`);
    return `{${entries.join(",")}}`;
  }

  private numberOf(name: string): number {
    const number = this.known.get(name) ?? this.known.size;
    this.known.set(name, number);
    return number;
  }
}

/** The operator list of a drawing. It grows while the drawing proceeds. */
function operatorsOf(task: RenderTask): Operators | undefined {
  const { _internalRenderTask: internal } = task as unknown as { _internalRenderTask?: { operatorList?: Operators } };
  const operatorList = internal?.operatorList;
  return operatorList && Array.isArray(operatorList.fnArray) ? operatorList : undefined;
}
