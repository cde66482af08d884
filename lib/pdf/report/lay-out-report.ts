import { create } from "qrcode";
import { flourish, lettering } from "@/lib/platform/brand";
import {
  accent,
  drawFacts,
  drawLines,
  flowLines,
  hairline,
  heightOfFacts,
  ink,
  labelWidth,
  lineHeight,
  muted,
  plainText,
  rule,
  styles,
  toLines,
} from "./draw-text";
import { bodyWidth, margin, pageSize, Paper, rounded, widthOfText, type TextStyle } from "./paper";
import type { Column, Report, ReportBlock, Tone } from "./report";

const codeSide = 84;

/**
 * Lays a report out on A4: subset fonts with ToUnicode, a structure tree, page numbers (ISO 32000-2, 9.10.3 and
 * 14.7). Returns an unsigned PDF. All text in it can be drawn, whatever its characters.
 */
export async function layOutReport(report: Report): Promise<Buffer> {
  const paper = await Paper.open({ ...report, title: plainText(report.title) });
  report.blocks.forEach((block, index) => drawBlock(paper, block, report.blocks[index + 1]));
  drawFooters(paper, report.footer);
  return paper.bytes();
}

function drawBlock(paper: Paper, block: ReportBlock, next: ReportBlock | undefined): void {
  const { root } = paper;
  switch (block.kind) {
    case "title":
      return drawTitle(paper, block);
    case "notice":
      return drawNotice(paper, root, block);
    case "heading":
      return drawHeading(paper, block.text, next);
    case "paragraph":
      return drawParagraph(paper, block.text);
    case "list":
      return drawList(paper, block.items);
    case "facts":
      return drawFactsWithCode(paper, block);
    case "card":
      return drawCard(paper, root, block);
    case "table":
      return drawTable(paper, root, block);
  }
}

function drawTitle(
  paper: Paper,
  { product, mark, document, text, subtitle }: Extract<ReportBlock, { kind: "title" }>,
): void {
  const right = styles.label;
  drawBrand(paper, product, mark);
  paper.tagged(paper.root, "P", () =>
    paper.line(document, margin.left + bodyWidth - widthOfText(document, right), paper.y + 13, right),
  );
  rule(paper, paper.y + 30);
  paper.y += 46;
  flowLines(paper, paper.root, "H1", text, styles.title);
  paper.y += 2;
  flowLines(paper, paper.root, "P", subtitle, styles.label);
  paper.y += 12;
}

const logoBox = { width: 160, height: 24 } as const;

function drawBrand(paper: Paper, product: string, mark: Extract<ReportBlock, { kind: "title" }>["mark"]): void {
  switch (mark.kind) {
    case "own":
      return drawMark(paper, product);
    case "text":
      return paper.tagged(paper.root, "P", () => paper.line(product, margin.left, paper.y + 15, styles.brand));
    case "logo": {
      const bbox: [number, number, number, number] = [
        margin.left,
        paper.y,
        margin.left + logoBox.width,
        paper.y + logoBox.height,
      ];
      return paper.tagged(
        paper.root,
        "Figure",
        () => paper.image(mark.png, margin.left, paper.y, { fit: [logoBox.width, logoBox.height] }),
        { alt: product, bbox },
      );
    }
  }
}

/** The wordmark with the flourish below it. Screen readers get the name as text. */
function drawMark(paper: Paper, product: string): void {
  const [scale, baseline] = [0.9, paper.y + 14];
  const width = lettering.width * scale;
  paper.tagged(
    paper.root,
    "Figure",
    () => {
      paper.doc.save().translate(margin.left, baseline).scale(scale).path(lettering.path).fill(ink).restore();
      paper.doc
        .save()
        .translate(margin.left - 1, baseline + 2)
        .scale((width + 2) / 120, 0.36)
        .path(flourish)
        .fill(accent)
        .restore();
    },
    { alt: product, bbox: [margin.left - 1, paper.y, margin.left + width + 1, baseline + 12] },
  );
}

/** Keeps a heading on the same page as the following text. */
function drawHeading(paper: Paper, text: string, next: ReportBlock | undefined): void {
  paper.need(next?.kind === "card" ? 50 + roomToBegin : 90);
  paper.y += 14;
  flowLines(paper, paper.root, "H2", text, styles.heading);
  paper.y += 4;
}

function drawParagraph(paper: Paper, text: string): void {
  flowLines(paper, paper.root, "P", text, styles.body);
  paper.y += 5;
}

function drawList(paper: Paper, items: readonly string[]): void {
  const list = paper.group(paper.root, "L");
  for (const item of items) {
    const lines = toLines(item, bodyWidth - 14, styles.body);
    const height = lines.length * lineHeight(styles.body);
    paper.need(height);
    const element = paper.group(list, "LI");
    paper.tagged(element, "Lbl", () =>
      paper.line("•", margin.left + 2, paper.y + styles.body.size * 1.06, styles.body),
    );
    paper.tagged(element, "LBody", () => drawLines(paper, lines, margin.left + 14, paper.y, styles.body));
    element.end();
    paper.y += height + 3;
  }
  list.end();
}

