import type { Operand } from "@/lib/pdf/content/content-tokens";
import type { PdfDocument } from "@/lib/pdf/document";
import type { Located, PdfArray, PdfValue } from "@/lib/pdf/syntax/objects";
import { UNKNOWN_FONT, type TextFont } from "./fonts";
import type { Box, Matrix } from "./geometry";

/** The graphics state parameters (8.4) that affect position and visibility. */
export interface GraphicsState {
  matrix: Matrix;
  clip: Box;
  fill: Colour;
  fillSpace: ColourSpace;
  stroke: Colour;
  strokeSpace: ColourSpace;
  fillAlpha: number;
  strokeAlpha: number;
  /** A soft mask or a blend mode other than Normal: painting is not fully opaque. */
  isSheer: boolean;
  lineWidth: number;
  font: TextFont;
  fontSize: number;
  characterSpace: number;
  wordSpace: number;
  /** Horizontal scaling. 1 is 100 %. */
  stretch: number;
  leading: number;
  rise: number;
  renderingMode: number;
}

export function initialState(matrix: Matrix, clip: Box): GraphicsState {
  return {
    matrix,
    clip,
    fill: BLACK,
    fillSpace: gray,
    stroke: BLACK,
    strokeSpace: gray,
    fillAlpha: 1,
    strokeAlpha: 1,
    isSheer: false,
    lineWidth: 1,
    font: UNKNOWN_FONT,
    fontSize: 0,
    characterSpace: 0,
    wordSpace: 0,
    stretch: 1,
    leading: 0,
    rise: 0,
    renderingMode: 0,
  };
}

/** Red, green and blue, 0 to 1, or null for a colour that cannot be determined without rendering. */
export type Colour = readonly [number, number, number] | null;
/** Converts operands to a colour. */
export type ColourSpace = (components: readonly number[]) => Colour;

export const WHITE: Colour = [1, 1, 1];
export const BLACK: Colour = [0, 0, 0];
/** Two colours closer than this are indistinguishable on a page. */
const SAME = 0.04;
const MAX_DEPTH = 4;

export const gray: ColourSpace = ([level = 0]) => [level, level, level];
export const rgb: ColourSpace = ([red = 0, green = 0, blue = 0]) => [red, green, blue];
export const cmyk: ColourSpace = ([cyan = 0, magenta = 0, yellow = 0, black = 0]) => [
  (1 - cyan) * (1 - black),
  (1 - magenta) * (1 - black),
  (1 - yellow) * (1 - black),
];
const unknown: ColourSpace = () => null;
/** Without any ink, the paper keeps its colour. */
const inks: ColourSpace = (tints) => (tints.length > 0 && tints.every((tint) => tint === 0) ? WHITE : null);
const lab: ColourSpace = ([lightness = 0, a = 0, b = 0]) =>
  Math.abs(a) < 1 && Math.abs(b) < 1 ? [lightness / 100, lightness / 100, lightness / 100] : null;

const BY_NAME: ReadonlyMap<string, ColourSpace> = new Map([
  ["DeviceGray", gray],
  ["G", gray],
  ["CalGray", gray],
  ["DeviceRGB", rgb],
  ["RGB", rgb],
  ["CalRGB", rgb],
  ["DeviceCMYK", cmyk],
  ["CMYK", cmyk],
  ["Lab", lab],
  ["Separation", inks],
  ["DeviceN", inks],
]);

export function isSameColour(one: Colour, other: Colour): boolean {
  return one !== null && other !== null && one.every((part, index) => Math.abs(part - (other[index] ?? 0)) < SAME);
}

export function numbersIn(operands: readonly Operand[]): number[] {
  return operands.filter((operand) => typeof operand === "number");
}

/** A colour space by its name or array (8.6). Patterns, indexed colours and unreadable spaces give unknown colours. */
export function colourSpace(document: PdfDocument, value: PdfValue | undefined, bytes: Buffer, depth = 0): ColourSpace {
  const found = document.locate(value, bytes);
  if (found?.value.kind === "name") {
    return BY_NAME.get(found.value.value) ?? unknown;
  }
  if (found?.value.kind !== "array" || depth > MAX_DEPTH) {
    return unknown;
  }
  const family = document.name(found.value.items[0]) ?? "";
  return family === "ICCBased"
    ? profiled(document, { ...found, value: found.value })
    : (BY_NAME.get(family) ?? unknown);
}

/** By the number of components: a profile shifts colours, but white stays white. */
function profiled(document: PdfDocument, { value, bytes }: Located<PdfArray>): ColourSpace {
  const profile = document.dict(value.items[1], bytes);
  switch (document.number(profile?.value.entries.get("N"))) {
    case 1:
      return gray;
    case 3:
      return rgb;
    case 4:
      return cmyk;
    default:
      return unknown;
  }
}
