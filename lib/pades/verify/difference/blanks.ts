/** What stands before a letter: nothing, a blank, the end of a full line at which words are broken, or that of a shorter one. */
export interface Gap {
  kind: "none" | "blank" | "wrap" | "break";
  /** In parts of the size; 0 at the end of a line. */
  width: number;
}

export interface ShownLetters {
  /** Without blanks. */
  letters: string;
  /** Before each letter. */
  gaps: readonly Gap[];
}

/** The least blank between words, in parts of the size, and that of a space that is written as such. */
const leastBlank = 0.2;
const leastSpace = 0.1;
/** The most that each blank of a number may be wide: something of the page could stand in a wider one, as a part of the number. */
const mostBlank = 1;
/** Characters of which a number is written: a blank between two of them makes another number. */
const numeric = /[0-9.,]/;
/** The same for words: "now here" and "nowhere". */
const wordly = /[\p{L}\p{N}.,]/u;

export function gapOf(width: number, hasSpace: boolean): Gap {
  return { kind: width >= (hasSpace ? leastSpace : leastBlank) ? "blank" : "none", width };
}

/**
 * Whether letters are those of a text, with blanks at the same places of its numbers and words. In a comb, letters stand evenly apart.
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

/** How much white space stands before each letter. */
function blanksIn(text: string): number[] {
  return Array.from(text.matchAll(/(\s*)\S/g)).map(([, blank = ""]) => blank.length);
}