function drawFactsWithCode(paper: Paper, { rows, code }: Extract<ReportBlock, { kind: "facts" }>): void {
  const top = paper.y;
  if (code) drawCode(paper, paper.root, code, { x: margin.left + bodyWidth - codeSide, y: top, side: codeSide });
  const bottom = top + codeSide + 34;
  drawFacts(paper, paper.root, rows, code ? { beside: { width: codeSide + 20, bottom } } : {});
  if (code) paper.y = Math.max(paper.y, bottom);
}

function drawFooters(paper: Paper, footer: string): void {
  const { doc } = paper;
  const { count } = doc.bufferedPageRange();
  const text = plainText(footer);
  for (let index = 0; index < count; index++) {
    doc.switchToPage(index);
    const number = `Page ${index + 1} of ${count}`;
    const baseline = pageSize.height - 34;
    doc.markContent("Artifact", { type: "Pagination", attached: ["Bottom"] });
    doc
      .moveTo(margin.left, baseline - 14)
      .lineTo(margin.left + bodyWidth, baseline - 14)
      .lineWidth(0.6)
      .strokeColor("#d5dae4")
      .stroke();
    paper.line(text, margin.left, baseline, styles.small);
    paper.line(number, margin.left + bodyWidth - widthOfText(number, styles.small), baseline, styles.small);
    doc.endMarkedContent();
  }
}

/**
 * A QR code (ISO/IEC 18004, level M) of black squares, so that it stays sharp. `side` excludes the quiet zone, in
 * points.
 */
function drawCode(
  paper: Paper,
  parent: PDFKit.PDFStructureElement,
  code: { text: string; caption: string },
  at: { x: number; y: number; side: number },
): void {
  const { size, data } = create(code.text, { errorCorrectionLevel: "M" }).modules;
  const step = at.side / size;
  paper.tagged(
    parent,
    "Figure",
    () => {
      // A single call: pdfkit allocates bytes for each call's text, and a code has some 250 rectangles.
      const rectangles: string[] = [];
      for (let row = 0; row < size; row++) {
        for (const [from, to] of darkRuns(data.subarray(row * size, (row + 1) * size)))
          rectangles.push(
            `${rounded(at.x + from * step)} ${rounded(at.y + row * step)} ${rounded((to - from) * step)} ${rounded(step)} re`,
          );
      }
      paper.doc.fillColor("#000000").addContent([...rectangles, "f"].join("\n"));
    },
    { alt: `QR code: ${code.text}`, bbox: [at.x, at.y, at.x + at.side, at.y + at.side] },
  );
  const lines = toLines(code.caption, at.side, styles.small);
  paper.tagged(parent, "Caption", () => drawLines(paper, lines, at.x, at.y + at.side + 4, styles.small));
}

/** Runs of dark modules in a row, each as its first position and the one after its last. */
function darkRuns(row: Uint8Array): [number, number][] {
  const runs: [number, number][] = [];
  for (let at = 0; at < row.length; at++) {
    if (!row[at]) continue;
    const from = at;
    while (at < row.length && row[at]) at++;
    runs.push([from, at]);
  }
  return runs;
}

const padding = { x: 6, y: 3 };
const headStyle: TextStyle = { size: 8, color: accent, isStrong: true };

interface Cell {
  x: number;
  lines: readonly string[];
  style: TextStyle;
}

/** Rows do not break. The column names are repeated on every page. */
function drawTable(
  paper: Paper,
  parent: PDFKit.PDFStructureElement,
  { columns, rows }: Extract<ReportBlock, { kind: "table" }>,
): void {
  const table = paper.group(parent, "Table");
  const head = cellsOf(
    columns,
    columns.map(({ label }) => label),
    () => headStyle,
  );
  paper.need(heightOf(head) + 40);
  drawRow(paper, head, (draw, row) => paper.tagged(row, "TH", draw, { scope: "Column" }), table, accent);
  for (const values of rows) {
    const cells = cellsOf(columns, values, ({ isMuted }) => (isMuted ? { ...styles.cell, color: muted } : styles.cell));
    if (paper.need(heightOf(cells))) repeatHead(paper, head);
    drawRow(paper, cells, (draw, row) => paper.tagged(row, "TD", draw), table, hairline);
  }
  table.end();
}

