/**
 * The gap before a letter: none, a blank, the end of a full line (at which words may be broken), or the end of a
 * shorter line.
 */
export interface Gap {
  kind: "none" | "blank" | "wrap" | "break";
  /** Relative to the font size. 0 at the end of a line. */
  width: number;
}

export interface ShownLetters {
  /** Letters without blanks. */
  letters: string;
  /** The gap before each letter. */
  gaps: readonly Gap[];
}

/**
 * The minimum width of a blank between words, relative to the font size, and that of a blank with an explicit space
 * character.
 */
const leastBlank = 0.2;
const leastSpace = 0.1;
/**
 * The maximum width of a blank within a number. A wider one could contain something of the page that would become
 * part of the number.
 */
const mostBlank = 1;
/** Characters of numbers. A blank between two of them makes another number. */
const numeric = /[0-9.,]/;
/** Characters of words. A blank between two of them separates "now here" from "nowhere". */
const wordly = /[\p{L}\p{N}.,]/u;

export function gapOf(width: number, hasSpace: boolean): Gap {
  return { kind: width >= (hasSpace ? leastSpace : leastBlank) ? "blank" : "none", width };
}

/**
 * Whether the letters are those of a text, with blanks at the same positions within its numbers and words. In a comb,
 * letters are evenly spaced.
 */
export function showsLettersOf(text: string, { letters, gaps }: ShownLetters, isComb: boolean): boolean {
  if (letters !== text.replace(/\s+/g, "")) {
    return false;
  }
  const isAmong = (kind: RegExp, index: number): boolean =>
    index > 0 && kind.test(letters.charAt(index - 1)) && kind.test(letters.charAt(index));
  const apart = isComb
    ? gaps.reduce((least, gap, index) => (isAmong(wordly, index) ? Math.min(least, gap.width) : least), Infinity)
    : 0;
  const blanks = blanksIn(text);
  return gaps.every((gap, index) => {
    if (!isAmong(wordly, index) || gap.kind === "wrap") {
      return true;
    }
    const isBlank = gap.kind === "blank" && isComb ? gap.width - apart >= leastBlank : gap.kind !== "none";
    const count = blanks[index] ?? 0;
    return isBlank === count > 0 && (isComb || !isAmong(numeric, index) || gap.width <= mostBlank * Math.max(1, count));
  });
}

/** The amount of white space before each letter. */
function blanksIn(text: string): number[] {
  return Array.from(text.matchAll(/(\s*)\S/g)).map(([, blank = ""]) => blank.length);
}
