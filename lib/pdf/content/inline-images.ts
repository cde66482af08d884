import { FULL_FILTER_NAMES } from "@/lib/pdf/filters-of";
import { PdfError } from "@/lib/pdf/syntax/errors";
import { endsWord, isSpace } from "@/lib/pdf/syntax/lexer";
import { sliceOf, type PdfDict, type PdfValue } from "@/lib/pdf/syntax/objects";
import { Parser } from "@/lib/pdf/syntax/parser";
import { inlineDataLengths, type InlineImageShape } from "./inline-data-length";

/** One `BI … ID … EI` (ISO 32000-2, 8.9.7). Offsets are relative to the content. */
export interface InlineImage {
  /** The offset of `BI`. */
  start: number;
  /** The offset after `EI`. */
  end: number;
  dict: PdfDict;
  /** Start and end of the data, or null if undecidable. */
  data: { start: number; end: number } | null;
  /** Whether every reader ends the data at the same place. */
  isPlain: boolean;
}

/** ISO 32000-2, table 91. */
const FULL_KEYS: Readonly<Record<string, string>> = {
  BPC: "BitsPerComponent",
  CS: "ColorSpace",
  D: "Decode",
  DP: "DecodeParms",
  F: "Filter",
  H: "Height",
  IM: "ImageMask",
  I: "Interpolate",
  L: "Length",
  W: "Width",
};
const COMPONENTS: Readonly<Record<string, number>> = {
  G: 1,
  DeviceGray: 1,
  CalGray: 1,
  I: 1,
  Indexed: 1,
  RGB: 3,
  DeviceRGB: 3,
  CalRGB: 3,
  Lab: 3,
  CMYK: 4,
  DeviceCMYK: 4,
};
const SHOWS_IMAGE = /(?<![^\s\0()<>[\]{}/%])BI(?=[\s\0/])/;
const MAX_SPACES = 16;
const LETTER_E = 69;
const LETTER_I = 73;

/**
 * The inline images of a content stream. Streams without images cost only a search for `BI`.
 * Throws PdfError `damaged` where the content is too broken to separate its operators.
 */
export function inlineImages(content: Buffer): InlineImage[] {
  if (!content.includes("BI") || !SHOWS_IMAGE.test(content.toString("latin1"))) {
    return [];
  }
  const parser = new ContentParser(content);
  const images: InlineImage[] = [];
  for (let start = parser.toImage(); start >= 0; start = parser.toImage()) {
    const image = parser.image(start);
    images.push(image);
    parser.pos = image.end;
  }
  return images;
}

class ContentParser extends Parser {
  constructor(bytes: Buffer) {
    super(bytes, 0, true, { nesting: 64, values: Infinity });
  }

  /** Moves past the next operator `BI` and returns its offset, or -1 at the end. */
  toImage(): number {
    const { bytes } = this;
    for (;;) {
      this.skipSpace();
      const start = this.pos;
      const byte = bytes[start];
      if (byte === undefined) {
        return -1;
      }
      this.skipWord();
      if (this.pos === start + 2 && byte === 66 && bytes[start + 1] === LETTER_I) {
        return start;
      }
      if (this.pos === start) {
        this.skipDelimited(byte, start);
      }
    }
  }

  image(start: number): InlineImage {
    const dict = this.imageDict();
    const { bytes } = this;
    const from = this.pos + (isSpace(bytes[this.pos]) ? 1 : 0);
    const shape = shapeOf(dict, bytes);
    const fitting = startsOf(bytes, from).flatMap((first) =>
      inlineDataLengths(shape, bytes, first).flatMap((length) => closingAt(bytes, first, first + length) ?? []),
    );
    const [only] = fitting;
    const hasNoDuplicates = dict.duplicates.length === 0;
    if (only === undefined || fitting.some(({ end }) => end !== only.end)) {
      const found = byLooks(bytes, from, this.pos);
      return {
        start,
        dict,
        data: found.data,
        end: found.end,
        isPlain: hasNoDuplicates && found.isOnly && fitting.length === 0 && hasUnknownEnd(shape),
      };
    }
    const { end, data } = only;
    return {
      start,
      dict,
      end,
      data,
      isPlain:
        hasNoDuplicates &&
        data !== null &&
        (shape.length === null || shape.length === data.end - data.start) &&
        candidates(bytes, data.start, data.end).length === 0,
    };
  }

