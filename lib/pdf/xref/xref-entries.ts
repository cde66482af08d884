import { PdfError } from "@/lib/pdf/syntax/errors";

export type XrefEntryType = "free" | "offset" | "compressed";

export interface XrefEntry {
  type: XrefEntryType;
  /** Absolute offset. For `compressed`, the number of the object stream. */
  offset: number;
  /** Generation. For `compressed`, the index inside the object stream. */
  gen: number;
}

const TYPES: readonly (XrefEntryType | null)[] = [null, "offset", "compressed", "free"];

/** The positions of all objects, in typed arrays: 13 bytes per object, regardless of the size that the file claims. */
export class XrefEntries {
  private types = new Uint8Array(256);
  private offsets = new Float64Array(256);
  private gens = new Int32Array(256);
  /** Highest object number seen, or -1 when empty. */
  highest = -1;

  constructor(private readonly maxObjectNumber: number) {}

  /** Keeps the first entry for each number, because sections are read newest first. */
  add(num: number, type: XrefEntryType, offset: number, gen: number): void {
    if (num > this.maxObjectNumber) {
      throw new PdfError("too_large", `object number ${num}`);
    }
    if (num >= this.types.length) {
      this.grow(num);
    }
    if (this.types[num] !== 0) {
      return;
    }
    // Offset 0 is the file's header, so an entry in use with this offset counts as free. Object 0 is never in use
    // (ISO 32000-2, 7.5.4).
    this.types[num] = TYPES.indexOf(num === 0 || (type === "offset" && offset === 0) ? "free" : type);
    this.offsets[num] = offset;
    this.gens[num] = gen;
    this.highest = Math.max(this.highest, num);
  }

  get(num: number): XrefEntry | null {
    const type = TYPES[this.types[num] ?? 0] ?? null;
    if (type === null) {
      return null;
    }
    return { type, offset: this.offsets[num] ?? 0, gen: this.gens[num] ?? 0 };
  }

  private grow(num: number): void {
    let length = this.types.length;
    while (length <= num) {
      length *= 2;
    }
    const { types, offsets, gens } = this;
    this.types = new Uint8Array(length);
    this.offsets = new Float64Array(length);
    this.gens = new Int32Array(length);
    this.types.set(types);
    this.offsets.set(offsets);
    this.gens.set(gens);
  }
}
