const zeroDigit = 0x30;
/** Digits that are enough for the identifier and the length of any structure. */
const headDigits = 24;

/**
 * The bytes of a /Contents string without its delimiters. Strict: white space aside, nothing but hexadecimal digits; a
 * missing last one is 0 (ISO 32000-2, 7.3.4.3). Null otherwise. The zeros that fill a definite structure up are left out.
 */
export function decodeContents(digits: Buffer): Buffer | null {
  const used = usedDigits(digits);
  return decodeHex(digits.subarray(0, used ?? digits.length));
}

/** How many digits the structure needs when nothing but zeros follow; null when that cannot be told cheaply. */
function usedDigits(digits: Buffer): number | null {
  const head = Buffer.from(digits.toString("latin1", 0, headDigits), "hex");
  const first = head[1] ?? 0x80;
  const lengthBytes = first & 0x7f;
  if (head.length * 2 !== headDigits || (first & 0x80) === 0 || lengthBytes === 0 || lengthBytes > 4) {
    return null;
  }
  const used = (2 + lengthBytes + head.readUIntBE(2, lengthBytes)) * 2;
  const rest = digits.subarray(used);
  return used < digits.length && rest.equals(Buffer.alloc(rest.length, zeroDigit)) ? used : null;
}

function decodeHex(bytes: Buffer): Buffer | null {
  const text = bytes.toString("latin1");
  const digits = /[\s\0]/.test(text) ? text.replace(/[\s\0]+/g, "") : text;
  const even = digits.length % 2 === 0 ? digits : `${digits}0`;
  const decoded = Buffer.from(even, "hex");
  return decoded.length * 2 === even.length ? decoded : null;
}
