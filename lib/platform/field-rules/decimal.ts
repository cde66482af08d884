import type { FieldRules } from "@/db/schema/request-facts";

/** An exact decimal number: `units` divided by ten to the power of `scale`. */
export interface Decimal {
  units: bigint;
  scale: number;
}

const written = /^([+-]?)(\d*)(?:[.,](\d*))?$/;
/** Separators between groups of three digits, as written by people and `Intl`. */
const spaces = /(?<=\d)[\s\u00a0\u2009\u202f'’](?=\d{3}(?!\d))/gu;
/** Thousands with a separator, optionally followed by decimals after the other mark. */
const groups = /^([+-]?[1-9]\d{0,2}([.,])\d{3}(?:\2\d{3})*)(?:(?!\2)[.,](\d*))?$/;

/** Maximum digits of a number, before and after its mark. Longer ones are not accepted as numbers. */
const mostDigits = 30;

type ReadNumber = { kind: "number"; value: Decimal } | { kind: "invalid" } | { kind: "ambiguous" };

/**
 * Parses a number with either decimal mark. A mark other than the field's own before exactly three digits is ambiguous:
 * 1.234 is more than a thousand for readers who use a decimal comma. 1.234,50 and 1.234.567 have only one meaning.
 */
export function readNumber(text: string, mark: "." | ","): ReadNumber {
  const compact = withoutGroups(text.trim().replace("\u2212", "-").replace(spaces, ""), mark);
  const [, sign = "", whole = "", part = ""] = written.exec(compact) ?? [];
  const digits = whole.length + part.length;
  if (digits === 0 || digits > mostDigits) return { kind: "invalid" };
  const other = mark === "." ? "," : ".";
  if (compact.includes(other) && part.length === 3 && !/^0*$/.test(whole)) return { kind: "ambiguous" };
  const units = BigInt(whole + part) * (sign === "-" ? -1n : 1n);
  return { kind: "number", value: { units, scale: part.length } };
}

function withoutGroups(text: string, mark: "." | ","): string {
  const [, whole = "", separator = "", part] = groups.exec(text) ?? [];
  if (part !== undefined) return `${whole.replaceAll(separator, "")}${mark}${part}`;
  return whole.split(separator).length > 2 ? whole.replaceAll(separator, "") : text;
}

/**
 * Converts a number from our own JSON. Its shortest form is exact, such as 0.05. Throws RangeError for scientific
 * notation.
 */
export function toDecimal(value: number): Decimal {
  const read = readNumber(String(value), ".");
  if (read.kind !== "number") throw new RangeError(`${value} is not a plain decimal`);
  return read.value;
}

export function isPlainDecimal(value: number): boolean {
  return readNumber(String(value), ".").kind === "number";
}

/** Negative, zero or positive if `first` is smaller than, equal to or larger than `second`. */
export function compare(first: Decimal, second: Decimal): number {
  const [a, b] = aligned(first, second);
  return a < b ? -1 : a > b ? 1 : 0;
}

/** Whether `value` is `start` plus a whole number of steps. */
export function isOnStep(value: Decimal, start: Decimal, step: Decimal): boolean {
  const scale = Math.max(value.scale, start.scale, step.scale);
  const [at, from, by] = [unitsAt(value, scale), unitsAt(start, scale), unitsAt(step, scale)];
  return (at - from) % by === 0n;
}

/** The number of decimals, without trailing zeros. */
export function decimalsOf({ units, scale }: Decimal): number {
  let [left, count] = [units, scale];
  while (count > 0 && left % 10n === 0n) [left, count] = [left / 10n, count - 1];
  return count;
}

/** With at least `decimals` decimals, and without trailing zeros beyond them. */
export function writeNumber(value: Decimal, mark: "." | ",", decimals = 0): string {
  const scale = Math.max(decimals, decimalsOf(value));
  const units = unitsAt(value, scale);
  const digits = (units < 0n ? -units : units).toString().padStart(scale + 1, "0");
  const sign = units < 0n ? "-" : "";
  return scale === 0 ? `${sign}${digits}` : `${sign}${digits.slice(0, -scale)}${mark}${digits.slice(-scale)}`;
}

function aligned(first: Decimal, second: Decimal): [bigint, bigint] {
  const scale = Math.max(first.scale, second.scale);
  return [unitsAt(first, scale), unitsAt(second, scale)];
}

/** If `scale` is smaller than the number's own, only zeros are cut. */
function unitsAt({ units, scale }: Decimal, wanted: number): bigint {
  return wanted >= scale ? units * 10n ** BigInt(wanted - scale) : units / 10n ** BigInt(scale - wanted);
}

/** The format of a number field's value. Its other rules restrict which numbers are valid. */
type AmountRules = Pick<FieldRules, "decimalMark" | "prefix" | "suffix">;

const leadingMinus = /^\s*([+\u2212-]?)\s*/;

/** Parses the value of a number field, with or without its prefix and suffix. */
export function readAmount(text: string, { decimalMark = ".", prefix = "", suffix = "" }: AmountRules): ReadNumber {
  const [whole, sign = ""] = leadingMinus.exec(text) ?? [""];
  let rest = text.slice(whole.length).trim();
  const [before, after] = [prefix.trim(), suffix.trim()];
  if (before !== "" && rest.startsWith(before)) rest = rest.slice(before.length).trim();
  if (after !== "" && rest.endsWith(after)) rest = rest.slice(0, -after.length).trim();
  return readNumber(sign + rest, decimalMark);
}

/** As drawn: a minus comes before the prefix, as in -$5.00. */
export function writeAmount(
  value: Decimal,
  { decimalMark = ".", prefix = "", suffix = "" }: AmountRules,
  decimals?: number,
): string {
  const written = writeNumber(value, decimalMark, decimals);
  return written.startsWith("-") ? `-${prefix}${written.slice(1)}${suffix}` : `${prefix}${written}${suffix}`;
}

/**
 * Whether a prefix or suffix leaves the number unambiguous. Characters that could be part of a number would be lost
 * when the value is parsed again.
 */
export function isAffix(text: string, place: "prefix" | "suffix"): boolean {
  if (text.trim() === "" || /\p{Nd}/u.test(text)) return false;
  return place === "suffix" || !/^\s*[-+\u2212.,'’]/.test(text);
}

/**
 * An exact fraction with `bottom` > 0. Division therefore loses no precision, and a result is rounded only once, when
 * it is written.
 */
export interface Ratio {
  top: bigint;
  bottom: bigint;
}

export function ofDecimal({ units, scale }: Decimal): Ratio {
  return { top: units, bottom: 10n ** BigInt(scale) };
}

export const zero: Ratio = { top: 0n, bottom: 1n };

export function add(a: Ratio, b: Ratio): Ratio {
  return a.bottom === b.bottom
    ? { top: a.top + b.top, bottom: a.bottom }
    : { top: a.top * b.bottom + b.top * a.bottom, bottom: a.bottom * b.bottom };
}

export function negate({ top, bottom }: Ratio): Ratio {
  return { top: -top, bottom };
}

export function multiply(a: Ratio, b: Ratio): Ratio {
  return { top: a.top * b.top, bottom: a.bottom * b.bottom };
}

/** Null for a division by zero. */
export function divide(a: Ratio, b: Ratio): Ratio | null {
  if (b.top === 0n) return null;
  const sign = b.top < 0n ? -1n : 1n;
  return { top: a.top * b.bottom * sign, bottom: a.bottom * b.top * sign };
}

/** Negative, zero or positive if `a` is smaller than, equal to or larger than `b`. */
export function compareRatios(a: Ratio, b: Ratio): number {
  const [left, right] = [a.top * b.bottom, b.top * a.bottom];
  return left < right ? -1 : left > right ? 1 : 0;
}

/** Rounded to the given decimals. Halves are rounded away from zero, as on invoices. */
export function roundTo({ top, bottom }: Ratio, decimals: number): Decimal {
  const size = (top < 0n ? -top : top) * 10n ** BigInt(decimals);
  const units = (size * 2n + bottom) / (bottom * 2n);
  return { units: top < 0n ? -units : units, scale: decimals };
}
