import { PdfError } from "./errors";
import { endsWord, integerOf, Lexer } from "./lexer";
import { DEFAULT_LIMITS, type PdfLimits } from "./limits";
import type { PdfArray, PdfDict, PdfName, PdfString, PdfValue } from "./objects";

const SLASH = 47;
const OPEN_PAREN = 40;
const LESS = 60;
const GREATER = 62;
const OPEN_BRACKET = 91;
const CLOSE_BRACKET = 93;
const CAPITAL_R = 82;
const ZERO = 48;
const NINE = 57;

const INTEGER = /^[+-]?\d+$/;
/** Some writers produce `--5`, `1.`, `.5` and `12.3-4`. Other readers use the number in them. */
const REAL = /^[+-]*(\d+(\.\d*)?|\.\d+)(-\d*)?$/;
const MAX_GENERATION_DIGITS = 5;
/** The number of digits that always fit a small integer. */
const MAX_DIGITS = 9;
/**
 * A name cannot contain a null byte (7.3.5). Readers end the name there or skip the byte, so its escape is left as
 * written.
 */
const ESCAPE = /#(?!00)([0-9a-fA-F]{2})/g;
/** Words that can only mean that an array or dictionary was not closed. */
const STRUCTURE_WORDS = new Set(["obj", "endobj", "stream", "endstream", "xref", "trailer", "startxref"]);

/** Reads values as defined in ISO 32000-2, 7.3, with the leniency of common readers. */
export class Parser extends Lexer {
  private values = 0;

  constructor(
    bytes: Buffer,
    pos = 0,
    complete = true,
    private readonly limits: Pick<PdfLimits, "nesting" | "values"> = DEFAULT_LIMITS,
  ) {
    super(bytes, pos, complete);
  }

  /** The next value. Throws PdfError `damaged`, or `windowExhausted` in a partial window. */
  value(depth = 0): PdfValue {
    this.values += 1;
    if (depth > this.limits.nesting || this.values > this.limits.values) {
      throw new PdfError("too_large", "values nested too deeply, or too many of them");
    }
    this.skipSpace();
    const byte = this.bytes[this.pos];
    if (byte === undefined) {
      this.runOut();
    }
    switch (byte) {
      case SLASH:
        return this.name();
      case OPEN_PAREN:
        return this.literalString();
      case LESS:
        return this.hexStringOrDict(depth);
      case OPEN_BRACKET:
        return this.array(depth);
      default:
        return this.scalar();
    }
  }

  private name(): PdfName {
    const start = this.pos;
    this.pos += 1;
    const written = this.word();
    const value = written.includes("#") ? written.replace(ESCAPE, decodeHexPair) : written;
    return { kind: "name", value, start, end: this.pos, keyStart: -1 };
  }

  private literalString(): PdfString {
    const start = this.pos;
    this.skipLiteralString();
    return { kind: "string", hex: false, start, end: this.pos, keyStart: -1 };
  }

  private hexStringOrDict(depth: number): PdfString | PdfDict {
    const start = this.pos;
    const next = this.bytes[start + 1];
    if (next === undefined) {
      this.runOut();
    }
    if (next === LESS) {
      return this.dict(depth);
    }
    this.skipHexString();
    return { kind: "string", hex: true, start, end: this.pos, keyStart: -1 };
  }

  private array(depth: number): PdfArray {
    const start = this.pos;
    const items: PdfValue[] = [];
    this.pos += 1;
    for (;;) {
      this.skipSpace();
      if (this.bytes[this.pos] === CLOSE_BRACKET) {
        this.pos += 1;
        return { kind: "array", items, start, end: this.pos, keyStart: -1 };
      }
      const item = this.value(depth + 1);
      if (isStructureWord(item)) {
        throw new PdfError("damaged", "an array is not closed");
      }
      items.push(item);
    }
  }

  private dict(depth: number): PdfDict {
    const start = this.pos;
    const entries = new Map<string, PdfValue>();
    const duplicates: string[] = [];
    this.pos += 2;
    while (this.toNextKey()) {
      const keyStart = this.pos;
      const key = this.name().value;
      const value = this.value(depth + 1);
      if (isStructureWord(value) || (value.kind === "keyword" && value.value === ">")) {
        throw new PdfError("damaged", `the dictionary key ${key} has no value`);
      }
      value.keyStart = keyStart;
      if (entries.has(key)) {
        duplicates.push(key);
      }
      entries.set(key, value);
    }
    return { kind: "dict", entries, duplicates, start, end: this.pos, keyStart: -1 };
  }

