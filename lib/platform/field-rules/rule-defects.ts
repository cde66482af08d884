import type { FieldDetails, FieldRules, FieldType } from "@/db/schema/request-facts";
import { isAffix, isPlainDecimal } from "./decimal";
import { isTicked } from "./details";
import { isDay } from "./faults";
import { hasSlots } from "./mask";

/** An invalid member of a field's details. */
export interface RuleDefect {
  /** Path within the field, such as `rules/min`. */
  member: string;
  code: "not_allowed" | "required" | "duplicate" | "out_of_order" | "too_precise" | "invalid" | "too_small";
  detail: string;
}

const rulesOfType: Readonly<Record<FieldType, readonly (keyof FieldRules)[]>> = {
  signature: [],
  initial: [],
  stamp: [],
  date: [],
  name: [],
  email: [],
  text: ["options", "minLength", "maxLength", "pattern", "patternHint", "mask", "multiline"],
  number: ["min", "max", "step", "decimals", "decimalMark", "prefix", "suffix"],
  dropdown: ["options"],
  day: ["earliest", "latest"],
  checkbox: ["minChecked", "maxChecked"],
  radio: [],
  phone: [],
};

/** Whether fields of the type can have this rule. */
export function hasRule(type: FieldType, rule: keyof FieldRules): boolean {
  return rulesOfType[type].includes(rule);
}

/**
 * The first defect of a field's details, or null if they fit its type and each other. `isPattern` null: patterns are
 * not checked.
 */
export function defectOf(
  { type, group, rules, timeZone }: Pick<FieldDetails, "group" | "rules" | "timeZone"> & { type: FieldType },
  isPattern: ((pattern: string) => boolean) | null,
): RuleDefect | null {
  const defects = [
    ...misplaced(type, rules ?? {}),
    ...placeOfGroup(type, group),
    ...(timeZone !== null && type !== "date" ? [notAllowed("timeZone", "is for date fields only")] : []),
    ...optionDefects(type, rules ?? {}),
    ...numberDefects(rules ?? {}),
    ...textDefects(rules ?? {}, isPattern),
    ...rangeDefects(rules ?? {}),
  ];
  return defects[0] ?? null;
}

function notAllowed(member: string, detail: string): RuleDefect {
  return { member, code: "not_allowed", detail };
}

function misplaced(type: FieldType, rules: FieldRules): RuleDefect[] {
  return (Object.keys(rules) as (keyof FieldRules)[])
    .filter((rule) => rules[rule] !== undefined && !hasRule(type, rule))
    .map((rule) => notAllowed(`rules/${rule}`, `is not a rule of a ${type} field`));
}

function placeOfGroup(type: FieldType, group: string | null): RuleDefect[] {
  if (type === "radio" && group === null)
    return [{ member: "group", code: "required", detail: "is required for a radio button" }];
  return group !== null && !isTicked(type) ? [notAllowed("group", "is for radio buttons and checkboxes only")] : [];
}

function optionDefects(type: FieldType, { options }: FieldRules): RuleDefect[] {
  if (type === "dropdown" && (options ?? []).length === 0)
    return [{ member: "rules/options", code: "required", detail: "needs at least one option" }];
  const index = (options ?? []).findIndex((option, at) => options?.indexOf(option) !== at);
  return index < 0 ? [] : [{ member: `rules/options/${index}`, code: "duplicate", detail: "is a duplicate" }];
}

function numberDefects({ min, max, step, decimals, ...affixes }: FieldRules): RuleDefect[] {
  const imprecise = Object.entries({ min, max, step }).find(
    ([, value]) => value !== undefined && !isPlainDecimal(value),
  );
  if (imprecise)
    return [{ member: `rules/${imprecise[0]}`, code: "too_precise", detail: "cannot be so large or so small" }];
  if (step !== undefined && step <= 0)
    return [{ member: "rules/step", code: "too_small", detail: "must be greater than 0" }];
  if (decimals !== undefined && !Number.isInteger(decimals))
    return [{ member: "rules/decimals", code: "invalid", detail: "must be a whole number" }];
  const wrong = (["prefix", "suffix"] as const).find((place) => {
    const text = affixes[place];
    return text !== undefined && !isAffix(text, place);
  });
  return wrong ? [{ member: `rules/${wrong}`, code: "invalid", detail: "cannot be read as part of a number" }] : [];
}

function textDefects({ pattern, mask }: FieldRules, isPattern: ((pattern: string) => boolean) | null): RuleDefect[] {
  if (pattern !== undefined && isPattern !== null && !isPattern(pattern))
    return [
      {
        member: "rules/pattern",
        code: "invalid",
        detail: "is not an expression of RE2, which has no look-around and no back references",
      },
    ];
  if (mask !== undefined && !hasSlots(mask))
    return [{ member: "rules/mask", code: "invalid", detail: "needs 0 for a digit, A for a letter or * for either" }];
  return [];
}

const ranges = [
  ["min", "max"],
  ["minLength", "maxLength"],
  ["earliest", "latest"],
  ["minChecked", "maxChecked"],
] as const;

function rangeDefects(rules: FieldRules): RuleDefect[] {
  const wrongDay = (["earliest", "latest"] as const).find((name) => rules[name] !== undefined && !isDay(rules[name]));
  if (wrongDay)
    return [{ member: `rules/${wrongDay}`, code: "invalid", detail: "must be a day of the calendar, YYYY-MM-DD" }];
  const reversed = ranges.find(([from, to]) => {
    const [least, most] = [rules[from], rules[to]];
    return least !== undefined && most !== undefined && least > most;
  });
  return reversed
    ? [{ member: `rules/${reversed[1]}`, code: "out_of_order", detail: `must not be below ${reversed[0]}` }]
    : [];
}