function cellsOf(
  columns: readonly Column[],
  values: readonly string[],
  styleOf: (column: Column) => TextStyle,
): Cell[] {
  let x = margin.left;
  return columns.map((column, index) => {
    const width = column.share * bodyWidth;
    const style = styleOf(column);
    const cell = { x, style, lines: toLines(values[index] ?? "", width - padding.x, style) };
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
  tagged: (draw: () => void, row: PDFKit.PDFStructureElement) => void,
  table: PDFKit.PDFStructureElement,
  color: string,
): void {
  const row = paper.group(table, "TR");
  for (const { lines, x, style } of cells) tagged(() => drawLines(paper, lines, x, paper.y + padding.y, style), row);
  row.end();
  endRow(paper, cells, color);
}

/** Screen readers get the column headings once. */
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

const tones: Record<Tone, { ground: string; ink: string }> = {
  good: { ground: "#e7f6ee", ink: "#0b5f36" },
  neutral: { ground: "#eef0f5", ink: "#3c465c" },
  bad: { ground: "#fdecea", ink: "#9f1d13" },
};

const nameStyle: TextStyle = { ...styles.body, size: 11, isStrong: true };
const badgeStyle = { size: 8, isStrong: true };
const imageBox = { width: 150, height: 46 };

/** A card that does not fit starts on this page if this much space is left, and continues on the next. */
const roomToBegin = 230;

/** One person's card. It is kept on one page if that leaves no large gap. */
function drawCard(
  paper: Paper,
  parent: PDFKit.PDFStructureElement,
  card: Extract<ReportBlock, { kind: "card" }>,
): void {
  const section = paper.group(parent, "Sect");
  const badgeWidth = widthOfText(card.badge.text, badgeStyle) + 14;
  const names = toLines(card.title, bodyWidth - badgeWidth - 12, nameStyle);
  const height =
    14 + names.length * lineHeight(nameStyle) + 18 + heightOfFacts(card.rows) + (card.image ? imageBox.height + 8 : 0);
  paper.need(Math.min(height, roomToBegin));
  paper.y += 6;
  rule(paper, paper.y);
  paper.y += 8;
  drawBadge(paper, card.badge, badgeWidth);
  paper.tagged(section, "H3", () => drawLines(paper, names, margin.left, paper.y, nameStyle));
  paper.tagged(section, "P", () =>
    paper.line(card.badge.text, margin.left + bodyWidth - badgeWidth + 7, paper.y + 11.2, {
      ...badgeStyle,
      color: tones[card.badge.tone].ink,
    }),
  );
  paper.y += names.length * lineHeight(nameStyle);
  flowLines(paper, section, "P", card.subtitle, styles.label);
  paper.y += 4;
  drawFacts(paper, section, card.rows, { continued: `${card.title} (continued)` });
  if (card.image) drawImage(paper, section, card.image);
  section.end();
}

function drawBadge(paper: Paper, { tone }: { tone: Tone }, width: number): void {
  paper.decorate((doc) =>
    doc.roundedRect(margin.left + bodyWidth - width, paper.y, width, 16, 8).fill(tones[tone].ground),
  );
}

function drawImage(
  paper: Paper,
  parent: PDFKit.PDFStructureElement,
  { png, alternative }: { png: Buffer; alternative: string },
): void {
  paper.need(imageBox.height);
  const row = { x: margin.left + labelWidth, y: paper.y };
  paper.tagged(parent, "P", () => drawLines(paper, ["Image in the document"], margin.left, paper.y, styles.label));
  paper.decorate((doc) =>
    doc.roundedRect(row.x, row.y, imageBox.width, imageBox.height, 3).lineWidth(0.6).strokeColor("#d5dae4").stroke(),
  );
  const fit: [number, number] = [imageBox.width - 12, imageBox.height - 8];
  paper.tagged(
    parent,
    "Figure",
    () => paper.image(png, row.x + 6, row.y + 4, { fit, align: "center", valign: "center" }),
    {
      alt: alternative,
      bbox: [row.x, row.y, row.x + imageBox.width, row.y + imageBox.height],
    },
  );
  paper.y += imageBox.height + 8;
}

/** The most important information, on a tinted background. */
function drawNotice(
  paper: Paper,
  parent: PDFKit.PDFStructureElement,
  { tone, text, detail }: Extract<ReportBlock, { kind: "notice" }>,
): void {
  const { ground, ink } = tones[tone];
  const [strong, plain]: TextStyle[] = [
    { size: 11, color: ink, isStrong: true },
    { size: 9, color: ink },
  ];
  if (!strong || !plain) return;
  const lines = [toLines(text, bodyWidth - 28, strong), toLines(detail, bodyWidth - 28, plain)] as const;
  const height = lines[0].length * lineHeight(strong) + lines[1].length * lineHeight(plain) + 20;
  paper.need(height);
  paper.decorate((doc) => doc.roundedRect(margin.left, paper.y, bodyWidth, height, 5).fill(ground));
  paper.tagged(parent, "P", () => drawLines(paper, lines[0], margin.left + 14, paper.y + 9, strong));
  paper.tagged(parent, "P", () =>
    drawLines(paper, lines[1], margin.left + 14, paper.y + 10 + lines[0].length * lineHeight(strong), plain),
  );
  paper.y += height + 10;
}
