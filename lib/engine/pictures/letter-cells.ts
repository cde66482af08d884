import type { Greys } from "./letters";

/** Each letter is drawn in a square of three em and clipped to it, so that letters cannot cover each other. */
const cellPx = 150;
const originPx = 50;
const columns = 20;
const rowsPerSheet = 8;
export const cellsPerSheet = columns * rowsPerSheet;
export const sheetWidth = columns * cellPx;

/**
 * Limit for unmatched ink, in black pixels. It is at most 3 in 885 of 886 files of the corpus, and 20 for a full stop
 * that vanishes.
 */
const mostStrayPx = 6;
const blackest = 255;

/** The size of a sheet with this many cells, in points and in pixels. */
export function sheetSize(count: number): { width: number; height: number } {
  return { width: sheetWidth, height: Math.ceil(count / columns) * cellPx };
}

/** Content that shows a code, in hexadecimal digits, in one of the cells, counted from the top left. */
export function cellContent(
  at: number,
  { code, font, sizePt }: { code: string; font: string; sizePt: number },
  height: number,
): string {
  const [x, y] = [(at % columns) * cellPx, height - (Math.floor(at / columns) + 1) * cellPx];
  return `q ${x} ${y} ${cellPx} ${cellPx} re W n BT /${font} ${sizePt} Tf ${x + originPx} ${y + originPx} Td <${code}> Tj ET Q`;
}

/**
 * Programs start a glyph either where its outline starts or where its font program says. A shift of up to a tenth of
 * an em does not change the letter.
 */
const mostShiftPx = 5;

/** Whether a cell shows something different in two drawings of a sheet. Ink may be displaced by `tolerancePx`. */
export function isOtherCell(one: Greys, other: Greys, cell: number, tolerancePx: number): boolean {
  const rows = otherRows(one, other, cell);
  if (rows.length === 0) return false;
  const compared = { cell, rows, tolerancePx };
  const stray = (shift: number): number =>
    strayInk(one, other, { ...compared, shift: -shift }) + strayInk(other, one, { ...compared, shift });
  const isOther = (shift: number): boolean => stray(shift) > mostStrayPx * blackest;
  if (!isOther(0)) return false;
  const shift = leftOf(other, cell) - leftOf(one, cell);
  return shift === 0 || Math.abs(shift) > mostShiftPx || isOther(shift);
}

function cornerOf(cell: number): readonly [left: number, top: number] {
  return [(cell % columns) * cellPx, Math.floor(cell / columns) * cellPx];
}

function rowOf({ ink, width }: Greys, cell: number, row: number): Uint8Array {
  const [left, top] = cornerOf(cell);
  const start = (top + row) * width + left;
  return ink.subarray(start, start + cellPx);
}

/** Rows that differ. Most of a cell is white in both drawings. */
function otherRows(one: Greys, other: Greys, cell: number): number[] {
  return Array.from({ length: cellPx }, (_, row) => row).filter(
    (row) => Buffer.compare(rowOf(one, cell, row), rowOf(other, cell, row)) !== 0,
  );
}

/** The leftmost column with ink in a cell. */
function leftOf(greys: Greys, cell: number): number {
  let left = cellPx;
  for (let row = 0; row < cellPx; row++) {
    const begin = rowOf(greys, cell, row).findIndex((ink) => ink > blackest / 2);
    if (begin >= 0) left = Math.min(left, begin);
  }
  return left;
}

interface Compared {
  cell: number;
  rows: readonly number[];
  tolerancePx: number;
  /** How far to the left the matching ink is, in pixels. */
  shift: number;
}

/**
 * The ink of a cell that is more than twice as dark as all ink around the same position in the other drawing. Less
 * can be a hairline that is drawn lighter or darker.
 */
function strayInk(one: Greys, other: Greys, { cell, rows, tolerancePx, shift }: Compared): number {
  let stray = 0;
  for (const row of rows) {
    const [first, second] = [rowOf(one, cell, row), rowOf(other, cell, row)];
    for (let x = 0; x < cellPx; x++) {
      const here = first[x] ?? 0;
      if (here > 2 * (second[x - shift] ?? 0))
        stray += Math.max(0, here - 2 * darkestAround(other, cell, { x: x - shift, row }, tolerancePx));
    }
  }
  return stray;
}

function darkestAround(
  { ink, width }: Greys,
  cell: number,
  { x, row }: { x: number; row: number },
  tolerancePx: number,
): number {
  const [left, top] = cornerOf(cell);
  const [first, last] = [Math.max(0, x - tolerancePx), Math.min(cellPx - 1, x + tolerancePx)];
  let darkest = 0;
  for (let y = Math.max(0, row - tolerancePx); y <= Math.min(cellPx - 1, row + tolerancePx); y++) {
    const start = (top + y) * width + left;
    for (let at = start + first; at <= start + last; at++) darkest = Math.max(darkest, ink[at] ?? 0);
  }
  return darkest;
}
