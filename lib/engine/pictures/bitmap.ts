import type { ByteSource } from "@/lib/pdf/byte-source";

/** Four bytes a pixel, red first, rows from the top without padding. */
export interface Bitmap {
  pixels: Buffer;
  width: number;
  height: number;
}

/** A document that a renderer holds open. Pages are counted from 1. */
export interface DrawnDocument {
  pages: number;
  /** The page as a reader shows it on screen, with annotations and form fields, at about 72 dpi. Throws PdfError. */
  draw(page: number): Promise<Bitmap> | Bitmap;
  /** A page in two parts, for renderers that can draw annotations by themselves; null where they cannot on this page. Throws PdfError. */
  layers?(page: number): Promise<PageLayers | null>;
  close(): Promise<void> | void;
}

export interface PageLayers {
  /** The drawing below the annotations. Equal for the same operators with the same operands, whatever fonts and pictures look like. */
  content: string;
  /** The annotations alone on a transparent ground. */
  annotations: Bitmap;
}

/** Throws PdfError if this renderer cannot open the file. */
export type OpenForDrawing = (source: ByteSource) => Promise<DrawnDocument> | DrawnDocument;

/** A larger page is drawn smaller, so that a few of them fit into the memory of a child. */
const maxPixels = 4_000_000;
const maxSidePx = 8192;

/** One pixel for a point: pages of one size always come out in one size, and a digit of 6 pt is several pixels. */
export function comparisonSize(widthPt: number, heightPt: number): { width: number; height: number } {
  const [wide, high] = [Math.max(1, widthPt), Math.max(1, heightPt)];
  const scale = Math.min(1, maxSidePx / wide, maxSidePx / high, Math.sqrt(maxPixels / (wide * high)));
  return { width: Math.max(1, Math.round(wide * scale)), height: Math.max(1, Math.round(high * scale)) };
}
