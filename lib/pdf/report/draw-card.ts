import { drawFacts, heightOfFacts, labelWidth } from "./draw-facts";
import { drawLines, flowLines, lineHeight, rule, styles, toLines } from "./draw-text";
import { bodyWidth, margin } from "./page-size";
import type { Paper, TextStyle } from "./paper";
import type { ReportBlock, Tone } from "./report";

const tones: Record<Tone, { ground: string; ink: string }> = {
  good: { ground: "#e7f6ee", ink: "#0b5f36" },
  neutral: { ground: "#eef0f5", ink: "#3c465c" },
  bad: { ground: "#fdecea", ink: "#9f1d13" },
};

const nameStyle: TextStyle = { ...styles.body, size: 11, isStrong: true };
const badgeStyle = { size: 8, isStrong: true };
const imageBox = { width: 150, height: 46 };

/** A card that does not fit begins where this much is left, and runs on. */
export const roomToBegin = 230;

/** One person: on one page where that leaves no large gap. */
export function drawCard(
  paper: Paper,
  parent: PDFKit.PDFStructureElement,
  card: Extract<ReportBlock, { kind: "card" }>,
): void {
  const section = paper.group(parent, "Sect");
  const badgeWidth = paper.widthOf(card.badge.text, badgeStyle) + 14;
  const names = toLines(paper, card.title, bodyWidth - badgeWidth - 12, nameStyle);
  const height =
    14 +
    names.length * lineHeight(nameStyle) +
    18 +
    heightOfFacts(paper, card.rows) +
    (card.image ? imageBox.height + 8 : 0);
  paper.need(Math.min(height, roomToBegin));
  paper.y += 6;
  rule(paper, paper.y);
  paper.y += 8;
  drawBadge(paper, card.badge, badgeWidth);
  paper.say(section, "H3", () => drawLines(paper, names, margin.left, paper.y, nameStyle));
  paper.say(section, "P", () =>
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
  paper.say(parent, "P", () => drawLines(paper, ["Image in the document"], margin.left, paper.y, styles.label));
  paper.decorate((doc) =>
    doc.roundedRect(row.x, row.y, imageBox.width, imageBox.height, 3).lineWidth(0.6).strokeColor("#d5dae4").stroke(),
  );
  const fit: [number, number] = [imageBox.width - 12, imageBox.height - 8];
  paper.say(
    parent,
    "Figure",
    () => paper.doc.image(png, row.x + 6, row.y + 4, { fit, align: "center", valign: "center" }),
    {
      alt: alternative,
      bbox: [row.x, row.y, row.x + imageBox.width, row.y + imageBox.height],
    },
  );
  paper.y += imageBox.height + 8;
}

/** What the reader wants to know first, on a tinted ground. */
export function drawNotice(
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
  const lines = [toLines(paper, text, bodyWidth - 28, strong), toLines(paper, detail, bodyWidth - 28, plain)] as const;
  const height = lines[0].length * lineHeight(strong) + lines[1].length * lineHeight(plain) + 20;
  paper.need(height);
  paper.decorate((doc) => doc.roundedRect(margin.left, paper.y, bodyWidth, height, 5).fill(ground));
  paper.say(parent, "P", () => drawLines(paper, lines[0], margin.left + 14, paper.y + 9, strong));
  paper.say(parent, "P", () =>
    drawLines(paper, lines[1], margin.left + 14, paper.y + 10 + lines[0].length * lineHeight(strong), plain),
  );
  paper.y += height + 10;
}
