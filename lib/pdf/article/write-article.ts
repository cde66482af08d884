import { drawLines, hairline, ink, lineHeight, muted, plainText, toLines } from "@/lib/pdf/report/draw-text";
import { bodyWidth, margin, pageSize, Paper, widthOfText, type TextStyle } from "@/lib/pdf/report/paper";
import { PdfError } from "@/lib/pdf/syntax/errors";
import type { Article, ArticleBlock, ArticleCell, CellAlignment, Inline } from "./article";
import { readArticle } from "./read-article";
import { drawPieces, isRightToLeft, wrapInlines, type RichLine } from "./rich-lines";

interface ArticleToWrite {
  type: "html" | "markdown";
  /** Used where the text has no title. */
  title: string;
  createdAt: Date;
}

/**
 * The PDF of a text. Throws PdfError `too_large`, including for more rows or letters than an argument list can hold,
 * and for nesting deeper than the stack allows: these are caused by the text and are not defects.
 */
export async function writeArticle(bytes: Buffer, { type, title, createdAt }: ArticleToWrite): Promise<Buffer> {
  try {
    const article = readArticle(bytes, type);
    return await layOutArticle(article, { title: article.title ?? title, createdAt });
  } catch (error) {
    if (error instanceof RangeError) throw new PdfError("too_large", "the text is too long or nested too deeply");
    throw error;
  }
}

type Structure = PDFKit.PDFStructureElement;

const bodyStyle: TextStyle = { size: 10.5, color: ink };
const codeStyle: TextStyle = { size: 9, color: ink };
const headings: readonly TextStyle[] = [20, 16, 13.5, 12, 11, 10.5].map((size) => ({
  size,
  color: ink,
  isStrong: true,
}));
const indent = 18;
/** Lines never become narrower than this, however deeply a list is nested. In points. */
const leastWidth = 160;

/**
 * Lays an article out on A4, tagged in reading order (ISO 32000-2, 14.8), with page numbers. Returns an unsigned PDF.
 */
export async function layOutArticle(
  article: Article,
  { title, createdAt }: { title: string; createdAt: Date },
): Promise<Buffer> {
  const paper = await Paper.open({ title: plainText(title), language: article.language, createdAt });
  drawBlocks(paper, paper.root, article.blocks, margin.left);
  if (article.blocks.length === 0) paper.tagged(paper.root, "P", () => undefined);
  drawNumbers(paper);
  return paper.bytes();
}

function drawBlocks(paper: Paper, parent: Structure, blocks: readonly ArticleBlock[], given: number): void {
  const left = Math.min(given, margin.left + bodyWidth - leastWidth);
  for (const block of blocks) drawBlock(paper, parent, block, left);
}

function drawBlock(paper: Paper, parent: Structure, block: ArticleBlock, left: number): void {
  switch (block.kind) {
    case "heading":
      return drawHeading(paper, parent, block, left);
    case "paragraph":
      drawInlines(paper, parent, "P", block.content, bodyStyle, left);
      paper.y += 6;
      return;
    case "code":
      return drawCode(paper, parent, block.lines, left);
    case "quote":
      return drawQuote(paper, parent, block.blocks, left);
    case "list":
      return drawList(paper, parent, block.items, left);
    case "table":
      return drawTable(paper, parent, block.rows, { left, width: margin.left + bodyWidth - left });
    case "rule":
      return drawRule(paper, left);
  }
}

function drawHeading(
  paper: Paper,
  parent: Structure,
  { level, content }: Extract<ArticleBlock, { kind: "heading" }>,
  left: number,
): void {
  const style = headings[level - 1] ?? bodyStyle;
  // A heading stays together with two lines of the following text.
  paper.need(lineHeight(style) + 2.5 * lineHeight(bodyStyle));
  if (paper.y > margin.top) paper.y += 10;
  drawInlines(
    paper,
    parent,
    `H${level}`,
    content.map((inline) => ({ ...inline, isStrong: true })),
    style,
    left,
  );
  paper.y += 4;
}

/** Text that may continue on the next page. */
function drawInlines(
  paper: Paper,
  parent: Structure,
  tag: string,
  content: readonly Inline[],
  style: TextStyle,
  left: number,
): void {
  const width = margin.left + bodyWidth - left;
  const lines = wrapInlines(content, style, width);
  paper.need(lineHeight(style) * Math.min(2, lines.length));
  paper.tagged(parent, tag, () => {
    for (const line of lines) {
      paper.need(lineHeight(style));
      drawRichLine(paper, line, { left, width }, paper.y + style.size * 1.06);
      paper.y += lineHeight(style);
    }
  });
}

interface Place {
  left: number;
  width: number;
}

