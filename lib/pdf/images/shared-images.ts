import { deflateSync, inflateSync } from "node:zlib";
import type { Revision } from "@/lib/pdf/revision";
import { readClaimedStandards, type ClaimedStandards } from "@/lib/pdf/standards";
import { pdfNumber, pdfRef } from "@/lib/pdf/syntax/serialize";
import type { ImageXObject } from "./image-xobject";

/**
 * Initialising zlib takes 0.15 ms, a fifth of signing a small file, and two lines of text are only 10 KiB
 * uncompressed.
 */
const LARGEST_PLAIN_BYTES = 16_384;

interface PlacedImage {
  num: number;
  width: number;
  height: number;
}

/** The images and appearances of one revision. Each is written once, however many elements show it. */
export class SharedImages {
  private readonly placed = new Map<string, PlacedImage>();
  private readonly looks = new Map<string, number>();
  private known: Paint | null = null;

  /** `images` are keyed by the names that element contents use. */
  constructor(
    private readonly revision: Revision,
    private readonly images: Readonly<Record<string, ImageXObject>>,
  ) {}

  /**
   * How to paint in this document. Read only when something is painted, which never happens for an invisible
   * signature.
   */
  get paint(): Paint {
    this.known ??= paintFor(readClaimedStandards(this.revision.document));
    return this.known;
  }

  /** `ground`: `#rrggbb` of the paper under the image, with which flattened images are blended. Null means white. */
  place(key: string, ground: string | null = null): PlacedImage {
    const name = JSON.stringify([key, ground]);
    const known = this.placed.get(name);
    if (known !== undefined) {
      return known;
    }
    const image = Object.hasOwn(this.images, key) ? this.images[key] : undefined;
    if (image === undefined) {
      throw new RangeError(`no image ${key} was given`);
    }
    const placed = { num: this.write(image, ground), width: image.width, height: image.height };
    this.placed.set(name, placed);
    return placed;
  }

  /**
   * The object of an appearance, created by `make` when `key` is first requested. A hundred initials, dates and ticks
   * of the same size need only a few objects.
   */
  look(key: string, make: () => number): number {
    const num = this.looks.get(key) ?? make();
    this.looks.set(key, num);
    return num;
  }

  /** A form XObject with these operators, which must be ASCII. */
  addForm(entries: string, operators: string): number {
    return operators.length <= LARGEST_PLAIN_BYTES
      ? this.revision.addStream(entries, operators)
      : this.revision.addStream(`${entries}/Filter/FlateDecode`, deflateSync(Buffer.from(operators, "latin1")));
  }

  /** ISO 32000-2, 8.9.5; the soft mask of 11.6.5.2 carries transparency. */
  private write(image: ImageXObject, ground: string | null): number {
    const { imageColorSpace, allowsAlpha } = this.paint;
    const { width, height, rgb, alpha } = allowsAlpha ? image : flattenOn(image, ground);
    const shape = `/Type/XObject/Subtype/Image/Width ${width}/Height ${height}/BitsPerComponent 8/Filter/FlateDecode`;
    const mask =
      alpha === null ? "" : `/SMask ${pdfRef(this.revision.addStream(`${shape}/ColorSpace/DeviceGray`, alpha))}`;
    return this.revision.addStream(`${shape}/ColorSpace${imageColorSpace}${mask}`, rgb);
  }
}

const COMPONENTS = 3;
const WHITE = 255;

/**
 * The image as it looks on paper of this colour, without an alpha channel, for files that must not contain
 * transparency (ISO 19005-1, 6.4). Null means white.
 */
