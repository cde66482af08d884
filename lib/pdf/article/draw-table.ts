import { hairline, ink, lineHeight } from "@/lib/pdf/report/draw-text";
import { margin, pageSize, type Paper, type TextStyle } from "@/lib/pdf/report/paper";
import type { ArticleCell } from "./article";
import { drawPieces, wrapInlines, type RichLine } from "./rich-lines";

const style: TextStyle = { size: 9.5, color: ink };
const padding = { x: 5, y: 3 };
const mostLines = Math.floor((pageSize.height - margin.top - margin.bottom - 20) / lineHeight(style));

interface Place {
  left: number;
  width: number;
}

/** Columns as wide as their text asks, together as wide as the place. A row higher than a page runs on. */
export function drawTable(
  paper: Paper,
  parent: PDFKit.PDFStructureElement,
  rows: readonly (readonly ArticleCell[])[],
  place: Place,
): void {
  const columns = Math.max(0, ...rows.map((row) => row.length));
  if (columns === 0) return;
  const widths = widthsOf(rows, columns, place.width);
  const table = paper.group(parent, "Table");
  for (const row of rows) drawRow(paper, table, row, widths, place);
  table.end();
  paper.y += 8;
}

function drawRow(
  paper: Paper,
  table: PDFKit.PDFStructureElement,
  row: readonly ArticleCell[],
  widths: readonly number[],
  { left, width }: Place,
): void {
  const cells = row.map(({ content, isHead }, index) => ({
    isHead,
    lines: wrapInlines(
      isHead ? content.map((inline) => ({ ...inline, isStrong: true })) : content,
      style,
      (widths[index] ?? 0) - 2 * padding.x,
    ),
  }));
  const height = Math.max(1, ...cells.map(({ lines }) => lines.length));
  const element = paper.group(table, "TR");
  for (let from = 0; from < height; from += mostLines) {
    const shown = Math.min(mostLines, height - from);
    paper.need(shown * lineHeight(style) + 2 * padding.y);
    let x = left;
    cells.forEach(({ lines, isHead }, index) => {
      const at = x;
      paper.tagged(
        element,
        isHead ? "TH" : "TD",
        () => drawCell(paper, lines.slice(from, from + shown), at + padding.x),
        isHead ? { scope: "Column" } : {},
      );
      x += widths[index] ?? 0;
    });
    paper.y += shown * lineHeight(style) + 2 * padding.y;
  }
  element.end();
  paper.decorate((doc) =>
    doc
      .moveTo(left, paper.y)
      .lineTo(left + width, paper.y)
      .lineWidth(0.6)
      .strokeColor(hairline)
      .stroke(),
  );
}

function drawCell(paper: Paper, lines: readonly RichLine[], left: number): void {
  lines.forEach((line, index) => {
    drawPieces(paper, line, left, paper.y + padding.y + index * lineHeight(style) + style.size * 1.06);
  });
}

/** By the square root of the longest text of each column, so that a long one does not starve the others. */
function widthsOf(rows: readonly (readonly ArticleCell[])[], columns: number, width: number): number[] {
  const shares = Array.from({ length: columns }, (_, index) =>
    Math.sqrt(
      Math.max(4, ...rows.map((row) => row[index]?.content.reduce((sum, { text }) => sum + text.length, 0) ?? 0)),
    ),
  );
  const total = shares.reduce((sum, share) => sum + share, 0);
  return shares.map((share) => (share / total) * width);
}