/** The default start of a line: the side from which its text is read. */
function drawRichLine(
  paper: Paper,
  line: RichLine,
  { left, width }: Place,
  baseline: number,
  align: CellAlignment | null = null,
): void {
  const spare = width - line.reduce((sum, piece) => sum + widthOfText(piece.text, piece.style), 0);
  const shift = { left: 0, center: spare / 2, right: spare }[align ?? (isRightToLeft(line) ? "right" : "left")];
  drawPieces(paper, line, left + shift, baseline);
}

/** Leading spaces are kept as the offset of a line's first letter. */
function drawCode(paper: Paper, parent: Structure, lines: readonly string[], left: number): void {
  const height = lineHeight(codeStyle);
  const width = margin.left + bodyWidth - left;
  paper.y += 2;
  paper.tagged(parent, "Code", () => {
    for (const line of lines) {
      const shift = Math.min(width / 2, (/^[ \t]*/.exec(line)?.[0].replaceAll("\t", "    ").length ?? 0) * 4.5);
      for (const part of toLines(line, width - shift - 12, codeStyle)) {
        paper.need(height);
        drawLines(paper, [part], left + 12 + shift, paper.y, codeStyle);
        paper.y += height;
      }
    }
  });
  paper.y += 8;
}

function drawQuote(paper: Paper, parent: Structure, blocks: readonly ArticleBlock[], left: number): void {
  const quote = paper.group(parent, "BlockQuote");
  drawBlocks(paper, quote, blocks, left + indent);
  quote.end();
}

function drawList(
  paper: Paper,
  parent: Structure,
  items: Extract<ArticleBlock, { kind: "list" }>["items"],
  left: number,
): void {
  const list = paper.group(parent, "L");
  const widest = Math.max(0, ...items.map(({ label }) => widthOfText(label, bodyStyle)));
  const inside = left + Math.max(indent, widest + 8);
  for (const { label, blocks } of items) {
    const item = paper.group(list, "LI");
    paper.need(lineHeight(bodyStyle) * 1.5);
    paper.tagged(item, "Lbl", () =>
      paper.line(label, inside - 6 - widthOfText(label, bodyStyle), paper.y + bodyStyle.size * 1.06, bodyStyle),
    );
    const body = paper.group(item, "LBody");
    const before = paper.y;
    drawBlocks(paper, body, blocks, inside);
    if (paper.y === before) paper.y += lineHeight(bodyStyle);
    body.end();
    item.end();
  }
  list.end();
  paper.y += 2;
}

function drawRule(paper: Paper, left: number): void {
  paper.need(16);
  paper.decorate((doc) =>
    doc
      .moveTo(left, paper.y + 6)
      .lineTo(margin.left + bodyWidth, paper.y + 6)
      .lineWidth(0.6)
      .strokeColor(hairline)
      .stroke(),
  );
  paper.y += 14;
}

function drawNumbers(paper: Paper): void {
  const { count } = paper.doc.bufferedPageRange();
  const style: TextStyle = { size: 8, color: muted };
  for (let index = 0; index < count; index++) {
    paper.doc.switchToPage(index);
    const number = `${index + 1} / ${count}`;
    paper.doc.markContent("Artifact", { type: "Pagination", attached: ["Bottom"] });
    paper.line(number, margin.left + bodyWidth - widthOfText(number, style), pageSize.height - 34, style);
    paper.doc.endMarkedContent();
  }
}

const style: TextStyle = { size: 9.5, color: ink };
const padding = { x: 5, y: 3 };
const mostLines = Math.floor((pageSize.height - margin.top - margin.bottom - 20) / lineHeight(style));

/**
 * Columns are as wide as their text requires, within the available width. A row higher than a page continues on the
 * next.
 */
function drawTable(
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
  const cells = row.map(({ content, isHead, align }, index) => ({
    isHead,
    align,
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
    cells.forEach(({ lines, isHead, align }, index) => {
      const width = widths[index] ?? 0;
      const inside = { left: x + padding.x, width: width - 2 * padding.x };
      paper.tagged(
        element,
        isHead ? "TH" : "TD",
        () => drawCell(paper, lines.slice(from, from + shown), inside, align),
        isHead ? { scope: "Column" } : {},
      );
      x += width;
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

function drawCell(paper: Paper, lines: readonly RichLine[], place: Place, align: CellAlignment | null): void {
  lines.forEach((line, index) => {
    const baseline = paper.y + padding.y + index * lineHeight(style) + style.size * 1.06;
    drawRichLine(paper, line, place, baseline, align);
  });
}

/** Weighted by the square root of the longest text of each column, so that a long one leaves room for the others. */
function widthsOf(rows: readonly (readonly ArticleCell[])[], columns: number, width: number): number[] {
  const shares = Array.from({ length: columns }, (_, index) =>
    Math.sqrt(
      Math.max(4, ...rows.map((row) => row[index]?.content.reduce((sum, { text }) => sum + text.length, 0) ?? 0)),
    ),
  );
  const total = shares.reduce((sum, share) => sum + share, 0);
  return shares.map((share) => (share / total) * width);
}
