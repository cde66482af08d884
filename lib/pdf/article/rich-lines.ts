import { accent, plainText, splitWord, toLines } from "@/lib/pdf/report/draw-text";
import { widthOfText, type TextStyle } from "@/lib/pdf/report/paper";
import type { Inline } from "./article";

interface Piece {
  text: string;
  style: TextStyle;
}

/** Pieces of text beside each other. */
export type RichLine = readonly Piece[];

const rightToLeft = /[\p{Script=Arabic}\p{Script=Hebrew}]/u;

export function isRightToLeft(line: RichLine): boolean {
  return line.some(({ text }) => rightToLeft.test(text));
}

/** Breaks text of several looks into lines. Text in a script from right to left has one look, so that its words keep their order. */
export function wrapInlines(content: readonly Inline[], style: TextStyle, width: number): RichLine[] {
  return splitAtBreaks(content).flatMap((run): RichLine[] => {
    const text = run.map((inline) => inline.text).join("");
    if (rightToLeft.test(text)) return toLines(text, width, style).map((line) => [{ text: line, style }]);
    return wrapRun(run, style, width);
  });
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
      // A blank at the start of a line is not drawn.
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

/** Words and single blanks; East Asian text may break between any two characters. */
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
