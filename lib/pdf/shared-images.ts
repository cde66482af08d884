import type { ImageXObject } from "@/lib/pdf/image-xobject";
import type { Revision } from "@/lib/pdf/revision";
import { pdfRef } from "@/lib/pdf/serialize";

export interface PlacedImage {
  num: number;
  width: number;
  height: number;
}

/** The images of one revision: each is written once, however many elements show it. */
export class SharedImages {
  private readonly placed = new Map<string, PlacedImage>();

  /** `images` by the key that element contents name. */
  constructor(
    private readonly revision: Revision,
    private readonly images: Readonly<Record<string, ImageXObject>>,
  ) {}

  place(key: string): PlacedImage {
    const known = this.placed.get(key);
    if (known !== undefined) {
      return known;
    }
    const image = Object.hasOwn(this.images, key) ? this.images[key] : undefined;
    if (image === undefined) {
      throw new RangeError(`no image ${key} was given`);
    }
    const placed = { num: this.write(image), width: image.width, height: image.height };
    this.placed.set(key, placed);
    return placed;
  }

  /** ISO 32000-2, 8.9.5; the soft mask of 11.6.5.2 carries transparency. */
  private write({ width, height, rgb, alpha }: ImageXObject): number {
    const shape = `/Type/XObject/Subtype/Image/Width ${width}/Height ${height}/BitsPerComponent 8/Filter/FlateDecode`;
    const mask =
      alpha === null ? "" : `/SMask ${pdfRef(this.revision.addStream(`${shape}/ColorSpace/DeviceGray`, alpha))}`;
    return this.revision.addStream(`${shape}/ColorSpace/DeviceRGB${mask}`, rgb);
  }
}
