import { ImageError, toImageXObject, type ImageXObject } from "@/lib/pdf/images/image-xobject";

/** An image as pdfkit 0.20.2 takes it in place of bytes. */
export interface EmbeddableImage {
  width: number;
  height: number;
  /** Names the image within one document. */
  label: string;
  obj: unknown;
  embed(doc: PDFKit.PDFDocument): void;
}

/** A reference to an object that pdfkit writes as it is, since its filter is named. */
interface Reference {
  end(data: Buffer): void;
}

/**
 * A PNG as signatures have it (8-bit RGBA), with the streams that signing writes. pdfkit decodes a PNG by a library that took a quarter of the time of a whole
 * evidence document. Null for any other PNG, as the logo in shades of grey may be: that is left to pdfkit.
 */
export function embeddableImage(png: Buffer, label: string): EmbeddableImage | null {
  const streams = streamsOf(png);
  if (!streams) return null;
  const { width, height, rgb, alpha } = streams;
  const common = { Type: "XObject", Subtype: "Image", Width: width, Height: height, BitsPerComponent: 8 };
  const image: EmbeddableImage = {
    width,
    height,
    label,
    obj: null,
    embed: (doc) => {
      const write = (entries: Record<string, unknown>, data: Buffer): Reference => {
        const reference = doc.ref({ ...common, ...entries, Filter: "FlateDecode" }) as unknown as Reference;
        reference.end(data);
        return reference;
      };
      const mask = alpha && write({ ColorSpace: "DeviceGray" }, alpha);
      image.obj = write({ ColorSpace: "DeviceRGB", ...(mask ? { SMask: mask } : {}) }, rgb);
    },
  };
  return image;
}

function streamsOf(png: Buffer): ImageXObject | null {
  try {
    return toImageXObject(png);
  } catch (error) {
    if (error instanceof ImageError) return null;
    throw error;
  }
}