  /** Moves to the next key (true) or past `>>` (false), skipping stray words as other readers do. */
  private toNextKey(): boolean {
    for (;;) {
      this.skipSpace();
      const byte = this.bytes[this.pos];
      if (byte === SLASH) {
        return true;
      }
      if (byte === undefined || (byte === GREATER && this.pos + 1 >= this.bytes.length)) {
        this.runOut();
      }
      if (byte === GREATER && this.bytes[this.pos + 1] === GREATER) {
        this.pos += 2;
        return false;
      }
      const word = this.word();
      if (word === "") {
        this.pos += 1;
      }
      if (STRUCTURE_WORDS.has(word)) {
        throw new PdfError("damaged", "a dictionary is not closed");
      }
    }
  }

  private scalar(): PdfValue {
    const start = this.pos;
    const digits = this.digits();
    if (digits >= 0) {
      return this.integerOrReference(digits, start);
    }
    const word = this.word();
    if (word === "") {
      this.pos += 1;
      return {
        kind: "keyword",
        value: this.bytes.toString("latin1", start, this.pos),
        start,
        end: this.pos,
        keyStart: -1,
      };
    }
    const end = this.pos;
    if (INTEGER.test(word)) {
      return this.integerOrReference(Number.parseInt(word, 10), start);
    }
    if (REAL.test(word)) {
      const value = Number.parseFloat(word.replace(/^[+-]*(?=[+-])/, "")) || 0;
      return { kind: "number", value, start, end, keyStart: -1 };
    }
    switch (word) {
      case "true":
      case "false":
        return { kind: "bool", value: word === "true", start, end, keyStart: -1 };
      case "null":
        return { kind: "null", start, end, keyStart: -1 };
      default:
        return { kind: "keyword", value: word, start, end, keyStart: -1 };
    }
  }

  /**
   * The value of a word of one to nine digits. For any other word, returns -1 and does not move. No string is
   * created, because files consist mostly of numbers.
   */
  private digits(): number {
    const { bytes } = this;
    let pos = this.pos;
    let value = 0;
    for (let byte = bytes[pos] ?? 0; byte >= ZERO && byte <= NINE; byte = bytes[pos] ?? 0) {
      value = value * 10 + byte - ZERO;
      pos += 1;
    }
    const count = pos - this.pos;
    // A number could continue beyond the end of this window.
    if (count === 0 || count > MAX_DIGITS || pos >= bytes.length || !endsWord(bytes[pos])) {
      return -1;
    }
    this.pos = pos;
    return value;
  }

  /** `12` is a number and `12 0 R` a reference, so the following tokens decide. */
  private integerOrReference(value: number, start: number): PdfValue {
    const end = this.pos;
    const hasSign = (this.bytes[start] ?? 0) < ZERO;
    const gen = hasSign ? -1 : this.restOfReference();
    if (gen >= 0) {
      return { kind: "ref", num: value, gen, start, end: this.pos, keyStart: -1 };
    }
    this.pos = end;
    return { kind: "number", value, start, end, keyStart: -1 };
  }

  /** The generation, or -1 if this is not a reference. */
  private restOfReference(): number {
    this.skipSpace();
    const first = this.bytes[this.pos];
    if (first === undefined || first < ZERO || first > NINE) {
      return -1;
    }
    const start = this.pos;
    this.skipWord();
    const gen = this.pos - start > MAX_GENERATION_DIGITS ? -1 : integerOf(this.bytes, start, this.pos);
    if (gen < 0) {
      return -1;
    }
    this.skipSpace();
    if (this.bytes[this.pos] !== CAPITAL_R) {
      return -1;
    }
    if (this.pos + 1 >= this.bytes.length && !this.complete) {
      this.runOut();
    }
    if (!endsWord(this.bytes[this.pos + 1])) {
      return -1;
    }
    this.pos += 1;
    return gen;
  }
}

function decodeHexPair(_match: string, pair: string): string {
  return String.fromCharCode(Number.parseInt(pair, 16));
}

function isStructureWord(value: PdfValue): boolean {
  return value.kind === "keyword" && STRUCTURE_WORDS.has(value.value);
}
