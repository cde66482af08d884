import {
  imageTypes,
  signatureTypes,
  type FieldDetails,
  type FieldRules,
  type FieldType,
  type ImageType,
} from "@/db/schema/request-facts";

export { imageTypes, signatureTypes, type FieldDetails, type FieldRules, type FieldType, type ImageType };

/** Whether a field of this type takes one of the signer's stored images. */
export function isImageType(type: FieldType): type is ImageType {
  return imageTypes.some((image) => image === type);
}

/** Whether a signature is visible in a field of this type. */
export function isSignatureType(type: FieldType): boolean {
  return signatureTypes.some((shown) => shown === type);
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

/**
 * Whether the field has a condition or a calculation. Most have none, and then the code that evaluates them is never
 * loaded.
 */
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

interface TypeTraits {
  /** `automatic`: filled in by the instance when the signer signs. */
  content: "image" | "automatic" | "text" | "tick";
  /** Whether a new field is required. A checkbox is not, because a required one is a consent. */
  isRequired: boolean;
}

const traits: Readonly<Record<FieldType, TypeTraits>> = {
  signature: { content: "image", isRequired: true },
  initial: { content: "image", isRequired: true },
  stamp: { content: "image", isRequired: true },
  date: { content: "automatic", isRequired: true },
  name: { content: "automatic", isRequired: true },
  email: { content: "automatic", isRequired: true },
  text: { content: "text", isRequired: true },
  number: { content: "text", isRequired: true },
  phone: { content: "text", isRequired: true },
  day: { content: "text", isRequired: true },
  dropdown: { content: "text", isRequired: true },
  checkbox: { content: "tick", isRequired: false },
  radio: { content: "tick", isRequired: true },
};

/** Types whose value is a tick. */
export function isTicked(type: FieldType): boolean {
  return traits[type].content === "tick";
}

/** Types that take a value, from the signer or in advance from the requester. */
export function takesValue(type: FieldType): boolean {
  return isTicked(type) || traits[type].content === "text";
}

/** Types that are filled in without the signer. */
export function isAutomatic(type: FieldType): boolean {
  return traits[type].content === "automatic";
}

/** Whether a new field of the editor, a template or a suggestion is required unless stated otherwise. */
export function isRequiredByDefault(type: FieldType): boolean {
  return traits[type].isRequired;
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
export function readTick(value: string | boolean | null): boolean | null {
  return typeof value === "string" ? (spellings.get(value.trim().toLowerCase()) ?? null) : value;
}
