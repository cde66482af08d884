import { accent, drawLines, hairline, lineHeight, muted, rule, styles, toLines } from "./draw-text";
import { bodyWidth, margin } from "./page-size";
import type { Paper, TextStyle } from "./paper";
import type { Column, ReportBlock } from "./report";

const padding = { x: 6, y: 3 };
const headStyle: TextStyle = { size: 8, color: accent, isStrong: true };

interface Cell {
  x: number;
  lines: string[];
  style: TextStyle;
}

/** Rows do not break; the names of the columns stand on every page. */
export function drawTable(
  paper: Paper,
  parent: PDFKit.PDFStructureElement,
  { columns, rows }: Extract<ReportBlock, { kind: "table" }>,
): void {
  const table = paper.group(parent, "Table");
  const head = cellsOf(
    paper,
    columns,
    columns.map(({ label }) => label),
    () => headStyle,
  );
  paper.need(heightOf(head) + 40);
  drawRow(paper, head, (draw, row) => paper.say(row, "TH", draw, { scope: "Column" }), table, accent);
  for (const values of rows) {
    const cells = cellsOf(paper, columns, values, ({ isMuted }) =>
      isMuted ? { ...styles.cell, color: muted } : styles.cell,
    );
    if (paper.need(heightOf(cells))) repeatHead(paper, head);
    drawRow(paper, cells, (draw, row) => paper.say(row, "TD", draw), table, hairline);
  }
  table.end();
}

function cellsOf(
  paper: Paper,
  columns: readonly Column[],
  values: readonly string[],
  styleOf: (column: Column) => TextStyle,
): Cell[] {
  let x = margin.left;
  return columns.map((column, index) => {
    const width = column.share * bodyWidth;
    const style = styleOf(column);
    const cell = { x, style, lines: toLines(paper, values[index] ?? "", width - padding.x, style) };
    x += width;
    return cell;
  });
}

function heightOf(cells: readonly Cell[]): number {
  return Math.max(...cells.map(({ lines, style }) => lines.length * lineHeight(style))) + 2 * padding.y;
}

function drawRow(
  paper: Paper,
  cells: readonly Cell[],
  say: (draw: () => void, row: PDFKit.PDFStructureElement) => void,
  table: PDFKit.PDFStructureElement,
  color: string,
): void {
  const row = paper.group(table, "TR");
  for (const { lines, x, style } of cells) say(() => drawLines(paper, lines, x, paper.y + padding.y, style), row);
  row.end();
  endRow(paper, cells, color);
}

/** A reader is told the columns once. */
function repeatHead(paper: Paper, head: readonly Cell[]): void {
  paper.decorate(() => {
    for (const { lines, x, style } of head) drawLines(paper, lines, x, paper.y + padding.y, style);
  });
  endRow(paper, head, accent);
}

function endRow(paper: Paper, cells: readonly Cell[], color: string): void {
  paper.y += heightOf(cells);
  rule(paper, paper.y, color);
}
