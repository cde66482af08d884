import { promisify } from "node:util";
import { inflateRaw } from "node:zlib";
import type { LetterSheet } from "./letter-sheets";
import { cellsPerSheet, haveOtherLetters, isOtherCell, sheetWidth, type Greys } from "./letters";
import { inkGrid, type PageFacts, type ReadFacts } from "./page-facts";

/**
 * Why two readers show different pages. `unreadable`: one of them cannot show the page. `page_count`: this is the
 * first page that only one of them has.
 */
export const readerDifferenceCodes = ["page_count", "unreadable", "page_size", "text", "picture"] as const;

export interface ReaderDifference {
  code: (typeof readerDifferenceCodes)[number];
  /** Counted from 1. */
  page: number;
}

/** Result of comparing two readers: at most one difference per page, the first `mostDifferences` of them. */
export interface ReaderFindings {
  /** The number of pages that both programs read, and the total. */
  compared: number;
  of: number;
  differences: ReaderDifference[];
}

const mostDifferences = 50;
const blackestInk = 255;

/*
 * Measured on the corpus: two programs smooth edges differently and set lines up to a pixel apart. Where they draw
 * the same glyphs, four blocks together differ by at most 12 of 255. Where they draw different ones, they differ by
 * 50 and more.
 */
const otherGlyphs = 16;
/**
 * Thresholds for a difference: how much darker or lighter a block is than its surroundings in the other drawing, and
 * the number of such blocks.
 */
const otherInk = 30;
const otherBlocks = 6;

/**
 * Compares page by page how PDFium and pdf.js read one file. A page is reported once, with its most serious
 * difference. The facts are as untrusted as the file's bytes: a page of large overlapping letters takes many seconds.
 */
export async function compareReaders(one: ReadFacts, other: ReadFacts): Promise<ReaderFindings> {
  const of = Math.max(one.of, other.of);
  const compared = Math.min(one.pages.length, other.pages.length);
  const others = await otherLetters(one.sheets, other.sheets);
  const differences: ReaderDifference[] = [];
  for (let index = 0; index < compared && differences.length < mostDifferences; index++) {
    const code = await differenceOf(one.pages[index] ?? null, other.pages[index] ?? null, others);
    if (code) differences.push({ code, page: index + 1 });
  }
  // A reader that refused the file for its size has no pages to compare.
  if (one.of > 0 && other.of > 0 && one.of !== other.of)
    differences.push({ code: "page_count", page: Math.min(one.of, other.of) + 1 });
  return { compared, of, differences };
}

async function differenceOf(
  one: PageFacts | null,
  other: PageFacts | null,
  others: ReadonlySet<number>,
): Promise<ReaderDifference["code"] | null> {
  if (!one || !other) return one === other ? null : "unreadable";
  if (Math.abs(one.width - other.width) > 1 || Math.abs(one.height - other.height) > 1) return "page_size";
  const ink = compareInk(one, other);
  if (differsInText(one.text, other.text, ink.furthest)) return "text";
  if (ink.blocks >= otherBlocks || one.changesGlyphs || other.changesGlyphs) return "picture";
  if (one.cells.some((cell) => others.has(cell))) return "picture";
  return (await drawOtherLetters(one, other)) ? "picture" : null;
}

/** Both programs smooth the same outlines. */
const outlineTolerancePx = 1;

/** The cells that two readers draw differently. */
async function otherLetters(one: readonly LetterSheet[], other: readonly LetterSheet[]): Promise<Set<number>> {
  const others = new Set<number>();
  for (const [sheet, { letters, greys }] of one.entries()) {
    const second = other[sheet];
    if (!second) break;
    const [drawn, again] = await Promise.all([greysOfSheet(greys), greysOfSheet(second.greys)]);
    for (let cell = 0; cell < Math.min(letters, second.letters); cell++) {
      if (isOtherCell(drawn, again, cell, outlineTolerancePx)) others.add(sheet * cellsPerSheet + cell);
    }
  }
  return others;
}

async function greysOfSheet(greys: Uint8Array): Promise<Greys> {
  const ink = await inflate(greys);
  return { ink, width: sheetWidth, height: ink.length / sheetWidth };
}

