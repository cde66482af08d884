import type { Font, Glyph } from "fontkit";
import { layOut } from "@/lib/pdf/fonts/shape-text";
import type { Direction, LaidOut } from "@/lib/pdf/fonts/shaper";
import { RecentlyUsed } from "@/lib/platform/recently-used";

/** Reports say much the same every time, so a word is shaped once a process. */
const mostWords = 4_000;
const longestWord = 40;
/** Scripts without joining letters. No kerning pair of the bundled faces includes a space, so words can be shaped separately. */
const separable = /^[\x20-\x7e\xa1-\xac\xae-\xff\u2010-\u2027]*$/;

/** Whether the width of a left-to-right text is the sum of the widths of its words and spaces. */
export function isSeparable(text: string): boolean {
  return separable.test(text);
}

/** Hashes, ids and times differ in every report; digits and these letters have no pairs that stand closer. */
const figures = /^(?=.*\d)[0-9a-f.:-]+$/;

const words = new WeakMap<Font, RecentlyUsed<string, LaidOut>>();

/** The text laid out word by word. The positions are the caller's own to change. */
export function layOutWords(font: Font, text: string, direction: Direction): LaidOut {
  const laidOut: LaidOut = { glyphs: [], positions: [], advanceWidth: 0 };
  for (const word of wordsOf(text, direction)) {
    const { glyphs, positions, advanceWidth } = layOutWord(font, word, direction);
    for (const glyph of glyphs) laidOut.glyphs.push(glyph);
    for (const position of positions) laidOut.positions.push({ ...position });
    laidOut.advanceWidth += advanceWidth;
  }
  return laidOut;
}

/** In ems. */
export function widthOfWords(font: Font, text: string, direction: Direction): number {
  return (
    wordsOf(text, direction).reduce((sum, word) => sum + layOutWord(font, word, direction).advanceWidth, 0) /
    font.unitsPerEm
  );
}

function wordsOf(text: string, direction: Direction): readonly string[] {
  if (direction === "rtl" || !isSeparable(text)) return [text];
  return (text.match(/ |[^ ]+/g) ?? []).flatMap((word) => (figures.test(word) ? [...word] : [word]));
}

function layOutWord(font: Font, word: string, direction: Direction): LaidOut {
  const known = words.get(font) ?? new RecentlyUsed<string, LaidOut>(mostWords);
  words.set(font, known);
  const key = `${direction} ${word}`;
  const found = known.get(key);
  if (found) return found;
  const { glyphs, positions, advanceWidth } = layOutAfresh(font, word, direction);
  const laidOut = { glyphs, positions, advanceWidth };
  return word.length > longestWord ? laidOut : known.add(key, laidOut);
}

function layOutAfresh(font: Font, text: string, direction: Direction): LaidOut {
  cacheGlyphsByText(font);
  return layOut(font, text, direction);
}

/** Internals of a face in fontkit 2.0.4; the package is pinned and tests read the embedded text back. */
interface FaceInternals {
  _glyphs: object;
  getGlyph(glyphId: number, codePoints?: readonly number[]): Glyph;
}

const mostGlyphs = 4_000;
const changed = new WeakSet<Font>();

/**
 * fontkit caches each glyph with the text of its first request, and requests the parts of an accented letter without text: a letter
 * drawn after that would have no text. Here a glyph is cached once for each text, so that its outline and width are read once a process.
 */
function cacheGlyphsByText(font: Font): void {
  if (changed.has(font)) return;
  changed.add(font);
  const face = font as unknown as FaceInternals;
  const getGlyph = face.getGlyph.bind(font);
  const glyphs = new Map<string, Glyph>();
  face.getGlyph = (glyphId, codePoints = []) => {
    const key = `${glyphId} ${codePoints.join(" ")}`;
    const known = glyphs.get(key);
    if (known) return known;
    if (glyphs.size >= mostGlyphs) glyphs.clear();
    face._glyphs = {};
    const glyph = getGlyph(glyphId, codePoints);
    glyphs.set(key, glyph);
    return glyph;
  };
}
