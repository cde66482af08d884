import { endsWord, hexDigit, isSpace } from "@/lib/pdf/syntax/lexer";

/**
 * A piece of content that programs read differently, and its unambiguous replacement. Offsets are relative to the
 * content.
 */
export interface OddToken {
  start: number;
  end: number;
  text: string;
  /** A `Q` without a matching `q`. Most programs ignore it, but one loses the page's own matrix. */
  isLoneRestore: boolean;
}

interface Span {
  start: number;
  end: number;
}

const PERCENT = 0x25;
const OPEN_PAREN = 0x28;
const CLOSE_PAREN = 0x29;
const SLASH = 0x2f;
const LESS = 0x3c;
const GREATER = 0x3e;
const BACKSLASH = 0x5c;
const HASH = 0x23;
const SAVE = 0x71;
const RESTORE = 0x51;
const LINE_FEED = 10;
const RETURN = 13;

const PLAIN_NUMBER = /^[+-]?(?:\d+\.?\d*|\.\d+)$/;
/** A number with several signs or points, or with an exponent. */
const FORGIVEN_NUMBER = /^[+-]*(?:\d+(?:\.\d*)?|\.\d+)(?:[-.][-.\d]*|[eE][+-]?\d+)?$/;
/** Some programs use 32-bit numbers, in which a larger one overflows. */
const LARGEST_NUMBER = 2 ** 31 - 1;
const SHORT_NUMBER = 10;
/** Longer numbers are truncated by PDFium and MuPDF, each at a different digit. */
const LONGEST_NUMBER = 100;
/** In PDFium, and in no other program, a name ends before these bytes as it does at white space. */
const SPACE_OF_PDFIUM = 0x80;
const OTHER_SPACE_OF_PDFIUM = 0xff;
/**
 * An incomplete escape, an escaped null byte, which names must not contain (ISO 32000-2, 7.3.5), or one of those
 * bytes.
 */
const ODD_IN_NAME = /#(?![0-9a-fA-F]{2})|#00|[\x80\xff]/;
const ALL_ODD_IN_NAME = new RegExp(ODD_IN_NAME, "g");
/** Keywords at which some programs end the content. */
const STRUCTURE_WORDS: ReadonlySet<string> = new Set([
  "obj",
  "endobj",
  "stream",
  "endstream",
  "xref",
  "trailer",
  "startxref",
]);

export function isOddName(name: string): boolean {
  return ODD_IN_NAME.test(name);
}

/**
 * Numbers, names and strings of a content stream that violate ISO 32000-2, 7.3, unmatched closing brackets, keywords
 * of the file structure, and a `Q` without a `q` (8.4.2). `images` are the content's inline images, which are
 * skipped. Keywords that no program reads as a number are left unchanged.
 */
export function* oddTokens(content: Buffer, images: readonly Span[]): Generator<OddToken> {
  let next = 0;
  let saved = 0;
  for (let pos = 0; pos < content.length;) {
    const image = images[next];
    if (image !== undefined && pos >= image.start) {
      pos = image.end;
      next += 1;
      continue;
    }
    const byte = content[pos] ?? 0;
    if (isSpace(byte)) {
      pos += 1;
      continue;
    }
    const end = endOfToken(content, pos, byte);
    const text = replacementOf(content, pos, end, byte);
    if (text !== null) {
      yield { start: pos, end: Math.min(end, content.length), text, isLoneRestore: false };
    } else if (end === pos + 1 && (byte === SAVE || byte === RESTORE)) {
      saved += byte === SAVE ? 1 : -1;
      if (saved < 0) {
        saved = 0;
        yield { start: pos, end, text: "", isLoneRestore: true };
      }
    }
    pos = end;
  }
}

/** The offset after the token. The end of the content if a string is not closed. */
function endOfToken(content: Buffer, start: number, byte: number): number {
  if (byte === PERCENT) {
    return endOfLine(content, start);
  }
  if (byte === OPEN_PAREN) {
    return endOfLiteral(content, start);
  }
  if (byte === LESS && content[start + 1] !== LESS) {
    const end = content.indexOf(GREATER, start);
    return end < 0 ? content.length + 1 : end + 1;
  }
  if (byte === LESS || byte === GREATER) {
    return start + (content[start + 1] === byte ? 2 : 1);
  }
  let end = start + 1;
  while ((byte === SLASH || !endsWord(byte)) && !endsWord(content[end])) {
    end += 1;
  }
  return end;
}

