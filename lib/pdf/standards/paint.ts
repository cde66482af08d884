import type { ClaimedStandards } from "./claimed-standards";

/** How appearances of ours may paint in a file. */
export interface Paint {
  /** Operators that make black the colour of fills and strokes. */
  black: string;
  /** Entries of the /Resources that `black` needs. */
  resources: string;
  /** Of images with three components a pixel. */
  imageColorSpace: string;
  /** False: images have to be flattened on white. */
  allowsAlpha: boolean;
}

/** The white point of D65, and sRGB's primaries with a gamma that comes close to its curve (ISO 32000-2, 8.6.5.2 and 8.6.5.3). */
const CAL_GRAY = "[/CalGray<</WhitePoint[0.9505 1 1.089]/Gamma 2.2>>]";
const CAL_RGB =
  "[/CalRGB<</WhitePoint[0.9505 1 1.089]/Gamma[2.2 2.2 2.2]/Matrix[0.4124 0.2126 0.0193 0.3576 0.7152 0.1192 0.1805 0.0722 0.9505]>>]";

const DEVICE_BLACK = { black: "0 g 0 G", resources: "" };
const CALIBRATED_BLACK = { black: "/G cs 0 sc /G CS 0 SC", resources: `/ColorSpace<</G${CAL_GRAY}>>` };

/**
 * - Device colours (ISO 19005-1, 6.2.3.3; ISO 19005-2, 6.2.4.3): DeviceGray under any output intent, DeviceRGB under one for RGB, none
 *   without. Everything else is calibrated.
 * - Transparency: never in PDF/A-1 (6.4). Later parts allow it on a page whose blending colour space is known (ISO 19005-2, 6.2.10), which an
 *   output intent makes sure of.
 */
export function paintFor({ pdfaPart, outputIntent }: ClaimedStandards): Paint {
  if (pdfaPart === null) {
    return { ...DEVICE_BLACK, imageColorSpace: "/DeviceRGB", allowsAlpha: true };
  }
  return {
    ...(outputIntent === "none" ? CALIBRATED_BLACK : DEVICE_BLACK),
    imageColorSpace: outputIntent === "rgb" ? "/DeviceRGB" : CAL_RGB,
    allowsAlpha: pdfaPart > 1 && outputIntent !== "none",
  };
}
