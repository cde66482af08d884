import { drawLines, lineHeight, styles, toLines } from "./draw-text";
import { bodyWidth, margin, type Paper } from "./paper";
import type { Fact } from "./report";

export const labelWidth = 128;
const gap = 4;

interface Surroundings {
  /** Drawn to the right of the rows, down to `bottom`. */
  beside?: { width: number; bottom: number };
  /** Repeated above rows that continue on the next page; hidden from screen readers. */
  continued?: string;
}

/** Labels and values beside each other, as a table of two columns. */
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
