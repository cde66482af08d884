import { pageSize } from "./page-size";

/** A run that pdfkit has a face for: `x` and `baseline` in points from the top-left corner of the page. */
export interface PlacedRun {
  text: string;
  x: number;
  baseline: number;
  select: () => void;
}

/** In thousandths of the size of the letters. */
interface GlyphPosition {
  xAdvance: number;
  advanceWidth: number;
  xOffset: number;
  yOffset: number;
}

/** What pdfkit 0.20.2 keeps inside; the package is pinned and tests read the text back. */
interface DocumentInternals {
  _font: { id: string; ref(): unknown; encode(text: string, features: readonly string[]): [string[], GlyphPosition[]] };
  page: { fonts: Record<string, unknown> };
}

/**
 * Shows the runs of one line in one text object. `actualText` tells readers what stands there where glyphs are in another order than letters
 * (ISO 32000-2, 14.9.4); it has to lie inside the turned coordinates, where pdfkit's own `text` leaves no room for it.
 */
export function showRuns(
  doc: PDFKit.PDFDocument,
  runs: readonly PlacedRun[],
  size: number,
  actualText: string | null,
): void {
  const internals = doc as unknown as DocumentInternals;
  doc.save().transform(1, 0, 0, -1, 0, pageSize.height);
  if (actualText !== null) doc.markContent("Span", { actual: actualText });
  doc.addContent("BT");
  for (const { text, x, baseline, select } of runs) {
    select();
    const font = internals._font;
    internals.page.fonts[font.id] ??= font.ref();
    doc.addContent(`/${font.id} ${rounded(size)} Tf`);
    const [glyphs, positions] = font.encode(text, []);
    showGlyphs(doc, glyphs, positions, { x, y: pageSize.height - baseline, scale: size / 1000 });
  }
  doc.addContent("ET");
  if (actualText !== null) doc.endMarkedContent();
  doc.restore();
}

/** One array of glyphs as long as they stand on the line; marks that sit above or below begin a new one. */
function showGlyphs(
  doc: PDFKit.PDFDocument,
  glyphs: readonly string[],
  positions: readonly GlyphPosition[],
  { x, y, scale }: { x: number; y: number; scale: number },
): void {
  let [at, shown, start] = [x, "", x];
  let [row, nextRow] = [y, y];
  const flush = (): void => {
    if (shown !== "") doc.addContent(`1 0 0 1 ${rounded(start)} ${rounded(row)} Tm [${shown}] TJ`);
    shown = "";
  };
  glyphs.forEach((glyph, index) => {
    const { xAdvance = 0, advanceWidth = 0, xOffset = 0, yOffset = 0 } = positions[index] ?? {};
    nextRow = y + yOffset * scale;
    if (xOffset !== 0 || nextRow !== row || shown === "") {
      flush();
      start = at + xOffset * scale;
      row = nextRow;
    }
    shown += `<${glyph}>`;
    if (xOffset !== 0 || yOffset !== 0) flush();
    else if (xAdvance !== advanceWidth) shown += ` ${rounded(advanceWidth - xAdvance)} `;
    at += xAdvance * scale;
  });
  flush();
}

function rounded(value: number): string {
  return String(Math.round(value * 1000) / 1000);
}
