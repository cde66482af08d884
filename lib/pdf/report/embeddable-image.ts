import { toImageXObject } from "@/lib/pdf/images/image-xobject";

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
 * A PNG of our own making (8-bit RGBA), with the streams that signing writes. pdfkit decodes a PNG by a library that takes a quarter of the time of a whole
 * evidence document. Throws ImageError for any other PNG.
 */
export function embeddableImage(png: Buffer, label: string): EmbeddableImage {
  const { width, height, rgb, alpha } = toImageXObject(png);
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
