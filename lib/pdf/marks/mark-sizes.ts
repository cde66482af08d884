/** Side of the QR code with its quiet zone of four modules (ISO/IEC 18004, 6.3.8), in points. */
export const codePt = 45;
/** Width of the link beside it, and of the gap between the two. */
export const gapPt = 2;
export const textPt = 112;

/**
 * Sizes of the mark: code and link, or only the code. A module of their own, because code that asks for places must
 * not load the fonts that draw the mark: Next cannot bundle them.
 */
export const markSizes = [
  { widthPt: codePt + gapPt + textPt, heightPt: codePt },
  { widthPt: codePt, heightPt: codePt },
] as const;
