import type { TextFont } from "./fonts";
import type { Box } from "./geometry";
import type { Colour } from "./graphics-state";
import type { Visibility } from "./layer-states";

/** Something that a page or an annotation draws, in drawing order. Places are in default user space. */
interface MarkFacts {
  order: number;
  box: Box;
  /** Upper bound of the visible area inside the clipping paths. */
  clip: Box;
  visibility: Visibility;
  /** Index in /Annots of the annotation that draws it, or null for the page's own content. */
  annotation: number | null;
}

export interface TextMark extends MarkFacts {
  kind: "text";
  /** x and y of three points on the text. */
  points: readonly [number, number, number, number, number, number];
  codes: Uint8Array;
  font: TextFont;
  colour: Colour;
  /** Drawn without ink: rendering mode 3, or zero opacity. Text that only clips (mode 7) makes a picture visible. */
  isInkless: boolean;
  /** Approximate height of the letters, in points. */
  height: number;
}

export interface PaintMark extends MarkFacts {
  kind: "paint";
  what: "image" | "path";
  colour: Colour;
  /** Fills its whole box, so that its colour becomes the background there. */
  isSolid: boolean;
  /** It hides everything beneath it. */
  isOpaque: boolean;
  /** The box of each line, curve and rectangle of a stroked path. Empty for anything else. */
  strokes: readonly Box[];
}

export type Mark = TextMark | PaintMark;
/** A mark before the page reader has added its position in the drawing order. */
export type NewMark =
  | Omit<TextMark, "order" | "visibility" | "annotation">
  | Omit<PaintMark, "order" | "visibility" | "annotation">;
export type AddMark = (mark: NewMark) => void;

/** Whether a text never shows anything: only spaces, or no character. */
export function isBlankText({ codes, font }: TextMark): boolean {
  for (let at = 0; at + font.codeBytes <= codes.length; at += font.codeBytes) {
    const code = font.codeBytes === 1 ? (codes[at] ?? 0) : (codes[at] ?? 0) * 256 + (codes[at + 1] ?? 0);
    if (!font.isBlank(code)) {
      return false;
    }
  }
  return true;
}

/** A letter of a text on an upright line, from the baseline to the height of small letters. Blanks are omitted. */
export interface Letter {
  box: Box;
  code: number;
  /** The character by its glyph name, or else as it is copied. Null if neither is known. */
  character: string | null;
}

/** Shares of a text's box, which includes room for descenders and capitals. */
const BASELINE = 0.22,
  SMALL_LETTERS = 0.75;

/** The letters of a text, placed by their widths, or null for text that does not run from left to right. */
export function lettersOf({ codes, font, points, box }: TextMark): Letter[] | null {
  if (Math.abs(points[5] - points[1]) > 0.01 || points[4] <= points[0]) {
    return null;
  }
  const [bottom, height] = [box[1], box[3] - box[1]];
  const all: { code: number; width: number }[] = [];
  for (let at = 0; at + font.codeBytes <= codes.length; at += font.codeBytes) {
    const code = font.codeBytes === 1 ? (codes[at] ?? 0) : (codes[at] ?? 0) * 256 + (codes[at + 1] ?? 0);
    all.push({ code, width: font.widthOf(code) });
  }
  const unit = (box[2] - box[0]) / all.reduce((sum, { width }) => sum + width, 0);
  const letters: Letter[] = [];
  let x = box[0];
  for (const { code, width } of all) {
    if (!font.isBlank(code)) {
      const character = font.letterOf(code) ?? font.copiedAs(code);
      letters.push({
        box: [x, bottom + BASELINE * height, x + width * unit, bottom + SMALL_LETTERS * height],
        code,
        character,
      });
    }
    x += width * unit;
  }
  return Number.isFinite(unit) ? letters : null;
}

/** In points. */
const SAME_LINE = 2;

/**
 * The number of items that a person would count: lines of text, pictures, and drawings, each of which may consist of
 * many strokes.
 */
export function countItems(marks: readonly Mark[]): number {
  let count = 0;
  let last: Mark | null = null;
  for (const mark of marks) {
    if (last === null || !continues(last, mark)) {
      count += 1;
    }
    last = mark;
  }
  return count;
}

/** Whether a text continues the line of the previous one, in any direction. */
function continues(last: Mark, mark: Mark): boolean {
  if (last.kind === "text" && mark.kind === "text") {
    const [x, y, , , endX, endY] = last.points;
    const [across, up] = [mark.points[0] - x, mark.points[1] - y];
    const length = Math.hypot(endX - x, endY - y);
    return length < 0.01
      ? Math.abs(up) < SAME_LINE
      : Math.abs(across * (endY - y) - up * (endX - x)) / length < SAME_LINE;
  }
  return (
    last.kind === "paint" &&
    mark.kind === "paint" &&
    last.what === "path" &&
    mark.what === "path" &&
    mark.order - last.order < 3
  );
}
