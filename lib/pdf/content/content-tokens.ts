import { endsWord, hexDigit, isSpace, wordAt } from "@/lib/pdf/syntax/lexer";

/** Names include their slash, and strings are bytes. Tokens that are not supported operands are null. */
export type Operand = number | string | Uint8Array | Operand[] | Map<string, Operand> | null;

const SLASH = 47,
  PERCENT = 37,
  OPEN = 40,
  CLOSE = 41,
  LESS = 60,
  GREATER = 62,
  OPEN_BRACKET = 91,
  CLOSE_BRACKET = 93,
  BACKSLASH = 92;
const ESCAPES: ReadonlyMap<number, number> = new Map([
  [110, 10],
  [114, 13],
  [116, 9],
  [98, 8],
  [102, 12],
]);
/** An operator has at most 33 operands (ISO 32000-2, Annex C). A text array counts as one. */
const MAX_OPERANDS = 64;
const MAX_NESTING = 16;

/** Reads a content stream (7.8.2) one operator at a time. Damaged parts are skipped, as readers do. */
export class ContentTokens {
  /** The operands of the operator that `next` returned. */
  operands: Operand[] = [];
  private pos = 0;

  constructor(private readonly bytes: Buffer) {}

  /**
   * The next operator, or null at the end. After `BI`, the operands are the image's dictionary and its data, up to
   * EI.
   */
  next(): string | null {
    this.operands = [];
    for (;;) {
      const byte = this.skipSpace();
      if (byte === undefined) {
        return null;
      }
      if (isOperandStart(byte)) {
        this.push(this.operand(byte, 0));
        continue;
      }
      const word = this.word();
      if (word === "true" || word === "false" || word === "null") {
        this.push(null);
      } else if (word === "BI") {
        this.inlineImage();
        return word;
      } else {
        return word;
      }
    }
  }

  private push(operand: Operand): void {
    if (this.operands.length < MAX_OPERANDS) {
      this.operands.push(operand);
    }
  }

  private skipSpace(): number | undefined {
    for (;;) {
      const byte = this.bytes[this.pos];
      if (byte === PERCENT) {
        while (this.pos < this.bytes.length && this.bytes[this.pos] !== 10 && this.bytes[this.pos] !== 13) {
          this.pos += 1;
        }
      } else if (isSpace(byte)) {
        this.pos += 1;
      } else {
        return byte;
      }
    }
  }

  private word(): string {
    const start = this.pos;
    do {
      this.pos += 1;
    } while (!endsWord(this.bytes[this.pos]));
    return wordAt(this.bytes, start, this.pos);
  }

  private operand(byte: number, depth: number): Operand {
    switch (byte) {
      case SLASH:
        return this.name();
      case OPEN:
        return this.literal();
      case OPEN_BRACKET:
        return this.array(depth);
      case LESS:
        return this.bytes[this.pos + 1] === LESS ? this.dict(depth) : this.hex();
      default:
        return this.number();
    }
  }

