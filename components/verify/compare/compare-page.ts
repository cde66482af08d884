import type { Pdf } from "@/components/pages/open-pdf";
import type { PagePair, Place, Versions } from "./versions";

export type PageResult =
  | { kind: "same" }
  | { kind: "differs"; places: readonly Place[]; isResized: boolean; text: TextDifference | null }
  | { kind: "added" }
  | { kind: "gone" }
  | { kind: "undrawn" };

/**
 * Renders a page as signed and as it is now, and finds the differences. Rejects if either cannot be rendered, or if
 * `signal` aborted.
 */
export async function comparePage({ signed, now }: Versions, pair: PagePair, signal: AbortSignal): Promise<PageResult> {
  if (pair.now === null) return { kind: "gone" };
  if (pair.signed === null) return { kind: "added" };
  const [before, after] = await Promise.all([drawPage(signed, pair.signed, signal), drawPage(now, pair.now, signal)]);
  const [wasText, isText] = await Promise.all([textOf(before.page), textOf(after.page)]);
  const text = textDifference(wasText, isText);
  const fields = await fieldsOf(after);
  for (const { page } of [before, after]) page.cleanup();
  if (before.width !== after.width || before.height !== after.height)
    return { kind: "differs", places: [], isResized: true, text };
  const places = placesOf(before, after).map((place) => ({ ...place, field: fieldAt(fields, place) }));
  return places.length === 0 && text === null ? { kind: "same" } : { kind: "differs", places, isResized: false, text };
}

function placesOf(before: DrawnPage, after: DrawnPage): Omit<Place, "field">[] {
  const { width, height } = after;
  return pixelDifference(before.pixels, after.pixels, width, height).map(({ left, top, right, bottom }) => ({
    left: left / width,
    top: top / height,
    width: (right - left) / width,
    height: (bottom - top) / height,
  }));
}

/** A form field's rectangle, as fractions of the page. */
interface PageField {
  name: string;
  left: number;
  top: number;
  right: number;
  bottom: number;
}

/** Borders are drawn around a rectangle, not only inside: about two points. */
const slack = 0.004;

/** The form fields of a page, including signature fields. */
async function fieldsOf({ page, shareOf }: DrawnPage): Promise<PageField[]> {
  const annotations = (await page.getAnnotations()) as { subtype?: string; fieldName?: string; rect?: number[] }[];
  return annotations.flatMap(({ subtype, fieldName, rect }) =>
    subtype === "Widget" && fieldName && rect ? [{ name: fieldName, ...shareOf(rect) }] : [],
  );
}

/** The smallest field that contains the whole place; null if none does. */
export function fieldAt(fields: readonly PageField[], place: Omit<Place, "field">): string | null {
  const holding = fields.filter(
    (field) =>
      place.left >= field.left - slack &&
      place.left + place.width <= field.right + slack &&
      place.top >= field.top - slack &&
      place.top + place.height <= field.bottom + slack,
  );
  const areaOf = (field: PageField): number => (field.right - field.left) * (field.bottom - field.top);
  return holding.sort((a, b) => areaOf(a) - areaOf(b))[0]?.name ?? null;
}

/** Pixels from the top left corner; right and bottom are exclusive. */
interface PixelBox {
  left: number;
  top: number;
  right: number;
  bottom: number;
}

/** Differences closer than this are one place. */
const tile = 16;
/** Both pictures come from the same program; differences up to this come from rounding in blending. */
const tolerance = 12;
/** Beyond this number, one outline around all of them is clearer. */
const mostBoxes = 24;

/** Differences between two pictures of the same size, one box per place, from top to bottom. Pixels are RGBA. */
export function pixelDifference(
  before: Uint8ClampedArray,
  after: Uint8ClampedArray,
  width: number,
  height: number,
): PixelBox[] {
  const tiles = differingTiles(before, after, width, height);
  const boxes = joinNeighbours(tiles, Math.ceil(width / tile));
  const all = boxes.length > mostBoxes ? [boxes.reduce(union)] : boxes;
  return all.sort((a, b) => a.top - b.top || a.left - b.left);
}

function differingTiles(
  before: Uint8ClampedArray,
  after: Uint8ClampedArray,
  width: number,
  height: number,
): Map<number, PixelBox> {
  const [was, is] = [wordsOf(before), wordsOf(after)];
  const across = Math.ceil(width / tile);
  const tiles = new Map<number, PixelBox>();
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      const at = y * width + x;
      if (was[at] === is[at] || !differsVisibly(before, after, at * 4)) continue;
      const key = Math.floor(y / tile) * across + Math.floor(x / tile);
      const pixel = { left: x, top: y, right: x + 1, bottom: y + 1 };
      const known = tiles.get(key);
      tiles.set(key, known ? union(known, pixel) : pixel);
    }
  }
  return tiles;
}

// Compares four bytes at a time.
function wordsOf(pixels: Uint8ClampedArray): Uint32Array {
  return new Uint32Array(pixels.buffer, pixels.byteOffset, pixels.byteLength / 4);
}

function differsVisibly(before: Uint8ClampedArray, after: Uint8ClampedArray, at: number): boolean {
  for (let channel = at; channel < at + 3; channel += 1) {
    if (Math.abs((before[channel] ?? 0) - (after[channel] ?? 0)) > tolerance) return true;
  }
  return false;
}

