import type { ByteSource } from "@/lib/pdf/syntax/byte-source";

/** Four bytes per pixel, red first, rows from the top without padding. */
export interface Bitmap {
  pixels: Buffer;
  width: number;
  height: number;
}

/** A document that a renderer has open. Pages are counted from 1. */
export interface DrawnDocument {
  pages: number;
  /** The page as a reader shows it on screen, with annotations and form fields, at about 72 dpi. Throws PdfError. */
  draw(page: number): Promise<Bitmap> | Bitmap;
  /**
   * A page in two parts, for renderers that can draw annotations separately. Null where they cannot for this page.
   * Throws PdfError.
   */
  layers?(page: number): Promise<PageLayers | null>;
  close(): Promise<void> | void;
}

export interface PageLayers {
  /**
   * A hash of the drawing below the annotations. Equal for the same operators with the same operands, regardless of
   * what fonts and pictures look like.
   */
  content: string;
  /** The annotations alone on a transparent background. */
  annotations: Bitmap;
}

/** Throws PdfError if this renderer cannot open the file. */
export type OpenForDrawing = (source: ByteSource) => Promise<DrawnDocument> | DrawnDocument;

/** Larger pages are drawn smaller, so that several of them fit into the memory of a child. */
const maxPixels = 4_000_000;
const maxSidePx = 8192;

/**
 * One pixel per point, so that pages of the same size always have the same size in pixels, and a digit of 6 pt covers
 * several pixels.
 */
export function comparisonSize(widthPt: number, heightPt: number): { width: number; height: number } {
  const [wide, high] = [Math.max(1, widthPt), Math.max(1, heightPt)];
  const scale = Math.min(1, maxSidePx / wide, maxSidePx / high, Math.sqrt(maxPixels / (wide * high)));
  return { width: Math.max(1, Math.round(wide * scale)), height: Math.max(1, Math.round(high * scale)) };
}
