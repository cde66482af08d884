import { bodyWidth, margin } from "./page-size";
import type { Paper, TextStyle } from "./paper";
import { plainText } from "./plain-text";
import { wrapText } from "./wrap-text";

export const ink = "#0b1220";
export const muted = "#55607a";
export const hairline = "#d5dae4";
export const accent = "#2f33b5";

export const styles = {
  title: { size: 19, color: ink, isStrong: true },
  heading: { size: 12.5, color: ink, isStrong: true },
  body: { size: 9.5, color: ink },
  value: { size: 9, color: ink },
  label: { size: 9, color: muted },
  small: { size: 8, color: muted },
  cell: { size: 8, color: ink },
} satisfies Record<string, TextStyle>;

/** Of the size of the letters: where the baseline stands below a line's top, and how far the lines are apart. */
const ascent = 1.06;
const leading = 1.42;

export function lineHeight(style: TextStyle): number {
  return style.size * leading;
}

/** Anybody's text as lines that can be drawn. */
export function toLines(paper: Paper, text: string, width: number, style: TextStyle): string[] {
  return wrapText(plainText(text), width, (part) => paper.widthOf(part, style));
}

/** Draws lines below each other; `top` is the first one's. */
export function drawLines(paper: Paper, lines: readonly string[], x: number, top: number, style: TextStyle): void {
  lines.forEach((line, index) => paper.line(line, x, top + index * lineHeight(style) + style.size * ascent, style));
}

/** Lines in the full width that may run on to the next page. */
export function flowLines(
  paper: Paper,
  parent: PDFKit.PDFStructureElement,
  tag: string,
  text: string,
  style: TextStyle,
  x = margin.left,
): void {
  const lines = toLines(paper, text, bodyWidth - (x - margin.left), style);
  paper.need(lineHeight(style) * Math.min(2, lines.length));
  paper.say(parent, tag, () => {
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
