import {
  imageTypes,
  type FieldDetails,
  type FieldRules,
  type FieldType,
  type ImageType,
} from "@/db/schema/request-facts";

export { imageTypes, type FieldDetails, type FieldRules, type FieldType, type ImageType };

/** Whether a field of this type takes one of the signer's stored images. */
export function isImageType(type: FieldType): type is ImageType {
  return imageTypes.some((image) => image === type);
}

export const plainDetails: FieldDetails = {
  group: null,
  rules: null,
  help: null,
  placeholder: null,
  timeZone: null,
  showWhen: null,
  requireWhen: null,
  calculate: null,
};

type Given = { [Name in keyof FieldDetails]?: FieldDetails[Name] | undefined };

/** The details of a field, with null for omitted members. */
export function detailsOf({ group, rules, help, placeholder, timeZone, ...expressions }: Given): FieldDetails {
  return {
    group: group ?? null,
    rules: tidyRules(rules ?? null),
    help: help ?? null,
    placeholder: placeholder ?? null,
    timeZone: timeZone ?? null,
    showWhen: expressions.showWhen ?? null,
    requireWhen: expressions.requireWhen ?? null,
    calculate: expressions.calculate ?? null,
  };
}

/** The details after a change. Omitted members stay. */
export function mergeDetails(current: FieldDetails, change: Given): FieldDetails {
  const given = Object.entries(change).filter(([, value]) => value !== undefined);
  return detailsOf({ ...current, ...(Object.fromEntries(given) as Partial<FieldDetails>) });
}

/** Maximum options of a dropdown. A list of all countries has 250, one of all time zones 420. */
export const mostOptions = 500;

/** Maximum characters before or after a number. */
export const longestAffix = 10;

/** Maximum characters of an expression. */
export const longestExpression = 1000;

/** Maximum characters of all expressions in a document, or in all files of an envelope. */
export const longestExpressions = 100_000;

type Expressions = Pick<Given, "showWhen" | "requireWhen" | "calculate">;

/** Whether the field has a condition or a calculation. Most have none, and then the code that evaluates them is never loaded. */
export function hasExpression({ showWhen, requireWhen, calculate }: Expressions): boolean {
  return Boolean(showWhen ?? requireWhen ?? calculate);
}

/** With members in a fixed order, so that equal rules serialise to equal texts. Null if there are no rules. */
export function tidyRules(rules: FieldRules | null): FieldRules | null {
  if (rules === null) return null;
  const members = Object.entries(rules).filter(([, value]) => value !== undefined && value !== null);
  members.sort(([first], [second]) => (first < second ? -1 : 1));
  return members.length === 0 ? null : Object.fromEntries(members);
}

/** Types whose value is a tick. */
export function isTicked(type: FieldType): boolean {
  return type === "checkbox" || type === "radio";
}

/** Types that take a value, from the signer or in advance from the requester. */
export function takesValue(type: FieldType): boolean {
  switch (type) {
    case "text":
    case "checkbox":
    case "radio":
    case "dropdown":
    case "number":
    case "phone":
    case "day":
      return true;
    case "signature":
    case "initial":
    case "stamp":
    case "date":
    case "name":
    case "email":
      return false;
  }
}

interface Grouped {
  type: FieldType;
  group: string | null;
  scope?: number;
}

/** The fields in the same group as this one, including itself. Only itself if it has no group. */
export function groupOf<Field extends Grouped>(fields: readonly Field[], field: Field): readonly Field[] {
  if (field.group === null || !isTicked(field.type)) return [field];
  return fields.filter(
    ({ type, group, scope }) => type === field.type && group === field.group && scope === field.scope,
  );
}

const spellings = new Map([
  ["true", true],
  ["yes", true],
  ["on", true],
  ["1", true],
  ["false", false],
  ["no", false],
  ["off", false],
  ["0", false],
]);

/** The value of a checkbox or radio button, in any spelling and case of a boolean. Null for anything else. */
export function readTick(value: string | boolean): boolean | null {
  return typeof value === "boolean" ? value : (spellings.get(value.trim().toLowerCase()) ?? null);
}
