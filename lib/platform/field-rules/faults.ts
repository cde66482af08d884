import type { FieldRules, FieldType } from "@/db/schema/request-facts";
import { compare, decimalsOf, isOnStep, readAmount, toDecimal, writeAmount, type Decimal } from "./decimal";
import { groupOf, isTicked, takesValue } from "./details";
import { applyMask, completeMask, fillsMask } from "./mask";
import type { Matcher } from "./pattern";

/** The properties of a field that the rules depend on. */
export interface RuledField {
  id: number;
  type: FieldType;
  required: boolean;
  readOnly: boolean;
  group: string | null;
  rules: FieldRules | null;
  /** The PDF that contains the field, if there are several. A group does not span PDFs. */
  scope?: number;
}

export type FieldValue = string | boolean;

/** Why a value cannot be signed. An empty field can only have `required`. */
export type Fault =
  | { code: "required" }
  | { code: "not_an_option" }
  | { code: "number_invalid" }
  | { code: "number_ambiguous" }
  | { code: "too_small"; limit: string }
  | { code: "too_large"; limit: string }
  | { code: "off_step"; step: string }
  | { code: "too_many_decimals"; count: number }
  | { code: "too_short"; count: number }
  | { code: "too_long"; count: number }
  | { code: "pattern_mismatch"; hint: string | null }
  | { code: "mask_mismatch"; mask: string }
  | { code: "phone_invalid" }
  | { code: "day_invalid" }
  | { code: "too_early"; day: string }
  | { code: "too_late"; day: string }
  | { code: "too_few_checked"; count: number }
  | { code: "too_many_checked"; count: number }
  | { code: "more_than_one" }
  /** Fault of an expression that has no result for the current values. */
  | { code: "division_by_zero" }
  | { code: "result_too_long" };

/** A value in the form in which it is drawn. One that breaks a rule stays as typed. */
export function tidyValue({ type, rules }: Pick<RuledField, "type" | "rules">, given: string): string {
  const text = cleanText(given);
  if (text === "") return text;
  if (type === "number") {
    const read = readAmount(text, rules ?? {});
    return read.kind === "number" ? writeAmount(read.value, rules ?? {}, rules?.decimals) : text;
  }
  if (type === "text" && rules?.mask) {
    const written = applyMask(rules.mask, text);
    return written === null ? text : completeMask(rules.mask, written);
  }
  return text;
}

/**
 * Removes control characters except line breaks, and marks that override the text direction. Lone surrogates become
 * U+FFFD. Trims.
 */
export function cleanText(text: string): string {
  return withoutControls(text).trim();
}

/** Like `cleanText`, but keeps spaces at both ends. */
export function withoutControls(text: string): string {
  return text
    .replace(/\p{Surrogate}/gu, "\ufffd")
    .replace(/\r\n?/g, "\n")
    .replace(/\t/g, " ")
    .replace(/(?!\n)[\p{Cc}\u2028\u2029\u202A-\u202E\u2066-\u2069]/gu, "");
}

/**
 * Why a text breaks its field's rules. Null if it does not, or if it is empty. `matches` null: patterns are not checked
 * yet.
 */
export function faultOf(
  { type, rules }: Pick<RuledField, "type" | "rules">,
  given: string,
  matches: Matcher | null,
): Fault | null {
  const text = tidyValue({ type, rules }, given);
  if (text === "") return null;
  switch (type) {
    case "text":
      return faultOfText(rules ?? {}, text, matches);
    case "number":
      return faultOfNumber(rules ?? {}, text);
    case "dropdown":
      return rules?.options?.includes(text) ? null : { code: "not_an_option" };
    case "phone":
      return isPhone(text) ? null : { code: "phone_invalid" };
    case "day":
      return faultOfDay(rules ?? {}, text);
    case "signature":
    case "initial":
    case "stamp":
    case "date":
    case "name":
    case "email":
    case "checkbox":
    case "radio":
      return null;
  }
}

function faultOfText(
  { minLength, maxLength, pattern, patternHint, mask }: FieldRules,
  text: string,
  matches: Matcher | null,
): Fault | null {
  const length = Array.from(text).length;
  if (mask) {
    const written = applyMask(mask, text);
    if (written === null || !fillsMask(mask, written)) return { code: "mask_mismatch", mask };
  }
  if (minLength !== undefined && length < minLength) return { code: "too_short", count: minLength };
  if (maxLength !== undefined && length > maxLength) return { code: "too_long", count: maxLength };
  if (pattern && matches !== null && !matches(pattern, text))
    return { code: "pattern_mismatch", hint: patternHint ?? null };
  return null;
}