/** Null for a plain token. */
function replacementOf(content: Buffer, start: number, end: number, byte: number): string | null {
  if (end > content.length) {
    return "";
  }
  if (byte === LESS && end > start + 2) {
    return isPlainHex(content, start + 1, end - 1)
      ? null
      : `<${content.toString("latin1", start + 1, end - 1).replace(/[^0-9a-fA-F]/g, "")}>`;
  }
  if (byte === SLASH) {
    return mayBeOddName(content, start, end) ? plainName(content.toString("latin1", start, end)) : null;
  }
  if (byte === CLOSE_PAREN || byte === 0x7b || byte === 0x7d || (byte === GREATER && end === start + 1)) {
    return "";
  }
  if ((byte >= 0x30 && byte <= 0x39) || byte === 0x2b || byte === 0x2d || byte === 0x2e) {
    return isShortNumber(content, start, end) ? null : plainNumber(content.toString("latin1", start, end));
  }
  return end - start >= 3 &&
    end - start <= 9 &&
    !endsWord(byte) &&
    STRUCTURE_WORDS.has(content.toString("latin1", start, end))
    ? ""
    : null;
}

/** Decides most numbers without creating a string. */
function isShortNumber(content: Buffer, start: number, end: number): boolean {
  if (end - start >= SHORT_NUMBER) {
    return false;
  }
  let dots = 0;
  for (let pos = start; pos < end; pos += 1) {
    const byte = content[pos] ?? 0;
    if (byte === 0x2e) {
      dots += 1;
    } else if (byte < 0x30 || byte > 0x39) {
      return false;
    }
  }
  return dots === 0 || (dots === 1 && end - start > 1);
}

function plainNumber(written: string): string | null {
  if (!FORGIVEN_NUMBER.test(written)) {
    return null;
  }
  const read = Number.parseFloat(written.replace(/^[+-]*(?=[+-])/, ""));
  if (PLAIN_NUMBER.test(written) && Math.abs(read) <= LARGEST_NUMBER && written.length <= LONGEST_NUMBER) {
    return null;
  }
  const value = Math.min(LARGEST_NUMBER, Math.max(-LARGEST_NUMBER, read));
  return Number.isInteger(value) ? value.toFixed(0) : value.toFixed(6);
}

/** Whether the bytes of a name include any that `isOddName` checks, without creating a string or a view. */
export function mayBeOddName(bytes: Uint8Array, start: number, end: number): boolean {
  for (let pos = start; pos < end; pos += 1) {
    const byte = bytes[pos];
    if (byte === HASH || byte === SPACE_OF_PDFIUM || byte === OTHER_SPACE_OF_PDFIUM) {
      return true;
    }
  }
  return false;
}

function plainName(written: string): string | null {
  return isOddName(written)
    ? written.replace(ALL_ODD_IN_NAME, (odd) =>
        odd.startsWith("#") ? `#23${odd.slice(1)}` : `#${odd.charCodeAt(0).toString(16)}`,
      )
    : null;
}

/** Whether there are only digits and white space. An odd number of digits is completed with a zero (7.3.4.3). */
function isPlainHex(content: Buffer, start: number, end: number): boolean {
  for (let pos = start; pos < end; pos += 1) {
    if (hexDigit(content[pos]) < 0 && !isSpace(content[pos])) {
      return false;
    }
  }
  return true;
}

function endOfLine(content: Buffer, from: number): number {
  let pos = from;
  while (pos < content.length && content[pos] !== LINE_FEED && content[pos] !== RETURN) {
    pos += 1;
  }
  return pos;
}

function endOfLiteral(content: Buffer, from: number): number {
  let depth = 0;
  for (let pos = from; pos < content.length; pos += 1) {
    const byte = content[pos];
    if (byte === BACKSLASH) {
      pos += 1;
    } else if (byte === OPEN_PAREN) {
      depth += 1;
    } else if (byte === CLOSE_PAREN) {
      depth -= 1;
      if (depth === 0) {
        return pos + 1;
      }
    }
  }
  return content.length + 1;
}
