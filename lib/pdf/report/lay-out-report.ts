import { flourish, lettering } from "@/lib/brand/mark";
import { drawCard, drawNotice, roomToBegin } from "./draw-card";
import { drawCode } from "./draw-code";
import { drawFacts } from "./draw-facts";
import { drawTable } from "./draw-table";
import { accent, drawLines, flowLines, ink, lineHeight, rule, styles, toLines } from "./draw-text";
import { bodyWidth, margin, pageSize } from "./page-size";
import { Paper } from "./paper";
import { plainText } from "./plain-text";
import type { Report, ReportBlock } from "./report";

const codeSide = 84;

/**
 * Lays a report out on A4: subset faces with ToUnicode, a structure tree, page numbers (ISO 32000-2, 9.10.3 and 14.7). Answers an unsigned PDF.
 * No text in it can fail to be drawn.
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

function drawTitle(paper: Paper, { product, document, text, subtitle }: Extract<ReportBlock, { kind: "title" }>): void {
  const right = styles.label;
  drawMark(paper, product);
  paper.say(paper.root, "P", () =>
    paper.line(document, margin.left + bodyWidth - paper.widthOf(document, right), paper.y + 13, right),
  );
  rule(paper, paper.y + 30);
  paper.y += 46;
  flowLines(paper, paper.root, "H1", text, styles.title);
  paper.y += 2;
  flowLines(paper, paper.root, "P", subtitle, styles.label);
  paper.y += 12;
}

/** The product's name in its own letters, with the flourish under it; a reader is told the name. */
function drawMark(paper: Paper, product: string): void {
  const [scale, baseline] = [0.9, paper.y + 14];
  const width = lettering.width * scale;
  paper.say(
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

/** A heading stays with the beginning of what it stands over. */
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
    const lines = toLines(paper, item, bodyWidth - 14, styles.body);
    const height = lines.length * lineHeight(styles.body);
    paper.need(height);
    const element = paper.group(list, "LI");
    paper.say(element, "Lbl", () => paper.line("•", margin.left + 2, paper.y + styles.body.size * 1.06, styles.body));
    paper.say(element, "LBody", () => drawLines(paper, lines, margin.left + 14, paper.y, styles.body));
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
    paper.line(number, margin.left + bodyWidth - paper.widthOf(number, styles.small), baseline, styles.small);
    doc.endMarkedContent();
  }
}
