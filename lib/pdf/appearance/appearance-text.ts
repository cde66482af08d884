import { pdfNumber } from "@/lib/pdf/syntax/serialize";
import { largestAutomaticPt, shareBefore, type FieldFont, type TextStyle } from "@/lib/platform/geometry/field-text";
import {
  baselinePt,
  leadingEm,
  linesHeightPt,
  type Area,
  type SignatureLayout,
} from "@/lib/platform/geometry/signature-layout";
import { outlineText, type TextOutline } from "./text-outlines";

const SMALLEST_VALUE_PT = 4;
const SIZE_STEP_PT = 0.5;

/**
 * Draws each text on one line, left-aligned. A line that is too wide is set in a smaller size on its own. Throws
 * PdfError `glyph_missing`.
 */
export function drawLines(lines: readonly string[], layout: SignatureLayout): string {
  const { xPt, widthPt } = layout.lines;
  return lines
    .map((text, index) => {
      const line = outlineLine(text, "sans");
      const size = Math.min(layout.lineSizePt, widthPt / line.widthEm);
      return line.draw(xPt, baselinePt(layout, index), size);
    })
    .join("");
}

/** The typographic style of a value. */
export type ValueStyle = Pick<TextStyle, "fontSizePt" | "alignment"> & {
  /** `#rrggbb`. Black if omitted or null. */
  colour?: string | null;
  /** Sans if omitted or null. */
  font?: FieldFont | null;
  /** Several lines start at the top. */
  isFromTop?: boolean;
};

/**
 * Draws a value so that all of it fits. It uses the given size, or else the largest that the area allows, and a
 * smaller one where the text would not fit. Lines wrap between words and are centred vertically unless `isFromTop` is
 * set. Throws PdfError `glyph_missing`.
 */
export function drawValue(text: string, area: Area, { fontSizePt, alignment, font, isFromTop }: ValueStyle): string {
  const paragraphs = text.split(/\r\n|\r|\n/).map((paragraph) => outlineWords(paragraph, font ?? "sans"));
  const largest = Math.min(fontSizePt ?? largestAutomaticPt, area.heightPt / leadingEm);
  let sizePt = largest;
  let lines = wrap(paragraphs, area.widthPt / sizePt);
  while (!fits(lines, area, sizePt) && sizePt - SIZE_STEP_PT >= SMALLEST_VALUE_PT) {
    sizePt -= SIZE_STEP_PT;
    lines = wrap(paragraphs, area.widthPt / sizePt);
  }
  if (!fits(lines, area, sizePt)) {
    sizePt = sizeThatFits(lines, area);
  }
  const height = linesHeightPt(lines.length, sizePt);
  const top = isFromTop ? area.yPt + area.heightPt : area.yPt + area.heightPt / 2 + height / 2;
  return lines
    .map((line, index) => {
      const room = area.widthPt - widestEm([line]) * sizePt;
      const xPt = area.xPt + Math.max(0, room) * shareBefore(alignment);
      return drawWords(line, xPt, top - (index + 0.8) * sizePt * leadingEm, sizePt);
    })
    .join("");
}

interface PlacedWord {
  outline: LineOutline;
  xEm: number;
}

interface Paragraph {
  words: LineOutline[];
  spaceEm: number;
}

function outlineWords(paragraph: string, font: FieldFont): Paragraph {
  const words = paragraph.split(" ").filter((word) => word !== "");
  // Right-to-left text is reordered as a whole, so it cannot be wrapped word by word.
  const parts = isRightToLeft(paragraph) ? [paragraph] : words;
  return { words: parts.map((part) => outlineLine(part, font)), spaceEm: outlineLine(" ", font).widthEm };
}

function isRightToLeft(text: string): boolean {
  return /[\p{Script=Arabic}\p{Script=Hebrew}]/u.test(text);
}

function wrap(paragraphs: readonly Paragraph[], widthEm: number): PlacedWord[][] {
  return paragraphs.flatMap(({ words, spaceEm }) => {
    const lines: PlacedWord[][] = [[]];
    let xEm = 0;
    for (const outline of words) {
      let line = lines.at(-1) ?? [];
      if (line.length > 0 && xEm + outline.widthEm > widthEm) {
        line = [];
        lines.push(line);
        xEm = 0;
      }
      line.push({ outline, xEm });
      xEm += outline.widthEm + spaceEm;
    }
    return lines;
  });
}

