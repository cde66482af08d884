import { missing, type Mutation } from "./mutation";

interface Placeholder {
  /** Offset of `/ByteRange`, and the span of its array. */
  rangeAt: number;
  rangeEnd: number;
  gapStart: number;
  gapEnd: number;
  end: number;
}

/** The first (0) or last (-1) signature in the file. */
function placeholderOf(bytes: Buffer, index: number): Placeholder {
  const matches = [...bytes.toString("latin1").matchAll(/\/ByteRange\s*\[\s*0\s+(\d+)\s+(\d+)\s+(\d+)\s*\]/g)];
  const match = matches.at(index) ?? missing("a ByteRange");
  const [gapStart, gapEnd, length] = match.slice(1).map(Number) as [number, number, number];
  return { rangeAt: match.index, rangeEnd: match.index + match[0].length, gapStart, gapEnd, end: gapEnd + length };
}

function overwrite(bytes: Buffer, at: number, text: string): Buffer {
  return Buffer.concat([bytes.subarray(0, at), Buffer.from(text, "latin1"), bytes.subarray(at + text.length)]);
}

/** Overwrites the last ByteRange; shorter ones are padded, so that no offset moves. */
function withRange(name: string, array: (place: Placeholder, size: number) => string): Mutation {
  return {
    name,
    apply: (bytes) => {
      const place = placeholderOf(bytes, -1);
      const room = bytes.subarray(place.rangeEnd).toString("latin1", 0, 64).search(/[^ ]/);
      const text = array(place, bytes.length);
      const width = place.rangeEnd - place.rangeAt + Math.max(0, room);
      if (text.length > width) {
        missing("room for a longer ByteRange");
      }
      return overwrite(bytes, place.rangeAt, text.padEnd(width));
    },
  };
}

const range = (...numbers: number[]): string => `/ByteRange[${numbers.join(" ")}]`;

/**
 * Universal signature forgery and similar attacks: ByteRanges that leave a gap, or that some readers treat as absent.
 */
export const byteRangeForgeries: readonly Mutation[] = [
  withRange("no ByteRange", () => "/ByteRamge"),
  withRange("a ByteRange of null", () => "/ByteRange null"),
  withRange("an empty ByteRange", () => "/ByteRange[]"),
  withRange("a ByteRange that is a name", () => "/ByteRange/None"),
  withRange("a ByteRange of one number", () => range(0)),
  withRange("a ByteRange of two numbers", ({ gapStart }) => range(0, gapStart)),
  withRange("a ByteRange of three numbers", ({ gapStart, gapEnd }) => range(0, gapStart, gapEnd)),
  withRange("a ByteRange of six numbers", ({ gapStart }) => range(0, gapStart, 0, 0, 0, 0)),
  withRange("a ByteRange of zeros", () => range(0, 0, 0, 0)),
  withRange("a negative length in the ByteRange", () => range(0, -1, -1, -1)),
  withRange("a negative second start in the ByteRange", ({ gapStart, end, gapEnd }) =>
    range(0, gapStart, -gapEnd, end - gapEnd),
  ),
  withRange("a ByteRange that begins behind the header", ({ gapStart, gapEnd, end }) =>
    range(9, gapStart - 9, gapEnd, end - gapEnd),
  ),
  withRange("a ByteRange whose halves overlap", ({ gapStart, end }) =>
    range(0, gapStart, gapStart - 10, end - gapStart + 10),
  ),
  withRange("a ByteRange whose halves touch", ({ gapStart, end }) => range(0, gapStart, gapStart, end - gapStart)),
  withRange("a ByteRange with a gap that begins too early", ({ gapStart, gapEnd, end }) =>
    range(0, gapStart - 20, gapEnd, end - gapEnd),
  ),
  withRange("a ByteRange with a gap that ends too late", ({ gapStart, gapEnd, end }) =>
    range(0, gapStart, gapEnd + 20, end - gapEnd - 20),
  ),
  withRange("a ByteRange without the delimiters", ({ gapStart, gapEnd, end }) =>
    range(0, gapStart + 1, gapEnd - 1, end - gapEnd + 1),
  ),
  withRange("a ByteRange that ends before the file does", ({ gapStart, gapEnd, end }) =>
    range(0, gapStart, gapEnd, end - gapEnd - 30),
  ),
  withRange("a ByteRange beyond the file", ({ gapStart, gapEnd, end }) => range(0, gapStart, gapEnd, end - gapEnd + 9)),
  withRange("a ByteRange of fractions", ({ gapStart, gapEnd }) => range(0, gapStart, gapEnd, 0.5)),
  withRange("a ByteRange of strings", () => "/ByteRange[(0)(1)(2)(3)]"),
  withRange("a ByteRange of references", () => "/ByteRange[1 0 R 1 0 R 1 0 R 1 0 R]"),
  {
    name: "signature wrapping: forged objects between the halves, the second half moved behind them",
    apply: (bytes) => {
      const { gapStart, gapEnd, end, rangeAt, rangeEnd } = placeholderOf(bytes, -1);
      const forged = Buffer.from("\n4 0 obj\n<</Type/Page/MediaBox[0 0 9 9]>>\nendobj\n");
      const moved = Buffer.concat([bytes.subarray(0, gapEnd), forged, bytes.subarray(gapEnd)]);
      const text = range(0, gapStart, gapEnd + forged.length, end - gapEnd);
      return text.length > rangeEnd - rangeAt + 8
        ? missing("room for a longer ByteRange")
        : overwrite(moved, rangeAt, text.padEnd(rangeEnd - rangeAt));
    },
  },
];