export function flattenOn(image: ImageXObject, ground: string | null = null): ImageXObject & { alpha: null } {
  const { width, height, alpha } = image;
  if (alpha === null) {
    return { ...image, alpha };
  }
  const count = width * height;
  const colours = inflateSync(image.rgb, { maxOutputLength: count * COMPONENTS });
  const opacity = inflateSync(alpha, { maxOutputLength: count });
  const paper = ground === null ? [WHITE, WHITE, WHITE] : bytesOf(ground);
  for (let i = 0, at = 0; i < count; i += 1) {
    const share = opacity[i] ?? 0;
    const end = at + COMPONENTS;
    for (; at < end; at += 1) {
      colours[at] = Math.round(
        ((colours[at] ?? 0) * share + (paper[at % COMPONENTS] ?? WHITE) * (WHITE - share)) / WHITE,
      );
    }
  }
  return { width, height, rgb: deflateSync(colours), alpha: null };
}

/** Colour and transparency permitted for our appearances in a file. */
export interface Paint {
  /** Operators that set black for fills and strokes. */
  black: string;
  /** Entries of /Resources that `black` needs. */
  resources: string;
  /**
   * Operators that set a colour for fills and strokes, and entries of /Resources that they need in addition to
   * `resources`.
   */
  colour: (hex: string) => { operators: string; resources: string };
  /** The colour space of images with three components per pixel. */
  imageColorSpace: string;
  /** False: images must be flattened onto white. */
  allowsAlpha: boolean;
}

/**
 * The white point of D65, and sRGB's primaries with a gamma that approximates its curve (ISO 32000-2, 8.6.5.2 and
 * 8.6.5.3).
 */
const CAL_GRAY = "[/CalGray<</WhitePoint[0.9505 1 1.089]/Gamma 2.2>>]";
const CAL_RGB =
  "[/CalRGB<</WhitePoint[0.9505 1 1.089]/Gamma[2.2 2.2 2.2]/Matrix[0.4124 0.2126 0.0193 0.3576 0.7152 0.1192 0.1805 0.0722 0.9505]>>]";

const DEVICE_BLACK = { black: "0 g 0 G", resources: "" };
const CALIBRATED_BLACK = {
  black: "/G cs 0 sc /G CS 0 SC",
  resources: `/ColorSpace<</G${CAL_GRAY}/C${CAL_RGB}>>`,
};

function deviceColour(hex: string): ReturnType<Paint["colour"]> {
  const rgb = componentsOf(hex);
  return { operators: `${rgb} rg ${rgb} RG`, resources: "" };
}

function calibratedColour(hex: string): string {
  const rgb = componentsOf(hex);
  return `/C cs ${rgb} sc /C CS ${rgb} SC`;
}

/** Red, green and blue of `#rrggbb`, from 0 to 1. */
function componentsOf(hex: string): string {
  return bytesOf(hex)
    .map((value) => pdfNumber(value / 255))
    .join(" ");
}

function bytesOf(hex: string): number[] {
  return [1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16));
}

/**
 * - Device colours (ISO 19005-1, 6.2.3.3; ISO 19005-2, 6.2.4.3): DeviceGray under any output intent, DeviceRGB under
 *   an intent for RGB, none without. Everything else is calibrated.
 * - Transparency: never in PDF/A-1 (6.4). Later parts allow it on a page whose blending colour space is known (ISO
 *   19005-2, 6.2.10), which an output intent ensures.
 */
export function paintFor({ pdfaPart, outputIntent }: ClaimedStandards): Paint {
  if (pdfaPart === null) {
    return { ...DEVICE_BLACK, colour: deviceColour, imageColorSpace: "/DeviceRGB", allowsAlpha: true };
  }
  const resources = outputIntent === "none" ? "" : `/ColorSpace<</C${CAL_RGB}>>`;
  return {
    colour: outputIntent === "rgb" ? deviceColour : (hex) => ({ operators: calibratedColour(hex), resources }),
    ...(outputIntent === "none" ? CALIBRATED_BLACK : DEVICE_BLACK),
    imageColorSpace: outputIntent === "rgb" ? "/DeviceRGB" : CAL_RGB,
    allowsAlpha: pdfaPart > 1 && outputIntent !== "none",
  };
}