function widestEm(lines: readonly PlacedWord[][]): number {
  return Math.max(0, ...lines.map((line) => (line.at(-1)?.xEm ?? 0) + (line.at(-1)?.outline.widthEm ?? 0)));
}

function fits(lines: readonly PlacedWord[][], area: Area, sizePt: number): boolean {
  return linesHeightPt(lines.length, sizePt) <= area.heightPt + 0.01 && widestEm(lines) * sizePt <= area.widthPt + 0.01;
}

function sizeThatFits(lines: readonly PlacedWord[][], area: Area): number {
  const byHeight = area.heightPt / (lines.length * leadingEm);
  return Math.min(byHeight, area.widthPt / widestEm(lines));
}

function drawWords(line: readonly PlacedWord[], xPt: number, yPt: number, sizePt: number): string {
  return line.map(({ outline, xEm }) => outline.draw(xPt + xEm * sizePt, yPt, sizePt)).join("");
}

/** A line of text, measured in ems, that can be drawn at any size. */
interface LineOutline {
  widthEm: number;
  ascentEm: number;
  descentEm: number;
  /** PDF operators that place the left end of the baseline at (x, y), in points. */
  draw(xPt: number, yPt: number, sizePt: number): string;
}

interface Word {
  outline: TextOutline;
  xEm: number;
}

/**
 * Outlines are made at this em and scaled when drawn, so that one outline serves every size. Coordinates are rounded:
 * a thousandth of an em is 0.01 pt in the largest text.
 */
const EM = 1000;
const FRACTION = /-?\d*\.\d+/g;

const CACHED_OUTLINES = 512;
const LONGEST_PATH_KEPT = 16_384;
const ASCII = /^[\x20-\x7e]*$/;

/**
 * Shaping takes about a millisecond per line, and most words recur (dates, hours, units). The least recently used are
 * dropped first.
 */
const cache = new Map<string, TextOutline>();

/** Throws PdfError `glyph_missing`. Plain ASCII is cached word by word, any other line as a whole. */
function outlineLine(text: string, font: FieldFont): LineOutline {
  const { words, widthEm } = ASCII.test(text) ? placeWords(text, font) : placeWhole(text, font);
  const ascentEm = Math.max(...words.map(({ outline }) => outline.ascentPt / EM), 0);
  const descentEm = Math.max(...words.map(({ outline }) => outline.descentPt / EM), 0);
  return {
    widthEm,
    ascentEm,
    descentEm,
    draw: (xPt, yPt, sizePt) =>
      words.map(({ outline, xEm }) => drawWord(outline, xPt + xEm * sizePt, yPt, sizePt)).join(""),
  };
}

function placeWhole(text: string, font: FieldFont): { words: Word[]; widthEm: number } {
  const outline = outlineOnce(text, font);
  return { words: [{ outline, xEm: 0 }], widthEm: outline.widthPt / EM };
}

function placeWords(text: string, font: FieldFont): { words: Word[]; widthEm: number } {
  const spaceEm = outlineOnce(" ", font).widthPt / EM;
  const words: Word[] = [];
  let widthEm = 0;
  text.split(" ").forEach((word, index) => {
    widthEm += index === 0 ? 0 : spaceEm;
    if (word !== "") {
      const outline = outlineOnce(word, font);
      words.push({ outline, xEm: widthEm });
      widthEm += outline.widthPt / EM;
    }
  });
  return { words, widthEm };
}

function drawWord(outline: TextOutline, xPt: number, yPt: number, sizePt: number): string {
  const scale = pdfNumber(sizePt / EM, 7);
  return `q ${scale} 0 0 ${scale} ${pdfNumber(xPt)} ${pdfNumber(yPt)} cm\n${outline.path}\nQ\n`;
}

function outlineOnce(text: string, font: FieldFont): TextOutline {
  const key = `${font} ${text}`;
  const outline = cache.get(key) ?? outlineRounded(text, font);
  cache.delete(key);
  if (outline.path.length <= LONGEST_PATH_KEPT) {
    cache.set(key, outline);
  }
  const oldest = cache.keys().next();
  if (cache.size > CACHED_OUTLINES && oldest.done !== true) {
    cache.delete(oldest.value);
  }
  return outline;
}

function outlineRounded(text: string, font: FieldFont): TextOutline {
  const outline = outlineText(text, { sizePt: EM, font });
  return { ...outline, path: outline.path.replace(FRACTION, (number) => pdfNumber(Number(number), 0)) };
}
