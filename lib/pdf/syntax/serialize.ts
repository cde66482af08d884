/** Writes values in the syntax of ISO 32000-2, 7.3. All functions return Latin-1 text: one character per byte. */

const PRINTABLE_ASCII = /^[\x20-\x7e]*$/;
/** Characters that a name must escape: white space, delimiters, `#` and everything outside ASCII (7.3.5). */
const SPECIAL_IN_NAME = /[^\x21-\x7e]|[()<>[\]{}/%#]/g;

export function pdfRef(num: number, gen = 0): string {
  return `${num} ${gen} R`;
}

/** A text string (7.9.2.2): a literal if it is plain ASCII, otherwise UTF-16BE in hexadecimal. */
export function pdfText(text: string): string {
  if (PRINTABLE_ASCII.test(text)) {
    return `(${text.replace(/[\\()]/g, "\\$&")})`;
  }
  const units = Buffer.from(text, "utf16le").swap16();
  return `<FEFF${units.toString("hex").toUpperCase()}>`;
}

/** A name. Characters above U+00FF cannot be represented and throw RangeError. */
export function pdfName(name: string): string {
  return `/${name.replace(SPECIAL_IN_NAME, escapeInName)}`;
}

function escapeInName(character: string): string {
  const code = character.charCodeAt(0);
  if (code > 255) {
    throw new RangeError("a name holds bytes only");
  }
  return `#${code.toString(16).padStart(2, "0")}`;
}

/** A date in UTC, to the second (7.9.4). */
export function pdfDate(date: Date): string {
  return `(D:${date.toISOString().replace(/[-:T]/g, "").slice(0, 14)}Z)`;
}

/** A number without exponent, with at most `decimals` places, no trailing zeros and no minus zero. */
export function pdfNumber(value: number, decimals = 4): string {
  if (!Number.isFinite(value)) {
    throw new RangeError(`${value} is not a valid PDF number`);
  }
  if (Number.isSafeInteger(value)) {
    return value === 0 ? "0" : String(value);
  }
  const fixed = value.toFixed(decimals);
  const written = fixed.includes(".") ? fixed.replace(/\.?0+$/, "") : fixed;
  return written === "-0" ? "0" : written;
}

export function pdfNumbers(values: readonly number[]): string {
  return `[${values.map((value) => pdfNumber(value)).join(" ")}]`;
}
