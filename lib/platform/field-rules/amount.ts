import type { FieldRules } from "@/db/schema/request-facts";
import { readNumber, writeNumber, type Decimal, type ReadNumber } from "./decimal";

/** How a number field writes its value: the rules that say nothing about which numbers are right. */
type AmountRules = Pick<FieldRules, "decimalMark" | "prefix" | "suffix">;

const leadingMinus = /^\s*([+\u2212-]?)\s*/;

/** Reads the value of a number field, with or without its prefix and suffix. */
export function readAmount(text: string, { decimalMark = ".", prefix = "", suffix = "" }: AmountRules): ReadNumber {
  const [whole, sign = ""] = leadingMinus.exec(text) ?? [""];
  let rest = text.slice(whole.length).trim();
  const [before, after] = [prefix.trim(), suffix.trim()];
  if (before !== "" && rest.startsWith(before)) rest = rest.slice(before.length).trim();
  if (after !== "" && rest.endsWith(after)) rest = rest.slice(0, -after.length).trim();
  return readNumber(sign + rest, decimalMark);
}

/** As it is drawn: a minus stands before the prefix, as in -$5.00. */
export function writeAmount(
  value: Decimal,
  { decimalMark = ".", prefix = "", suffix = "" }: AmountRules,
  decimals?: number,
): string {
  const written = writeNumber(value, decimalMark, decimals);
  return written.startsWith("-") ? `-${prefix}${written.slice(1)}${suffix}` : `${prefix}${written}${suffix}`;
}

/** Whether a prefix or suffix leaves the number as it is: what could be a part of one would be lost when the value is read again. */
export function isAffix(text: string, place: "prefix" | "suffix"): boolean {
  if (text.trim() === "" || /\p{Nd}/u.test(text)) return false;
  return place === "suffix" || !/^\s*[-+\u2212.,'’]/.test(text);
}