async function drawOtherLetters(one: PageFacts, other: PageFacts): Promise<boolean> {
  const boxes = [one.letters, other.letters].filter(({ length }) => length > 0);
  if (boxes.length === 0) return false;
  const [first, second] = await Promise.all([greysOf(one), greysOf(other)]);
  return boxes.some((letters) => haveOtherLetters(first, second, letters));
}

const inflate = promisify(inflateRaw);

async function greysOf({ greys, width, height }: PageFacts): Promise<Greys> {
  return { ink: await inflate(greys), width, height };
}

/**
 * Whether the text differs, in any order. It is enough if each reader finds plain letters or digits that the other
 * lacks, because a single digit has too little ink. Otherwise one of them may merely lack the Unicode value of a
 * glyph, so the rendered ink has to differ as well.
 */
function differsInText(one: string, other: string, furthestInk: number): boolean {
  const [surplus, lacking] = surplusOf(one, other);
  if (surplus.length === 0 && lacking.length === 0) return false;
  const isPlain = (characters: readonly string[]): boolean =>
    characters.some((character) => /[0-9A-Za-z]/.test(character));
  return furthestInk >= otherGlyphs || (isPlain(surplus) && isPlain(lacking));
}

/** Letters and digits that only one of two texts has, with repetitions. */
function surplusOf(one: string, other: string): [string[], string[]] {
  const counts = new Map<string, number>();
  const count = (text: string, step: number): void => {
    for (const [character] of text.normalize("NFKC").matchAll(/[\p{L}\p{N}]/gu))
      counts.set(character, (counts.get(character) ?? 0) + step);
  };
  count(one, 1);
  count(other, -1);
  const only = (sign: number): string[] =>
    [...counts].filter(([, left]) => left * sign > 0).map(([character]) => character);
  return [only(1), only(-1)];
}

interface InkDifference {
  /** The largest difference of four blocks together, 0 to 255. */
  furthest: number;
  /** The number of blocks that differ from everything around them in the other drawing. */
  blocks: number;
}

function compareInk(one: PageFacts, other: PageFacts): InkDifference {
  const grid = {
    columns: Math.min(inkGrid(one).columns, inkGrid(other).columns),
    rows: Math.min(inkGrid(one).rows, inkGrid(other).rows),
  };
  const first = readerOfInk(one);
  const second = readerOfInk(other);
  const difference: InkDifference = { furthest: 0, blocks: 0 };
  for (let row = 0; row < grid.rows; row++) {
    for (let column = 0; column < grid.columns; column++) {
      const apart = Math.abs(first(column, row) - second(column, row));
      if (apart < otherGlyphs / 4) continue;
      difference.furthest = Math.max(difference.furthest, furthestAround(first, second, column, row));
      if (
        apart > otherInk &&
        (standsOut(first(column, row), second, column, row) || standsOut(second(column, row), first, column, row))
      )
        difference.blocks += 1;
    }
  }
  return difference;
}

type InkAt = (column: number, row: number) => number;

function readerOfInk(facts: PageFacts): InkAt {
  const { columns, rows } = inkGrid(facts);
  return (column, row) =>
    column < 0 || row < 0 || column >= columns || row >= rows ? 0 : (facts.ink[row * columns + column] ?? 0);
}

/** The largest difference among the four 2 × 2 squares of blocks that contain a block. */
function furthestAround(first: InkAt, second: InkAt, column: number, row: number): number {
  let furthest = 0;
  for (const left of [column - 1, column]) {
    for (const top of [row - 1, row]) {
      const square = (ink: InkAt): number =>
        ink(left, top) + ink(left + 1, top) + ink(left, top + 1) + ink(left + 1, top + 1);
      furthest = Math.max(furthest, Math.abs(square(first) - square(second)) / 4);
    }
  }
  return furthest;
}

function standsOut(value: number, around: InkAt, column: number, row: number): boolean {
  let [lightest, darkest] = [blackestInk, 0];
  for (let x = column - 1; x <= column + 1; x++) {
    for (let y = row - 1; y <= row + 1; y++) {
      lightest = Math.min(lightest, around(x, y));
      darkest = Math.max(darkest, around(x, y));
    }
  }
  return value > darkest + otherInk || value < lightest - otherInk;
}
