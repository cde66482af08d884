import type { PdfString } from "./objects";

const BACKSLASH = 92;
const CR = 13;
const LF = 10;
const ESCAPES = new Map([
  [110, 10],
  [114, 13],
  [116, 9],
  [98, 8],
  [102, 12],
]);

/**
 * The bytes of a string token (ISO 32000-2, 7.3.4.2 and 7.3.4.3). An unescaped carriage return is kept, although the
 * standard reads it as a line feed: the programs that draw pages keep it, and a palette that lacks a byte has other
 * colours.
 */
export function decodeString(bytes: Buffer, value: PdfString): Buffer {
  const inner = bytes.subarray(value.start + 1, value.end - 1);
  if (value.hex) {
    const digits = inner.toString("latin1").replace(/[^0-9a-fA-F]/g, "");
    return Buffer.from(digits.length % 2 === 0 ? digits : `${digits}0`, "hex");
  }
  return inner.includes(BACKSLASH) ? unescape(inner) : Buffer.from(inner);
}

function unescape(inner: Buffer): Buffer {
  const out = Buffer.allocUnsafe(inner.length);
  let length = 0;
  for (let pos = 0; pos < inner.length;) {
    const { byte, next } = readCharacter(inner, pos);
    if (byte !== null) {
      out[length] = byte;
      length += 1;
    }
    pos = next;
  }
  return out.subarray(0, length);
}

/** One byte of a literal string, or null for an escaped line end, which has no value. */
function readCharacter(inner: Buffer, pos: number): { byte: number | null; next: number } {
  const byte = inner[pos] ?? 0;
  if (byte !== BACKSLASH) {
    return { byte, next: pos + 1 };
  }
  const escaped = inner[pos + 1];
  if (escaped === undefined) {
    return { byte: null, next: pos + 1 };
  }
  if (isOctal(escaped)) {
    return readOctal(inner, pos + 1);
  }
  if (escaped === CR) {
    return { byte: null, next: pos + (inner[pos + 2] === LF ? 3 : 2) };
  }
  if (escaped === LF) {
    return { byte: null, next: pos + 2 };
  }
  return { byte: ESCAPES.get(escaped) ?? escaped, next: pos + 2 };
}

function isOctal(byte: number | undefined): byte is number {
  return byte !== undefined && byte >= 48 && byte <= 55;
}

function readOctal(inner: Buffer, from: number): { byte: number; next: number } {
  let value = 0;
  let pos = from;
  for (let digit = inner[pos]; pos < from + 3 && isOctal(digit); digit = inner[pos]) {
    value = value * 8 + digit - 48;
    pos += 1;
  }
  return { byte: value & 255, next: pos };
}

/** Characters of PDFDocEncoding that differ from Latin-1 (ISO 32000-2, Annex D.3), from 0x18 and from 0x80. */
const FROM_18 = "˘ˇˆ˙˝˛˚˜";
const FROM_80 = "•†‡…—–ƒ⁄‹›−‰„“”‘’‚™ﬁﬂŁŒŠŸŽıłœšž\uFFFD€";

/** Decodes a text string: UTF-16 or UTF-8 by its byte order mark, otherwise PDFDocEncoding (7.9.2.2). */
export function textOf(raw: Buffer): string {
  if (raw[0] === 0xfe && raw[1] === 0xff) {
    return Buffer.from(raw.subarray(2, raw.length - (raw.length % 2)))
      .swap16()
      .toString("utf16le");
  }
  if (raw[0] === 0xff && raw[1] === 0xfe) {
    return raw.toString("utf16le", 2);
  }
  if (raw[0] === 0xef && raw[1] === 0xbb && raw[2] === 0xbf) {
    return raw.toString("utf8", 3);
  }
  if (raw.every(isPrintableAscii)) {
    return raw.toString("latin1");
  }
  let text = "";
  for (const byte of raw) {
    text += pdfDocCharacter(byte);
  }
  return text;
}

function isPrintableAscii(byte: number): boolean {
  return byte >= 0x20 && byte <= 0x7e;
}

function pdfDocCharacter(byte: number): string {
  if (byte >= 0x18 && byte <= 0x1f) {
    return FROM_18.charAt(byte - 0x18);
  }
  if (byte >= 0x80 && byte <= 0xa0) {
    return FROM_80.charAt(byte - 0x80);
  }
  return String.fromCharCode(byte);
}