  private name(): string {
    const written = this.word();
    return written.includes("#")
      ? written.replace(/#([0-9a-fA-F]{2})/g, (_, pair: string) => String.fromCharCode(Number.parseInt(pair, 16)))
      : written;
  }

  private number(): number {
    let pos = this.pos;
    let isNegative = false;
    for (let byte = this.bytes[pos]; byte === 43 || byte === 45; byte = this.bytes[pos]) {
      isNegative = byte === 45;
      pos += 1;
    }
    let value = 0;
    let scale = 0;
    for (let byte = this.bytes[pos]; byte !== undefined && !endsWord(byte); byte = this.bytes[pos]) {
      if (byte >= 48 && byte <= 57) {
        value = value * 10 + byte - 48;
        scale *= 10;
      } else if (byte === 46 && scale === 0) {
        scale = 1;
      } else {
        break;
      }
      pos += 1;
    }
    while (!endsWord(this.bytes[pos])) {
      pos += 1;
    }
    this.pos = pos;
    const plain = scale > 1 ? value / scale : value;
    return isNegative ? -plain : plain;
  }

  private array(depth: number): Operand[] {
    const items: Operand[] = [];
    this.pos += 1;
    this.collect(depth, CLOSE_BRACKET, (item) => items.push(item));
    return items;
  }

  private dict(depth: number): Map<string, Operand> {
    const entries = new Map<string, Operand>();
    let key: string | null = null;
    this.pos += 2;
    this.collect(depth, GREATER, (item) => {
      if (key === null) {
        key = typeof item === "string" ? item : null;
      } else {
        entries.set(key, item);
        key = null;
      }
    });
    this.pos += this.bytes[this.pos] === GREATER ? 1 : 0;
    return entries;
  }

  private collect(depth: number, end: number, add: (item: Operand) => void): void {
    for (let byte = this.skipSpace(); byte !== undefined; byte = this.skipSpace()) {
      if (byte === end) {
        this.pos += 1;
        return;
      }
      if (isOperandStart(byte) && depth < MAX_NESTING) {
        add(this.operand(byte, depth + 1));
      } else {
        this.word();
        add(null);
      }
    }
  }

  private literal(): Uint8Array {
    return this.plainLiteral() ?? this.escapedLiteral();
  }

  /** A view of a string without escapes and parentheses, which is the usual case. Null for any other string. */
  private plainLiteral(): Uint8Array | null {
    const start = this.pos + 1;
    for (let pos = start; pos < this.bytes.length; pos += 1) {
      const byte = this.bytes[pos];
      if (byte === BACKSLASH || byte === OPEN) {
        return null;
      }
      if (byte === CLOSE) {
        this.pos = pos + 1;
        return this.bytes.subarray(start, pos);
      }
    }
    return null;
  }

  private escapedLiteral(): Uint8Array {
    const out: number[] = [];
    let depth = 1;
    for (this.pos += 1; this.pos < this.bytes.length; this.pos += 1) {
      const byte = this.bytes[this.pos] ?? 0;
      if (byte === BACKSLASH) {
        this.escaped(out);
        continue;
      }
      depth += byte === OPEN ? 1 : byte === CLOSE ? -1 : 0;
      if (depth === 0) {
        break;
      }
      out.push(byte);
    }
    this.pos += 1;
    return Uint8Array.from(out);
  }

  private escaped(out: number[]): void {
    this.pos += 1;
    const byte = this.bytes[this.pos] ?? 0;
    if (byte >= 48 && byte <= 55) {
      let value = 0;
      for (let digits = 0; digits < 3 && isOctal(this.bytes[this.pos]); digits += 1) {
        value = value * 8 + (this.bytes[this.pos] ?? 48) - 48;
        this.pos += 1;
      }
      this.pos -= 1;
      out.push(value & 255);
    } else if (byte === 13) {
      this.pos += this.bytes[this.pos + 1] === 10 ? 1 : 0;
    } else if (byte !== 10) {
      out.push(ESCAPES.get(byte) ?? byte);
    }
  }

  private hex(): Uint8Array {
    const { bytes } = this;
    const end = bytes.indexOf(GREATER, this.pos);
    const stop = end < 0 ? bytes.length : end;
    const out = new Uint8Array((stop - this.pos) >> 1);
    let length = 0;
    let high = -1;
    for (let pos = this.pos + 1; pos < stop; pos += 1) {
      const digit = hexDigit(bytes[pos]);
      if (digit < 0) {
        continue;
      }
      if (high < 0) {
        high = digit;
      } else {
        out[length] = high * 16 + digit;
        length += 1;
        high = -1;
      }
    }
    if (high >= 0) {
      out[length] = high * 16;
      length += 1;
    }
    this.pos = stop + 1;
    return length === out.length ? out : out.subarray(0, length);
  }

  private inlineImage(): void {
    const entries = new Map<string, Operand>();
    let key: string | null = null;
    for (let byte = this.skipSpace(); byte !== undefined; byte = this.skipSpace()) {
      const item = isOperandStart(byte) ? this.operand(byte, 0) : this.word();
      if (item === "ID") {
        break;
      }
      if (key === null) {
        key = typeof item === "string" ? item : null;
      } else {
        entries.set(key, item);
        key = null;
      }
    }
    // One white-space character belongs to ID.
    const start = this.pos + 1;
    const end = this.skipImageData();
    this.operands = [entries, this.bytes.subarray(start, Math.max(start, end))];
  }

  /** Skips to the first EI between white space and something other than image data. Returns its offset. */
  private skipImageData(): number {
    for (let at = this.bytes.indexOf("EI", this.pos); at >= 0; at = this.bytes.indexOf("EI", at + 1)) {
      if (
        isSpace(this.bytes[at - 1]) &&
        endsWord(this.bytes[at + 2]) &&
        this.bytes.subarray(at + 2, at + 12).every((byte) => isSpace(byte) || (byte > 31 && byte < 127))
      ) {
        this.pos = at + 2;
        return at;
      }
    }
    this.pos = this.bytes.length;
    return this.pos;
  }
}

function isOperandStart(byte: number): boolean {
  return (
    (byte >= 48 && byte <= 57) ||
    byte === 45 ||
    byte === 46 ||
    byte === 43 ||
    byte === SLASH ||
    byte === OPEN ||
    byte === OPEN_BRACKET ||
    byte === LESS
  );
}

function isOctal(byte: number | undefined): boolean {
  return byte !== undefined && byte >= 48 && byte <= 55;
}
