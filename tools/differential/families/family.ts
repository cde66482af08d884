import fc from "fast-check";
import type { KnownDifferenceId } from "./known-differences";

/** Draws values from the run's seed. */
export type Draw = fc.GeneratorValue;

/** One kind of ambiguity: a file generated from random values, and the known difference that it shows, if any. */
export type Construct = readonly [
  label: string,
  make: (draw: Draw) => Buffer,
  knownDifference?: KnownDifferenceId | undefined,
];

export interface Family {
  /** The beginning of the ids of its files. */
  id: string;
  name: string;
  constructs: readonly Construct[];
  /** False if programs differ in whether text of fields and annotations belongs to the page. */
  isTextCompared?: boolean;
}

export function integer(draw: Draw, min: number, max: number): number {
  return draw(fc.integer, { min, max });
}

export function pick<T>(draw: Draw, values: readonly T[]): T {
  const value = values[integer(draw, 0, values.length - 1)];
  if (value === undefined) {
    throw new RangeError("nothing to pick from");
  }
  return value;
}

/** Two page contents that are clearly different, in text and in pixels. */
export function truths(draw: Draw): { one: string; two: string } {
  const [amount, other] = [integer(draw, 100, 499), integer(draw, 500_000, 999_999)];
  const y = integer(draw, 200, 340);
  return {
    one: `BT /F 18 Tf 40 ${y} Td (Pay EUR ${amount}) Tj ET 40 100 60 40 re f`,
    two: `BT /F 18 Tf 40 ${y - 40} Td (Pay EUR ${other}) Tj ET 180 100 60 40 re f`,
  };
}

/** A font with remapped digits: what it shows and extracts differs from Helvetica in every program. */
export const otherFont =
  "<</Type/Font/Subtype/Type1/BaseFont/Courier-Bold/Encoding<</Type/Encoding/BaseEncoding/WinAnsiEncoding/Differences[48/A/B/C/D/E/F/G/H/I/J]>>>>";

/** Inserts something that readers must ignore: white space or a comment. */
export function filler(draw: Draw): string {
  return pick(draw, ["", " ", "\n", "% comment\n", "\r\n", "%\r"]);
}
