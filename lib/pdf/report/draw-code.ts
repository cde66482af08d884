import { create } from "qrcode";
import { drawLines, styles, toLines } from "./draw-text";
import type { Paper } from "./paper";

/** A QR code (ISO/IEC 18004, level M) of black squares, so that it stays sharp; `side` without the quiet zone, in points. */
export function drawCode(
  paper: Paper,
  parent: PDFKit.PDFStructureElement,
  code: { text: string; caption: string },
  at: { x: number; y: number; side: number },
): void {
  const { size, data } = create(code.text, { errorCorrectionLevel: "M" }).modules;
  const step = at.side / size;
  paper.say(
    parent,
    "Figure",
    () => {
      paper.doc.fillColor("#000000");
      for (let row = 0; row < size; row++) {
        for (const [from, to] of darkRuns(data.subarray(row * size, (row + 1) * size)))
          paper.doc.rect(at.x + from * step, at.y + row * step, (to - from) * step, step);
      }
      paper.doc.fill();
    },
    { alt: `QR code: ${code.text}`, bbox: [at.x, at.y, at.x + at.side, at.y + at.side] },
  );
  const lines = toLines(paper, code.caption, at.side, styles.small);
  paper.say(parent, "Caption", () => drawLines(paper, lines, at.x, at.y + at.side + 4, styles.small));
}

/** Stretches of dark squares in a row, first and past the last. */
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
