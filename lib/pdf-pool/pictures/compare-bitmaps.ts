import type { PlaceShare } from "@/lib/pades/verify/pictures/picture-plan";
import type { Bitmap } from "./bitmap";

interface Cells {
  columns: number;
  rows: number;
  marked: Uint8Array;
}

/** Differing pixels that are no further apart than this belong to one place. */
const cellPx = 8;

/** The edge of a field is smoothed into the pixels beside it. */
const edgePx = 1;

const wholePage: PlaceShare = [0, 0, 1, 1];

/**
 * Places where two drawings by the same renderer differ. The same content always comes out as the same pixels, so that every pixel counts and
 * no tolerance can hide a digit. What lies inside `ignored` is left out. Drawings of different sizes differ as a whole.
 */
export function differingPlaces(one: Bitmap, other: Bitmap, ignored: readonly PlaceShare[]): PlaceShare[] {
  if (one.width !== other.width || one.height !== other.height) return [wholePage];
  if (one.pixels.equals(other.pixels)) return [];
  const cells = markCells(one, other, ignoredPixels(one, ignored));
  return groupCells(cells).map(([left, top, right, bottom]) => [
    (left * cellPx) / one.width,
    (top * cellPx) / one.height,
    Math.min(1, (right * cellPx) / one.width),
    Math.min(1, (bottom * cellPx) / one.height),
  ]);
}

/** One byte a pixel, 1 inside an ignored place; null when nothing is ignored. */
function ignoredPixels({ width, height }: Bitmap, ignored: readonly PlaceShare[]): Uint8Array | null {
  if (ignored.length === 0) return null;
  const mask = new Uint8Array(width * height);
  for (const [left, top, right, bottom] of ignored) {
    const from = Math.max(0, Math.floor(left * width) - edgePx);
    const to = Math.min(width, Math.ceil(right * width) + edgePx);
    const last = Math.min(height, Math.ceil(bottom * height) + edgePx);
    for (let row = Math.max(0, Math.floor(top * height) - edgePx); row < last; row++) {
      if (from < to) mask.fill(1, row * width + from, row * width + to);
    }
  }
  return mask;
}

function markCells(one: Bitmap, other: Bitmap, mask: Uint8Array | null): Cells {
  const { width, height } = one;
  const columns = Math.ceil(width / cellPx);
  const cells = {
    columns,
    rows: Math.ceil(height / cellPx),
    marked: new Uint8Array(columns * Math.ceil(height / cellPx)),
  };
  const rowBytes = width * 4;
  for (let row = 0; row < height; row++) {
    const start = row * rowBytes;
    if (one.pixels.compare(other.pixels, start, start + rowBytes, start, start + rowBytes) === 0) continue;
    for (let column = 0; column < width; column++) {
      const at = start + column * 4;
      const isSame = one.pixels.readUInt32LE(at) === other.pixels.readUInt32LE(at);
      if (isSame || mask?.[row * width + column] === 1) continue;
      cells.marked[Math.floor(row / cellPx) * columns + Math.floor(column / cellPx)] = 1;
    }
  }
  return cells;
}

type CellBox = [left: number, top: number, right: number, bottom: number];

/** The bounding boxes of marked cells that touch, corners included. */
function groupCells({ columns, rows, marked }: Cells): CellBox[] {
  const boxes: CellBox[] = [];
  for (let start = marked.indexOf(1); start >= 0; start = marked.indexOf(1, start + 1)) {
    const box: CellBox = [columns, rows, 0, 0];
    const waiting = [start];
    marked[start] = 0;
    for (let cell = waiting.pop(); cell !== undefined; cell = waiting.pop()) {
      const [column, row] = [cell % columns, Math.floor(cell / columns)];
      box[0] = Math.min(box[0], column);
      box[1] = Math.min(box[1], row);
      box[2] = Math.max(box[2], column + 1);
      box[3] = Math.max(box[3], row + 1);
      for (const near of neighbours(column, row, { columns, rows })) {
        if (marked[near] !== 1) continue;
        marked[near] = 0;
        waiting.push(near);
      }
    }
    boxes.push(box);
  }
  return boxes;
}

function neighbours(column: number, row: number, { columns, rows }: Pick<Cells, "columns" | "rows">): number[] {
  const found: number[] = [];
  for (let y = Math.max(0, row - 1); y <= Math.min(rows - 1, row + 1); y++) {
    for (let x = Math.max(0, column - 1); x <= Math.min(columns - 1, column + 1); x++) found.push(y * columns + x);
  }
  return found;
}
