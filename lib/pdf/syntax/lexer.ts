import { PdfError } from "./errors";

const OTHER = 0;
const SPACE = 1;
const DELIMITER = 2;

/** Character classes of ISO 32000-2, 7.2.3. */
const CLASSES = new Uint8Array(256);
for (const byte of [0, 9, 10, 12, 13, 32]) {
  CLASSES[byte] = SPACE;
}
for (const character of "()<>[]{}/%") {
  CLASSES[character.charCodeAt(0)] = DELIMITER;
}

const HEX_DIGITS = new Int8Array(256).fill(-1);
[..."0123456789abcdef"].forEach((digit, value) => {
  HEX_DIGITS[digit.charCodeAt(0)] = value;
  HEX_DIGITS[digit.toUpperCase().charCodeAt(0)] = value;
});

const LF = 10;
const CR = 13;
const PERCENT = 37;
const ZERO = 48;
const OPEN_PAREN = 40;
const CLOSE_PAREN = 41;
const GREATER = 62;
const BACKSLASH = 92;

/** Thrown when a token extends beyond a window that can still grow. A single instance, to avoid building stacks. */
export const windowExhausted = new Error("the window ends inside a token");

export function isSpace(byte: number | undefined): boolean {
  return byte !== undefined && CLASSES[byte] === SPACE;
}

/** Whether a word ends before this byte. The end of the bytes ends every word. */
export function endsWord(byte: number | undefined): boolean {
  return byte === undefined || CLASSES[byte] !== OTHER;
}

/** The value of a hexadecimal digit, or -1 for any other byte. */
export function hexDigit(byte: number | undefined): number {
  return byte === undefined ? -1 : (HEX_DIGITS[byte] ?? -1);
}

/** A cursor over bytes that may be only the beginning of an object (`complete` false). */
export class Lexer {
  constructor(
    readonly bytes: Buffer,
    public pos = 0,
    readonly complete = true,
  ) {}

  /** Ends reading: more bytes may help if the window is partial, otherwise the file is damaged. */
  runOut(): never {
    throw this.complete ? new PdfError("damaged", "unexpected end of data") : windowExhausted;
  }

  /** Moves past white space and comments. */
  skipSpace(): void {
    const { bytes } = this;
    let pos = this.pos;
    for (;;) {
      const byte = bytes[pos];
      if (byte === undefined) {
        this.pos = pos;
        if (!this.complete) {
          this.runOut();
        }
        return;
      }
      if (byte === PERCENT) {
        pos = endOfLine(bytes, pos);
      } else if (CLASSES[byte] === SPACE) {
        pos += 1;
      } else {
        this.pos = pos;
        return;
      }
    }
  }

  /** Reads regular characters up to white space or a delimiter; may be empty. */
  word(): string {
    const start = this.pos;
    this.skipWord();
    return wordAt(this.bytes, start, this.pos);
  }

  skipWord(): void {
    const { bytes } = this;
    let pos = this.pos;
    for (let byte = bytes[pos]; byte !== undefined && CLASSES[byte] === OTHER; byte = bytes[pos]) {
      pos += 1;
    }
    this.pos = pos;
    if (pos >= bytes.length && !this.complete) {
      this.runOut();
    }
  }

  /** Moves past a literal string: balanced parentheses, backslash escapes (7.3.4.2). */
  skipLiteralString(): void {
    const { bytes } = this;
    let depth = 0;
    for (let pos = this.pos; pos < bytes.length; pos += 1) {
      const byte = bytes[pos];
      if (byte === BACKSLASH) {
        pos += 1;
      } else if (byte === OPEN_PAREN) {
        depth += 1;
      } else if (byte === CLOSE_PAREN) {
        depth -= 1;
        if (depth === 0) {
          this.pos = pos + 1;
          return;
        }
      }
    }
    this.runOut();
  }

  /** Moves past a hexadecimal string (7.3.4.3). */
  skipHexString(): void {
    const end = this.bytes.indexOf(GREATER, this.pos);
    if (end < 0) {
      this.runOut();
    }
    this.pos = end + 1;
  }

  /** Whether the next bytes are `text`. Does not move. */
  startsWith(text: string): boolean {
    return spells(text, this.bytes, this.pos);
  }
}

/** Longer words are rare and hardly ever repeat. */
const LONGEST_KNOWN = 24;
const KNOWN_SLOTS = 1024;
/**
 * Recently read words, by a hash of their bytes. Keys and types repeat, so sharing one string saves calls and memory.
 */
const KNOWN_WORDS: string[] = new Array<string>(KNOWN_SLOTS).fill("");

/** The bytes `[start, end)` as Latin-1 text. */
export function wordAt(bytes: Buffer, start: number, end: number): string {
  const length = end - start;
  if (length > LONGEST_KNOWN) {
    return bytes.toString("latin1", start, end);
  }
  let hash = length;
  for (let pos = start; pos < end; pos += 1) {
    hash = (Math.imul(hash, 31) + (bytes[pos] ?? 0)) | 0;
  }
  const slot = (hash ^ (hash >>> 12)) & (KNOWN_SLOTS - 1);
  const known = KNOWN_WORDS[slot] ?? "";
  if (known.length === length && spells(known, bytes, start)) {
    return known;
  }
  const word = bytes.toString("latin1", start, end);
  KNOWN_WORDS[slot] = word;
  return word;
}

function spells(word: string, bytes: Buffer, start: number): boolean {
  for (let index = 0; index < word.length; index += 1) {
    if (word.charCodeAt(index) !== bytes[start + index]) {
      return false;
    }
  }
  return true;
}

function endOfLine(bytes: Buffer, from: number): number {
  let pos = from;
  while (pos < bytes.length && bytes[pos] !== LF && bytes[pos] !== CR) {
    pos += 1;
  }
  return pos;
}

/** The unsigned integer with the digits in `[start, end)`, or -1 if there is anything else. */
export function integerOf(bytes: Buffer, start: number, end: number): number {
  let value = 0;
  for (let pos = start; pos < end; pos += 1) {
    const digit = (bytes[pos] ?? 0) - ZERO;
    if (digit < 0 || digit > 9 || value > Number.MAX_SAFE_INTEGER / 16) {
      return -1;
    }
    value = value * 10 + digit;
  }
  return value;
}