  /** Keys and values up to `ID`, with their full names. */
  private imageDict(): PdfDict {
    const start = this.pos;
    const entries = new Map<string, PdfValue>();
    const duplicates: string[] = [];
    for (;;) {
      const key = this.value();
      if (key.kind === "keyword" && key.value === "ID") {
        return { kind: "dict", entries, duplicates, start, end: this.pos, keyStart: -1 };
      }
      if (key.kind !== "name") {
        throw new PdfError("damaged", "an inline image without ID");
      }
      const full = FULL_KEYS[key.value] ?? key.value;
      if (entries.has(full)) {
        duplicates.push(full);
      }
      entries.set(full, this.value());
    }
  }

  /** Skips a string, a name, or one delimiter. */
  private skipDelimited(byte: number, start: number): void {
    if (byte === 40) {
      this.skipLiteralString();
    } else if (byte === 60 && this.bytes[start + 1] !== 60) {
      this.skipHexString();
    } else {
      this.pos = start + 1;
      if (byte === 47) {
        this.skipWord();
      }
    }
  }
}

/** One white-space character belongs to `ID`. Writers that end lines with two characters write both. */
function startsOf(bytes: Buffer, from: number): number[] {
  return bytes[from - 1] === 13 && bytes[from] === 10 ? [from + 1, from] : [from];
}

/** Whether only a decoder can find the end of the data. */
function hasUnknownEnd({ filters }: InlineImageShape): boolean {
  return filters[0] === "CCITTFaxDecode" || filters[0] === "LZWDecode" || filters[0] === "JBIG2Decode";
}

/** The position of an `EI` after data that ends at `end`, past white space, or null if there is none. */
function closingAt(bytes: Buffer, start: number, end: number): Pick<InlineImage, "data" | "end"> | null {
  let pos = end;
  while (pos < end + MAX_SPACES && isSpace(bytes[pos])) {
    pos += 1;
  }
  const isThere =
    end <= bytes.length && bytes[pos] === LETTER_E && bytes[pos + 1] === LETTER_I && endsWord(bytes[pos + 2]);
  return isThere ? { data: { start, end }, end: pos + 2 } : null;
}

/** Offsets of every `EI` in the data that some reader could take as the end. */
function candidates(bytes: Buffer, from: number, to: number): number[] {
  const found: number[] = [];
  for (let at = bytes.indexOf("EI", from); at >= 0 && at < to; at = bytes.indexOf("EI", at + 1)) {
    if (endsWord(bytes[at + 2])) {
      found.push(at);
    }
  }
  return found;
}

/**
 * Used when the dictionary does not determine the end: the only `EI` before the next image, or else the only one
 * surrounded by white space.
 */
function byLooks(
  bytes: Buffer,
  from: number,
  otherwise: number,
): Pick<InlineImage, "data" | "end"> & { isOnly: boolean } {
  const next = bytes.subarray(from).toString("latin1").search(SHOWS_IMAGE);
  const all = candidates(bytes, from, next < 0 ? bytes.length : from + next);
  const spaced = all.filter((at) => isSpace(bytes[at - 1]));
  const at = all.length === 1 ? all[0] : spaced[0];
  if (at === undefined || (all.length > 1 && spaced.length > 1)) {
    return { data: null, end: otherwise, isOnly: false };
  }
  const end = isSpace(bytes[at - 1]) ? at - 1 : at;
  return { data: { start: from, end }, end: at + 2, isOnly: all.length === 1 };
}

function shapeOf({ entries }: PdfDict, bytes: Buffer): InlineImageShape {
  const integer = (key: string): number | null => {
    const value = entries.get(key);
    return value?.kind === "number" && Number.isInteger(value.value) && value.value >= 0 ? value.value : null;
  };
  const mask = entries.get("ImageMask");
  return {
    width: integer("Width"),
    height: integer("Height"),
    bitsPerComponent: integer("BitsPerComponent"),
    isMask: mask?.kind === "bool" && mask.value,
    filters: filterNames(entries.get("Filter")),
    components: componentsOf(entries.get("ColorSpace"), bytes),
    length: integer("Length"),
  };
}

function filterNames(value: PdfValue | undefined): string[] {
  const items = value?.kind === "array" ? value.items : value === undefined || value.kind === "null" ? [] : [value];
  return items.map((item) => (item.kind === "name" ? (FULL_FILTER_NAMES[item.value] ?? item.value) : ""));
}

function componentsOf(value: PdfValue | undefined, bytes: Buffer): number[] {
  const family = value?.kind === "array" ? value.items[0] : value;
  const known = family?.kind === "name" ? COMPONENTS[family.value] : undefined;
  if (family !== undefined && family.kind !== "name") {
    throw new PdfError("damaged", `an inline image in the colours ${sliceOf(bytes, family).toString("latin1", 0, 32)}`);
  }
  return family === undefined ? [1] : known === undefined ? [1, 3, 4] : [known];
}
