/** A rectangle in points, y growing upwards from the bottom of its field. */
export interface Area {
  xPt: number;
  yPt: number;
  widthPt: number;
  heightPt: number;
}

/** The positions of a signature's parts in its field. */
export interface SignatureLayout {
  /** The image is drawn as large as this area allows. Null without an image. */
  image: Area | null;
  /** The image is centred in its area. Otherwise it is at the left, above the lines. */
  isCentred: boolean;
  lines: Area;
  /** Font size of the lines. A line wider than its area is shrunk individually. */
  lineSizePt: number;
  /** The logo is drawn as large as this area allows, at the right. Null without a logo. */
  logo: Area | null;
  /** A strip in the brand's colour along the left edge. Null without one. */
  accent: Area | null;
}

/** Contents of a signature field, and the layout set by its template. */
export interface SignatureParts {
  hasImage: boolean;
  lineCount: number;
  /** The default puts the lines below the image. */
  layout?: "above" | "left" | "text" | undefined;
  /** Null or omitted: up to 8 points. */
  textSizePt?: number | null | undefined;
  /** Width of the logo divided by its height. */
  logoRatio?: number | null | undefined;
  hasAccent?: boolean | undefined;
  /** On a background the parts keep a margin from the edge. */
  hasGround?: boolean | undefined;
}

/** Baseline to baseline, in ems. */
export const leadingEm = 1.25;

const largestLinePt = 8;
/** The share of the field's height for the lines below an image. */
const linesShare = 0.42;
/** The share of the field's height for a single line without an image. */
const loneLineShare = 0.7;
/** The share of the width for an image at the left. Also the maximum for a logo. */
const leftShare = 0.42;
const logoShare = 0.28;
const gapPt = 4;
const accentPt = 2;
const paddingPt = 3;

/** The field without its margin. */
export function insetOf({ widthPt, heightPt }: { widthPt: number; heightPt: number }): Area {
  const margin = Math.min(2, widthPt * 0.05, heightPt * 0.05);
  return { xPt: margin, yPt: margin, widthPt: widthPt - 2 * margin, heightPt: heightPt - 2 * margin };
}

/** The height of `count` lines. */
export function linesHeightPt(count: number, sizePt: number): number {
  return count * sizePt * leadingEm;
}

/** Distance of a line's baseline from the bottom of the field. */
export function baselinePt({ lines, lineSizePt }: SignatureLayout, index: number): number {
  return lines.yPt + lines.heightPt - index * lineSizePt * leadingEm - lineSizePt;
}

/** Positions of a signature's parts in its field, for both the PDF and the preview on the signing page. */
export function layOutSignature(field: { widthPt: number; heightPt: number }, parts: SignatureParts): SignatureLayout {
  const whole = parts.hasGround ? padded(insetOf(field)) : insetOf(field);
  const accent = parts.hasAccent ? { xPt: 0, yPt: 0, widthPt: accentPt, heightPt: field.heightPt } : null;
  const besideAccent = accent ? withoutLeft(whole, accentPt) : whole;
  const logo = parts.logoRatio ? logoArea(besideAccent, parts.logoRatio) : null;
  const area = logo ? { ...besideAccent, widthPt: besideAccent.widthPt - logo.widthPt - gapPt } : besideAccent;
  const arranged = parts.layout === "left" && parts.hasImage ? sideBySide(area, parts) : stacked(area, parts);
  return { ...arranged, logo, accent };
}

type Arranged = Omit<SignatureLayout, "logo" | "accent">;

/** The lines are below the image. Without an image they are at the bottom, or in the middle of a text-only field. */
function stacked(area: Area, { hasImage, lineCount, layout, textSizePt }: SignatureParts): Arranged {
  const share = layout === "text" ? 1 : hasImage ? shareOf(lineCount) : loneLineShare;
  const lineSizePt = sizeOf(area.heightPt * share, lineCount, textSizePt);
  const heightPt = linesHeightPt(lineCount, lineSizePt);
  const image = { ...area, yPt: area.yPt + heightPt, heightPt: area.heightPt - heightPt };
  return {
    image: hasImage ? image : null,
    isCentred: lineCount === 0,
    lines: { ...area, heightPt, ...(layout === "text" ? { yPt: area.yPt + (area.heightPt - heightPt) / 2 } : {}) },
    lineSizePt,
  };
}

function sideBySide(area: Area, { lineCount, textSizePt }: SignatureParts): Arranged {
  const imageWidth = lineCount === 0 ? area.widthPt : area.widthPt * leftShare;
  const lineSizePt = sizeOf(area.heightPt, lineCount, textSizePt);
  const heightPt = linesHeightPt(lineCount, lineSizePt);
  const right = withoutLeft(area, imageWidth + gapPt);
  return {
    image: { ...area, widthPt: imageWidth },
    isCentred: true,
    lines: { ...right, yPt: area.yPt + (area.heightPt - heightPt) / 2, heightPt },
    lineSizePt,
  };
}

function sizeOf(heightPt: number, lineCount: number, textSizePt: number | null | undefined): number {
  return Math.min(textSizePt ?? largestLinePt, heightPt / linesHeightPt(Math.max(lineCount, 1), 1));
}

/** More than two lines need a larger share of the height to stay legible. */
function shareOf(lineCount: number): number {
  return lineCount <= 2 ? linesShare : Math.min(0.66, linesShare + (lineCount - 2) * 0.09);
}

function logoArea(area: Area, ratio: number): Area {
  const widthPt = Math.min(area.widthPt * logoShare, area.heightPt * ratio);
  return { ...area, xPt: area.xPt + area.widthPt - widthPt, widthPt };
}

function padded({ xPt, yPt, widthPt, heightPt }: Area): Area {
  const padding = Math.min(paddingPt, widthPt * 0.1, heightPt * 0.1);
  return { xPt: xPt + padding, yPt: yPt + padding, widthPt: widthPt - 2 * padding, heightPt: heightPt - 2 * padding };
}

function withoutLeft(area: Area, taken: number): Area {
  return { ...area, xPt: area.xPt + taken, widthPt: Math.max(0, area.widthPt - taken) };
}
