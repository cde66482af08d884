import { deflateSync } from "node:zlib";
import type { Revision } from "@/lib/pdf/revision";
import { readClaimedStandards } from "@/lib/pdf/standards/claimed-standards";
import { paintFor, type Paint } from "@/lib/pdf/standards/paint";
import { pdfRef } from "@/lib/pdf/syntax/serialize";
import { flattenOnWhite } from "./flatten-image";
import type { ImageXObject } from "./image-xobject";

/** Setting zlib up costs 0.15 ms, a fifth of signing a small file, and two lines of text are 10 KiB as they are. */
const LARGEST_PLAIN_BYTES = 16_384;

export interface PlacedImage {
  num: number;
  width: number;
  height: number;
}

/** The images and looks of one revision: each is written once, however many elements show it. */
export class SharedImages {
  private readonly placed = new Map<string, PlacedImage>();
  private readonly looks = new Map<string, number>();
  private known: Paint | null = null;

  /** `images` by the key that element contents name. */
  constructor(
    private readonly revision: Revision,
    private readonly images: Readonly<Record<string, ImageXObject>>,
  ) {}

  /** How to paint in this document; read when something is painted, which an invisible signature never does. */
  get paint(): Paint {
    this.known ??= paintFor(readClaimedStandards(this.revision.document));
    return this.known;
  }

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

  /** The object of a look, made by `make` the first time that `key` is asked for. A hundred initials, dates and ticks of one size are a handful of objects. */
  look(key: string, make: () => number): number {
    const num = this.looks.get(key) ?? make();
    this.looks.set(key, num);
    return num;
  }

  /** A form XObject of these operators, which are ASCII. */
  addForm(entries: string, operators: string): number {
    return operators.length <= LARGEST_PLAIN_BYTES
      ? this.revision.addStream(entries, operators)
      : this.revision.addStream(`${entries}/Filter/FlateDecode`, deflateSync(Buffer.from(operators, "latin1")));
  }

  /** ISO 32000-2, 8.9.5; the soft mask of 11.6.5.2 carries transparency. */
  private write(image: ImageXObject): number {
    const { imageColorSpace, allowsAlpha } = this.paint;
    const { width, height, rgb, alpha } = allowsAlpha ? image : flattenOnWhite(image);
    const shape = `/Type/XObject/Subtype/Image/Width ${width}/Height ${height}/BitsPerComponent 8/Filter/FlateDecode`;
    const mask =
      alpha === null ? "" : `/SMask ${pdfRef(this.revision.addStream(`${shape}/ColorSpace/DeviceGray`, alpha))}`;
    return this.revision.addStream(`${shape}/ColorSpace${imageColorSpace}${mask}`, rgb);
  }
}
