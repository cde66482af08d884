import type { Font, Glyph } from "fontkit";
import { layOut } from "@/lib/pdf/fonts/shape-text";
import type { Direction, LaidOut } from "@/lib/pdf/fonts/shaper";
import { RecentlyUsed } from "@/lib/platform/recently-used";

/** Reports contain mostly the same words, so each word is shaped once per process. */
const mostWords = 4_000;
const longestWord = 40;
/**
 * Scripts without joining letters. No kerning pair of the bundled fonts includes a space, so words can be shaped
 * separately.
 */
const separable = /^[\x20-\x7e\xa1-\xac\xae-\xff\u2010-\u2027]*$/;

/** Whether the width of a left-to-right text is the sum of the widths of its words and spaces. */
export function isSeparable(text: string): boolean {
  return separable.test(text);
}

/** Hashes, ids and times differ in every report. Digits and these letters have no kerning pairs. */
const figures = /^(?=.*\d)[0-9a-f.:-]+$/;

export interface LaidOutWord extends Readonly<LaidOut> {
  /** Every glyph is on the baseline and advances by its own width. */
  isPlain: boolean;
}

interface KnownWords {
  /**
   * Hashes are laid out letter by letter. There are few letters, and tracking the most recently used would take
   * longer than finding one.
   */
  letters: Map<string, LaidOutWord>;
  words: RecentlyUsed<string, LaidOutWord>;
}

const known = new WeakMap<Font, KnownWords>();

/** The text laid out word by word, in units of the face. Words are shared with other texts. */
export function laidOutWords(font: Font, text: string, direction: Direction): LaidOutWord[] {
  return wordsOf(text, direction).map((word) => layOutWord(font, word, direction));
}

/** Width in ems. */
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

function layOutWord(font: Font, word: string, direction: Direction): LaidOutWord {
  const { letters, words } = knownWordsOf(font);
  const isLetter = word.length === 1 && direction === "ltr" && isSeparable(word);
  const key = `${direction} ${word}`;
  const found = isLetter ? letters.get(word) : words.get(key);
  if (found) return found;
  const { glyphs, positions, advanceWidth } = layOutAfresh(font, word, direction);
  const laidOut = { glyphs, positions, advanceWidth, isPlain: isPlain(glyphs, positions) };
  if (isLetter) letters.set(word, laidOut);
  return isLetter || word.length > longestWord ? laidOut : words.add(key, laidOut);
}

function knownWordsOf(font: Font): KnownWords {
  const found = known.get(font) ?? { letters: new Map(), words: new RecentlyUsed<string, LaidOutWord>(mostWords) };
  known.set(font, found);
  return found;
}

function isPlain(glyphs: LaidOut["glyphs"], positions: LaidOut["positions"]): boolean {
  return glyphs.every(({ advanceWidth }, index) => {
    const { xAdvance, xOffset, yOffset } = positions[index] ?? {};
    return xAdvance === advanceWidth && !xOffset && !yOffset;
  });
}

function layOutAfresh(font: Font, text: string, direction: Direction): LaidOut {
  cacheGlyphsByText(font);
  return layOut(font, text, direction);
}

/** Internals of a font in fontkit 2.0.4. The package is pinned, and tests read the embedded text back. */
interface FaceInternals {
  _glyphs: object;
  getGlyph(glyphId: number, codePoints?: readonly number[]): Glyph;
}

const mostGlyphs = 4_000;
const changed = new WeakSet<Font>();

/**
 * fontkit caches each glyph with the text of its first request, and requests the parts of an accented letter without
 * text, so a letter drawn after that would have no text. Here a glyph is cached once for each text, so that its
 * outline and width are read once per process.
 */
function cacheGlyphsByText(font: Font): void {
  if (changed.has(font)) return;
  changed.add(font);
  const face = font as unknown as FaceInternals;
  const getGlyph = face.getGlyph.bind(font);
  const glyphs = new RecentlyUsed<string, Glyph>(mostGlyphs);
  face.getGlyph = (glyphId, codePoints = []) => {
    const key = `${glyphId} ${codePoints.join(" ")}`;
    const known = glyphs.get(key);
    if (known) return known;
    face._glyphs = {};
    return glyphs.add(key, getGlyph(glyphId, codePoints));
  };
}
