import { graphemes, undrawable } from "@/lib/pdf/fonts/shape-text";
import { isSeparable } from "./laid-out-words";
import { bodyWidth, margin, remembered, widthOfText, type Paper, type TextStyle } from "./paper";
import type { Fact } from "./report";

export const ink = "#0b1220";
export const muted = "#55607a";
export const hairline = "#d5dae4";
export const accent = "#2f33b5";

export const styles = {
  title: { size: 19, color: ink, isStrong: true },
  brand: { size: 14, color: ink, isStrong: true },
  heading: { size: 12.5, color: ink, isStrong: true },
  body: { size: 9.5, color: ink },
  value: { size: 9, color: ink },
  label: { size: 9, color: muted },
  small: { size: 8, color: muted },
  cell: { size: 8, color: ink },
} satisfies Record<string, TextStyle>;

/** In units of the font size: the distance from a line's top to its baseline, and the distance between two lines. */
const ascent = 1.06;
const leading = 1.42;

export function lineHeight(style: TextStyle): number {
  return style.size * leading;
}

/** Untrusted text as drawable lines. */
export function toLines(text: string, width: number, { size, isStrong }: TextStyle): readonly string[] {
  return rememberedLines(`${String(width)} ${String(size)} ${isStrong ? "strong" : ""}/${text}`);
}

const rememberedLines = remembered(2_000, (key): readonly string[] => {
  const end = key.indexOf("/");
  const [width, size, weight] = key.slice(0, end).split(" ");
  const style = { size: Number(size), isStrong: weight === "strong" };
  return wrapText(plainText(key.slice(end + 1)), Number(width), (part) => widthOfText(part, style));
});

/** Draws lines below each other. `top` is that of the first line. */
export function drawLines(paper: Paper, lines: readonly string[], x: number, top: number, style: TextStyle): void {
  lines.forEach((line, index) => paper.line(line, x, top + index * lineHeight(style) + style.size * ascent, style));
}

/** Lines in the full width that may continue on the next page. */
export function flowLines(
  paper: Paper,
  parent: PDFKit.PDFStructureElement,
  tag: string,
  text: string,
  style: TextStyle,
  x = margin.left,
): void {
  const lines = toLines(text, bodyWidth - (x - margin.left), style);
  paper.need(lineHeight(style) * Math.min(2, lines.length));
  paper.tagged(parent, tag, () => {
    for (const line of lines) {
      paper.need(lineHeight(style));
      drawLines(paper, [line], x, paper.y, style);
      paper.y += lineHeight(style);
    }
  });
}

export function rule(paper: Paper, y: number, color = hairline): void {
  paper.decorate((doc) =>
    doc
      .moveTo(margin.left, y)
      .lineTo(margin.left + bodyWidth, y)
      .lineWidth(0.6)
      .strokeColor(color)
      .stroke(),
  );
}

/**
 * Breaks one paragraph into lines of at most `width`. Breaks at spaces and after hyphens and slashes, between East
 * Asian characters, and inside a word only if the word alone is wider than a line. Never returns an empty list.
 */
function wrapText(text: string, width: number, widthOf: (text: string) => number): string[] {
  const lines: string[] = [];
  const isAdditive = isSeparable(text);
  let line = "";
  // The longest part of the line with a known width. It ends with a space.
  let known = { length: 0, width: 0 };
  for (const piece of text.split(/(?<=[\s/-])|(?=[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}])/u)) {
    const rest = line.slice(known.length) + piece;
    if (known.width + widthOf(rest.trimEnd()) <= width) {
      line += piece;
      if (isAdditive && piece.endsWith(" ")) known = { length: line.length, width: known.width + widthOf(rest) };
      continue;
    }
    if (line !== "") lines.push(line.trimEnd());
    const parts = splitWord(piece, width, widthOf);
    lines.push(...parts.slice(0, -1));
    line = parts.at(-1) ?? "";
    known = { length: 0, width: 0 };
  }
  return [...lines, line.trimEnd()];
}

/** Splits a word that is wider than a line into parts that fit. */
export function splitWord(word: string, width: number, widthOf: (text: string) => number): string[] {
  if (widthOf(word.trimEnd()) <= width) return [word];
  const parts: string[] = [];
  let part = "";
  for (const cluster of graphemes(word)) {
    if (part !== "" && widthOf((part + cluster).trimEnd()) > width) {
      parts.push(part);
      part = "";
    }
    part += cluster;
  }
  return [...parts, part];
}

/**
 * Characters that change the direction of text, are invisible, or break a line: in a person's name they could make
 * one line look like another.
 */
const unseen = /[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Cn}\u2028\u2029]/gu;
/** Joiners that change the shape of Devanagari, Arabic or Thai letters are a legitimate part of a name. */
const joiners = new Set(["\u200C", "\u200D"]);

/** One line of drawable text. Characters that are invisible or have no glyph are replaced by their code points. */
export const plainText = remembered(1_000, (text) => {
  const visible = text
    .normalize("NFC")
    .replace(/[\t\n\r]+/g, " ")
    .replace(unseen, (mark) => (joiners.has(mark) ? mark : codePointOf(mark)));
  return undrawable(visible)
    .reduce((drawn, cluster) => drawn.replaceAll(cluster, [...cluster].map(codePointOf).join("")), visible)
    .trim();
});

function codePointOf(character: string): string {
  return `[U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, "0")}]`;
}

export const labelWidth = 128;
const gap = 4;

interface Surroundings {
  /** Drawn to the right of the rows, down to `bottom`. */
  beside?: { width: number; bottom: number };
  /** Repeated above rows that continue on the next page. Hidden from screen readers. */
  continued?: string;
}

/** Labels and values side by side, as a table of two columns. */
export function drawFacts(
  paper: Paper,
  parent: PDFKit.PDFStructureElement,
  rows: readonly Fact[],
  { beside, continued }: Surroundings = {},
): void {
  const table = paper.group(parent, "Table");
  for (const { label, value } of rows) {
    const width = bodyWidth - (beside && paper.y < beside.bottom ? beside.width : 0);
    const labels = toLines(label, labelWidth - 8, styles.label);
    const values = toLines(value, width - labelWidth, styles.value);
    if (paper.need(heightOf(labels, values)) && continued !== undefined) drawContinued(paper, continued);
    const row = paper.group(table, "TR");
    paper.tagged(row, "TH", () => drawLines(paper, labels, margin.left, paper.y, styles.label), { scope: "Row" });
    paper.tagged(row, "TD", () => drawLines(paper, values, margin.left + labelWidth, paper.y, styles.value));
    row.end();
    paper.y += heightOf(labels, values);
  }
  table.end();
}

function drawContinued(paper: Paper, text: string): void {
  const [line = ""] = toLines(text, bodyWidth, styles.small);
  paper.decorate(() => drawLines(paper, [line], margin.left, paper.y, styles.small));
  paper.y += lineHeight(styles.small) + gap;
}

export function heightOfFacts(rows: readonly Fact[]): number {
  return rows.reduce(
    (sum, { label, value }) =>
      sum +
      heightOf(toLines(label, labelWidth - 8, styles.label), toLines(value, bodyWidth - labelWidth, styles.value)),
    0,
  );
}

function heightOf(labels: readonly string[], values: readonly string[]): number {
  return Math.max(labels.length, values.length) * lineHeight(styles.value) + gap;
}
