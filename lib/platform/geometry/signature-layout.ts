/** A rectangle in points, y growing upwards from the bottom of its field. */
export interface Area {
  xPt: number;
  yPt: number;
  widthPt: number;
  heightPt: number;
}

/** The places of a signature's parts in its field. */
export interface SignatureLayout {
  /** The image is drawn as large as this area allows; null without an image. */
  image: Area | null;
  /** The image stands in the middle when it is alone, else at the left, above the lines. */
  isCentred: boolean;
  lines: Area;
  /** Font size of the lines. A line that is wider than its area gets smaller on its own. */
  lineSizePt: number;
}

/** Baseline to baseline, in ems. */
export const leadingEm = 1.25;

const largestLinePt = 8;
/** The share of the field's height for the lines below an image. */
const linesShare = 0.42;
/** The share of the field's height for a single line without an image. */
const loneLineShare = 0.7;

/** The field without its margin. */
export function insetOf({ widthPt, heightPt }: { widthPt: number; heightPt: number }): Area {
  const margin = Math.min(2, widthPt * 0.05, heightPt * 0.05);
  return { xPt: margin, yPt: margin, widthPt: widthPt - 2 * margin, heightPt: heightPt - 2 * margin };
}

/** Height that `count` lines take. */
export function linesHeightPt(count: number, sizePt: number): number {
  return count * sizePt * leadingEm;
}

/** Distance of a line's baseline from the bottom of the field. */
export function baselinePt({ lines, lineSizePt }: SignatureLayout, index: number): number {
  return lines.yPt + lines.heightPt - index * lineSizePt * leadingEm - lineSizePt;
}

/** Positions of an image and lines of text in a field, for both the PDF and the preview on the signing page. */
export function layOutSignature(
  field: { widthPt: number; heightPt: number },
  { hasImage, lineCount }: { hasImage: boolean; lineCount: number },
): SignatureLayout {
  const area = insetOf(field);
  const share = hasImage ? linesShare : loneLineShare;
  const lineSizePt = Math.min(largestLinePt, (area.heightPt * share) / linesHeightPt(Math.max(lineCount, 1), 1));
  const textHeight = linesHeightPt(lineCount, lineSizePt);
  const image = { ...area, yPt: area.yPt + textHeight, heightPt: area.heightPt - textHeight };
  return {
    image: hasImage ? image : null,
    isCentred: lineCount === 0,
    lines: { ...area, heightPt: textHeight },
    lineSizePt,
  };
}

/** The line below a signature that tells when it was made. */
export function signedAtLine(at: Date): string {
  return `${at.toISOString().slice(0, 16).replace("T", " ")} UTC`;
}
