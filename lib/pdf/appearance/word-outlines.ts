import { pdfNumber } from "@/lib/pdf/syntax/serialize";
import { outlineText, type TextOutline } from "./text-outlines";

/** A line of text, measured in ems, ready to be drawn at any size. */
export interface LineOutline {
  widthEm: number;
  ascentEm: number;
  descentEm: number;
  /** PDF operators with the baseline's left end at (x, y), in points. */
  draw(xPt: number, yPt: number, sizePt: number): string;
}

interface Word {
  outline: TextOutline;
  xEm: number;
}

/**
 * Outlines are made at this em and scaled when drawn, so that one serves every size. Their numbers are rounded:
 * a thousandth of an em is 0.01 pt in the largest text.
 */
const EM = 1000;
const FRACTION = /-?\d*\.\d+/g;

const WORDS_KEPT = 512;
const LONGEST_PATH_KEPT = 16_384;
const ASCII = /^[\x20-\x7e]*$/;

/** Shaping costs about a millisecond a line and most words return (dates, hours, units): least recent go first. */
const kept = new Map<string, TextOutline>();

/** Throws PdfError `glyph_missing`. Plain ASCII is kept word by word, any other line as a whole. */
export function outlineLine(text: string): LineOutline {
  const { words, widthEm } = ASCII.test(text) ? placeWords(text) : placeWhole(text);
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

function placeWhole(text: string): { words: Word[]; widthEm: number } {
  const outline = outlineOnce(text);
  return { words: [{ outline, xEm: 0 }], widthEm: outline.widthPt / EM };
}

function placeWords(text: string): { words: Word[]; widthEm: number } {
  const spaceEm = outlineOnce(" ").widthPt / EM;
  const words: Word[] = [];
  let widthEm = 0;
  text.split(" ").forEach((word, index) => {
    widthEm += index === 0 ? 0 : spaceEm;
    if (word !== "") {
      const outline = outlineOnce(word);
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

function outlineOnce(text: string): TextOutline {
  const outline = kept.get(text) ?? outlineRounded(text);
  kept.delete(text);
  if (outline.path.length <= LONGEST_PATH_KEPT) {
    kept.set(text, outline);
  }
  const oldest = kept.keys().next();
  if (kept.size > WORDS_KEPT && oldest.done !== true) {
    kept.delete(oldest.value);
  }
  return outline;
}

function outlineRounded(text: string): TextOutline {
  const outline = outlineText(text, { sizePt: EM });
  return { ...outline, path: outline.path.replace(FRACTION, (number) => pdfNumber(Number(number), 0)) };
}