function joinNeighbours(tiles: Map<number, PixelBox>, across: number): PixelBox[] {
  const boxes: PixelBox[] = [];
  const left = new Set(tiles.keys());
  for (const first of tiles.keys()) {
    if (!left.delete(first)) continue;
    const found: number[] = [first];
    let box = tiles.get(first);
    for (let key = found.pop(); key !== undefined; key = found.pop()) {
      const here = tiles.get(key);
      if (here) box = box ? union(box, here) : here;
      for (const next of around(key, across)) if (left.delete(next)) found.push(next);
    }
    if (box) boxes.push(box);
  }
  return boxes;
}

function around(key: number, across: number): number[] {
  const column = key % across;
  const columns = [column - 1, column, column + 1].filter((candidate) => candidate >= 0 && candidate < across);
  return [-1, 0, 1].flatMap((row) => columns.map((candidate) => key - column + row * across + candidate));
}

function union(a: PixelBox, b: PixelBox): PixelBox {
  return {
    left: Math.min(a.left, b.left),
    top: Math.min(a.top, b.top),
    right: Math.max(a.right, b.right),
    bottom: Math.max(a.bottom, b.bottom),
  };
}

/** Text lines of a page that only one version has, in order. */
export interface TextDifference {
  was: readonly string[];
  is: readonly string[];
}

/** Beyond this number pictures are clearer. */
const mostLines = 6;
const mostCharacters = 200;

/** The lines in a page's text layer; text drawn as a picture or outlines is missing. */
export async function textOf(page: DrawnPage["page"]): Promise<string[]> {
  const { items } = await page.getTextContent();
  const lines = [""];
  for (const item of items) {
    if (!("str" in item)) continue;
    lines.push((lines.pop() ?? "") + item.str);
    if (item.hasEOL) lines.push("");
  }
  return lines.map(readable).filter((line) => line !== "");
}

/** Lines that only one of two versions has; null if both are equal. */
export function textDifference(before: readonly string[], after: readonly string[]): TextDifference | null {
  const [was, is] = [without(before, after), without(after, before)];
  return was.length === 0 && is.length === 0 ? null : { was: shortened(was), is: shortened(is) };
}

function without(lines: readonly string[], others: readonly string[]): string[] {
  const left = new Map<string, number>();
  for (const line of others) left.set(line, (left.get(line) ?? 0) + 1);
  return lines.filter((line) => {
    const count = left.get(line) ?? 0;
    left.set(line, count - 1);
    return count <= 0;
  });
}

function shortened(lines: readonly string[]): string[] {
  return lines
    .slice(0, mostLines)
    .map((line) => (line.length > mostCharacters ? `${line.slice(0, mostCharacters)}…` : line));
}

// Control characters, and those that change the direction of text, could disguise a line.
function readable(line: string): string {
  return line
    .replace(/[\p{Cc}\p{Cf}]/gu, " ")
    .replace(/\s+/g, " ")
    .trim();
}

type LoadedPage = Awaited<ReturnType<Pdf["getPage"]>>;

/** Fine enough for a digit of six points. A comparison holds two pictures of this size. */
const pixelsPerPoint = 1.5;
const mostPixels = 2_500_000;

interface DrawnPage {
  page: LoadedPage;
  width: number;
  height: number;
  /** RGBA. */
  pixels: Uint8ClampedArray;
  /** Converts a rectangle in the page's units to fractions of the picture. */
  shareOf: (rect: readonly number[]) => { left: number; top: number; right: number; bottom: number };
}

/** Renders a page off screen. Rejects if it cannot be rendered, or if `signal` aborted. */
async function drawPage(pdf: Pdf, pageNumber: number, signal: AbortSignal): Promise<DrawnPage> {
  const page = await pdf.getPage(pageNumber);
  signal.throwIfAborted();
  const natural = page.getViewport({ scale: 1 });
  const scale = Math.min(pixelsPerPoint, Math.sqrt(mostPixels / (natural.width * natural.height)));
  const viewport = page.getViewport({ scale });
  const [width, height] = [Math.max(1, Math.round(viewport.width)), Math.max(1, Math.round(viewport.height))];
  const canvas = Object.assign(document.createElement("canvas"), { width, height });
  // Read back after drawing, so keep it off the graphics card, where two renderings of one page may differ.
  const context = canvas.getContext("2d", { alpha: false, willReadFrequently: true });
  if (!context) throw new Error("the browser gives no canvas");
  const task = page.render({ canvas, viewport });
  const cancel = (): void => task.cancel();
  signal.addEventListener("abort", cancel);
  try {
    await task.promise;
    const { data } = context.getImageData(0, 0, width, height);
    return { page, width, height, pixels: data, shareOf: (rect) => shareOf(viewport, rect) };
  } finally {
    signal.removeEventListener("abort", cancel);
    // Some browsers keep a canvas's memory until it is resized.
    Object.assign(canvas, { width: 0, height: 0 });
  }
}

function shareOf(
  viewport: ReturnType<LoadedPage["getViewport"]>,
  [x0 = 0, y0 = 0, x1 = 0, y1 = 0]: readonly number[],
): ReturnType<DrawnPage["shareOf"]> {
  const [[ax = 0, ay = 0], [bx = 0, by = 0]] = [
    viewport.convertToViewportPoint(x0, y0) as number[],
    viewport.convertToViewportPoint(x1, y1) as number[],
  ];
  const { width, height } = viewport;
  return {
    left: Math.min(ax, bx) / width,
    top: Math.min(ay, by) / height,
    right: Math.max(ax, bx) / width,
    bottom: Math.max(ay, by) / height,
  };
}