function faultOfNumber(rules: FieldRules, text: string): Fault | null {
  const { min, max, step, decimals } = rules;
  const read = readAmount(text, rules);
  if (read.kind !== "number") return { code: read.kind === "ambiguous" ? "number_ambiguous" : "number_invalid" };
  const write = (value: Decimal): string => writeAmount(value, rules);
  const [least, most] = [min, max].map((limit) => (limit === undefined ? null : toDecimal(limit)));
  if (decimals !== undefined && decimalsOf(read.value) > decimals)
    return { code: "too_many_decimals", count: decimals };
  if (least && compare(read.value, least) < 0) return { code: "too_small", limit: write(least) };
  if (most && compare(read.value, most) > 0) return { code: "too_large", limit: write(most) };
  if (step !== undefined && !isOnStep(read.value, least ?? { units: 0n, scale: 0 }, toDecimal(step)))
    return { code: "off_step", step: write(toDecimal(step)) };
  return null;
}

/** Five to fifteen digits (E.164), in any usual notation. */
function isPhone(text: string): boolean {
  const digits = text.replace(/\D/g, "").length;
  return /^\+?[\d\s()/.-]+$/.test(text) && digits >= 5 && digits <= 15;
}

function faultOfDay({ earliest, latest }: FieldRules, text: string): Fault | null {
  if (!isDay(text)) return { code: "day_invalid" };
  if (earliest && text < earliest) return { code: "too_early", day: earliest };
  if (latest && text > latest) return { code: "too_late", day: latest };
  return null;
}

/** A calendar day as YYYY-MM-DD. */
export function isDay(text: string): boolean {
  if (!/^\d{4}-\d\d-\d\d$/.test(text)) return false;
  const at = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(at.getTime()) && at.toISOString().startsWith(text);
}

/** Whether the signer cannot change the field. A group of radio buttons is locked as a whole. */
export function isLocked<Field extends RuledField>(fields: readonly Field[], field: Field): boolean {
  return field.type === "radio" ? groupOf(fields, field).some(({ readOnly }) => readOnly) : field.readOnly;
}

/**
 * Every fault of a signer's fields, by field id. The page shows them and the server refuses them. A fault of a group
 * belongs to the group's first editable field. Read-only fields, image fields and fields that fill themselves have no
 * faults.
 */
export function faultsOf(
  fields: readonly RuledField[],
  values: ReadonlyMap<number, FieldValue>,
  matches: Matcher | null,
): Map<number, Fault> {
  const faults = new Map<number, Fault>();
  for (const field of fields) {
    if (!takesValue(field.type) || isLocked(fields, field)) continue;
    const fault = isTicked(field.type) ? faultOfTicks(fields, field, values) : faultOfField(field, values, matches);
    if (fault) faults.set(field.id, fault);
  }
  return faults;
}

function faultOfField(
  field: RuledField,
  values: ReadonlyMap<number, FieldValue>,
  matches: Matcher | null,
): Fault | null {
  const text = tidyValue(field, String(values.get(field.id) ?? ""));
  if (text === "") return field.required ? { code: "required" } : null;
  return faultOf(field, text, matches);
}

function faultOfTicks(
  fields: readonly RuledField[],
  field: RuledField,
  values: ReadonlyMap<number, FieldValue>,
): Fault | null {
  const isOn = ({ id }: RuledField): boolean => values.get(id) === true;
  const group = groupOf(fields, field);
  const ticked = group.filter(isOn).length;
  const isFirst = group.find(({ readOnly }) => !readOnly)?.id === field.id;
  if (field.type === "radio") {
    if (!isFirst) return null;
    if (ticked > 1) return { code: "more_than_one" };
    return ticked === 0 && group.some(({ required }) => required) ? { code: "required" } : null;
  }
  if (field.required && !isOn(field)) return { code: "required" };
  if (field.group === null || !isFirst) return null;
  // Conditions may have hidden part of the group, and the requester may have left some checkboxes empty and read-only.
  const reachable = group.filter((field) => !field.readOnly || isOn(field)).length;
  const least = Math.min(reachable, Math.max(0, ...group.map(({ rules }) => rules?.minChecked ?? 0)));
  const most = Math.min(...group.map(({ rules }) => rules?.maxChecked ?? Infinity));
  if (ticked < least) return { code: "too_few_checked", count: least };
  return ticked > most ? { code: "too_many_checked", count: most } : null;
}
