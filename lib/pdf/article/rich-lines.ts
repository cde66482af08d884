import { graphemes } from "@/lib/pdf/fonts/shape-text";
import { directedRuns, visualOrder } from "@/lib/pdf/fonts/text-direction";
import { accent, plainText, splitWord, toLines } from "@/lib/pdf/report/draw-text";
import { widthOfText, type Paper, type TextStyle } from "@/lib/pdf/report/paper";
import type { Inline } from "./article";

interface Piece {
  text: string;
  style: TextStyle;
  /** For a right-to-left line: whether each letter is struck through. */
  struck?: readonly boolean[];
}

/** Pieces of text side by side. */
export type RichLine = readonly Piece[];

const rightToLeft = /[\p{Script=Arabic}\p{Script=Hebrew}]/u;

export function isRightToLeft(line: RichLine): boolean {
  return line.some(({ text }) => rightToLeft.test(text));
}

/**
 * Breaks text of several styles into lines. Right-to-left text is set in one style, so that its words keep their
 * order. Only strikethrough is preserved.
 */
export function wrapInlines(content: readonly Inline[], style: TextStyle, width: number): RichLine[] {
  return splitAtBreaks(content).flatMap((run): RichLine[] => {
    const text = run.map((inline) => inline.text).join("");
    if (!rightToLeft.test(text)) return wrapRun(run, style, width);
    const lines = toLines(text, width, style).map((line) => ({ text: line, style }));
    return withStrikes(lines, run).map((line) => [line]);
  });
}

/** Wrapping changes only spaces, so the letters of all lines together are those of the run, in order. */
function withStrikes(lines: readonly Piece[], run: readonly Inline[]): Piece[] {
  if (!run.some(({ isStruck }) => isStruck)) return [...lines];
  const strikes = run.flatMap(({ text, isStruck }) =>
    graphemes(plainText(text))
      .filter((letter) => letter !== " ")
      .map(() => isStruck === true),
  );
  let at = 0;
  return lines.map((line) => {
    const letters = graphemes(line.text);
    const own = letters.map((letter) => letter !== " " && (strikes[at++] ?? false));
    // A space between two struck letters is struck too.
    const struck = own.map((isStruck, i) => isStruck || (letters[i] === " " && !!own[i - 1] && !!own[i + 1]));
    return { ...line, struck };
  });
}

/** Draws the pieces of a line from left to right. */
export function drawPieces(paper: Paper, line: RichLine, left: number, baseline: number): void {
  let x = left;
  for (const { text, style, struck } of line) {
    paper.line(text, x, baseline, style);
    for (const part of struckParts(text, struck ?? [], style)) paper.strike(x + part.from, part.width, baseline, style);
    x += widthOfText(text, style);
  }
}

/** The struck stretches of a line, in points from its left end. */
function struckParts(text: string, struck: readonly boolean[], style: TextStyle): { from: number; width: number }[] {
  if (!struck.includes(true)) return [];
  let at = 0;
  const runs = directedRuns(graphemes(text)).map((run) => {
    const marks = struck.slice(at, (at += run.clusters.length));
    return { ...run, marks };
  });
  let left = 0;
  return visualOrder(runs).flatMap(({ clusters, level, marks }) => {
    const widthTo = (end: number): number => widthOfText(clusters.slice(0, end).join(""), style);
    const [start, whole] = [left, widthTo(clusters.length)];
    left += whole;
    return stretches(marks).map(([first, end]) => {
      const [near, far] = [widthTo(first), widthTo(end)];
      return { from: start + (level % 2 === 1 ? whole - far : near), width: far - near };
    });
  });
}

/** The stretches of marked positions, each as its first position and the one after its last. */
function stretches(marks: readonly boolean[]): [number, number][] {
  const found: [number, number][] = [];
  marks.forEach((isMarked, i) => {
    if (!isMarked) return;
    const last = found.at(-1);
    if (last?.[1] === i) last[1] = i + 1;
    else found.push([i, i + 1]);
  });
  return found;
}

function splitAtBreaks(content: readonly Inline[]): Inline[][] {
  const runs: Inline[][] = [[]];
  for (const inline of content) {
    if (inline.text === "\n") runs.push([]);
    else runs.at(-1)?.push(inline);
  }
  return runs.filter((run) => run.some(({ text }) => text.trim() !== ""));
}

function wrapRun(run: readonly Inline[], base: TextStyle, width: number): RichLine[] {
  const lines: Piece[][] = [];
  let [line, used]: [Piece[], number] = [[], 0];
  const endLine = (): void => {
    if (line.length > 0) lines.push(line);
    [line, used] = [[], 0];
  };
  for (const { text: word, style } of wordsOf(run, base)) {
    if (word === " ") {
      // A space at the start of a line is not drawn.
      if (line.length > 0) add(line, " ", style);
      used += line.length > 0 ? widthOfText(" ", style) : 0;
      continue;
    }
    for (const part of splitWord(word, width, (text) => widthOfText(text, style))) {
      const needed = widthOfText(part, style);
      if (used + needed > width) endLine();
      add(line, part, style);
      used += needed;
    }
  }
  endLine();
  return lines.map(withoutLastBlank);
}

function add(line: Piece[], text: string, style: TextStyle): void {
  const last = line.at(-1);
  if (last?.style === style) last.text += text;
  else line.push({ text, style });
}

function withoutLastBlank(line: Piece[]): Piece[] {
  const last = line.at(-1);
  if (!last) return line;
  return [...line.slice(0, -1), { ...last, text: last.text.trimEnd() }].filter(({ text }) => text !== "");
}

/** Words and single spaces. East Asian text may break between any two characters. */
function* wordsOf(run: readonly Inline[], base: TextStyle): Generator<Piece> {
  let isAfterBlank = true;
  for (const inline of run) {
    const style = styleOf(inline, base);
    for (const piece of inline.text.split(
      /( +)|(?<=[/-])|(?=[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}])/u,
    )) {
      if (piece === undefined || piece === "") continue;
      const isBlank = piece.trim() === "";
      if (isBlank && isAfterBlank) continue;
      isAfterBlank = isBlank;
      yield { text: isBlank ? " " : plainText(piece), style };
    }
  }
}

const codeColor = "#7a2048";

function styleOf({ isStrong, isItalic, isCode, isLink, isStruck }: Inline, base: TextStyle): TextStyle {
  if (!isStrong && !isItalic && !isCode && !isLink && !isStruck) return base;
  return {
    ...base,
    ...(isStrong ? { isStrong } : {}),
    ...(isItalic && !isStrong ? { isItalic } : {}),
    ...(isCode ? { color: codeColor } : {}),
    ...(isLink ? { color: accent } : {}),
    ...(isStruck ? { isStruck } : {}),
  };
}
