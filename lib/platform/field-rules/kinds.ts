import type { FieldType } from "@/db/schema/request-facts";

/** Types whose value is a tick. */
export function isTicked(type: FieldType): boolean {
  return type === "checkbox" || type === "radio";
}

/** Types that take a value: of the signer, or of the requester in advance. */
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

/** The fields that share a group with this one, itself included; only itself where it has none. */
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

/** The value of a checkbox or radio button in one of the spellings of a boolean, in any case; null for anything else. */
export function readTick(value: string | boolean): boolean | null {
  return typeof value === "boolean" ? value : (spellings.get(value.trim().toLowerCase()) ?? null);
}