/** Overwrites the hexadecimal digits of the last signature, or of the first for a file with several. */
function withContents(name: string, change: (hex: string, bytes: Buffer) => string): Mutation {
  return {
    name,
    apply: (bytes) => {
      const { gapStart, gapEnd } = placeholderOf(bytes, -1);
      const hex = bytes.toString("latin1", gapStart + 1, gapEnd - 1);
      const forged = change(hex, bytes);
      return overwrite(bytes, gapStart + 1, forged.slice(0, hex.length).padEnd(hex.length, "0"));
    },
  };
}

function usedDigits(hex: string): number {
  return 8 + 2 * Number.parseInt(hex.slice(4, 8), 16);
}

/**
 * Position of the first digit of the last byte other than 00: zeros fill the gap after a signature, so cutting a final
 * 00 would change nothing.
 */
function lastNonZeroByte(hex: string): number {
  return 2 * Buffer.from(hex, "hex").findLastIndex((byte) => byte !== 0);
}

function flipDigit(hex: string, at: number): string {
  const digit = (Number.parseInt(hex[at] ?? "0", 16) ^ 1).toString(16);
  return hex.slice(0, at) + digit + hex.slice(at + 1);
}

export const contentsForgeries: readonly Mutation[] = [
  withContents("Contents of zeros", () => ""),
  withContents("Contents that is one null", () => "0500"),
  withContents("Contents of an empty sequence", () => "3000"),
  withContents("Contents of random bytes", (hex) => "5a".repeat(hex.length / 2)),
  withContents("Contents cut in half", (hex) => hex.slice(0, usedDigits(hex) / 2)),
  withContents("Contents without its last byte", (hex) => hex.slice(0, lastNonZeroByte(hex.slice(0, usedDigits(hex))))),
  withContents("Contents with a byte behind the signature", (hex) => `${hex.slice(0, usedDigits(hex))}01`),
  withContents(
    "Contents with a second signature behind the first",
    (hex) => hex.slice(0, usedDigits(hex)) + hex.slice(0, usedDigits(hex)),
  ),
  withContents("Contents in other letters", (hex) => `zz${hex.slice(2)}`),
  withContents("Contents with an indefinite length", (hex) => `3080${hex.slice(4)}`),
  withContents("Contents of the first signature in the last one", (hex, bytes) => {
    const first = placeholderOf(bytes, 0);
    const other = bytes.toString("latin1", first.gapStart + 1, first.gapEnd - 1);
    return other === hex ? missing("another signature") : other;
  }),
  withContents("a changed digit in the signature value", (hex) => flipDigit(hex, usedDigits(hex) - 4)),
  ...[2, 4, 8, 10, 20].map((at) =>
    withContents(`a changed digit ${at} bytes into the signature`, (hex) => flipDigit(hex, 2 * at)),
  ),
  ...[90, 120, 160, 200].map((at) =>
    withContents(`a changed digit ${at} bytes before the signature's end, among the signed attributes`, (hex) =>
      flipDigit(hex, usedDigits(hex) - 2 * at),
    ),
  ),
];
