import type { FieldType } from "@/db/schema/request-facts";
import { takesValue } from "@/lib/platform/field-rules/details";
import { type RuledField } from "@/lib/platform/field-rules/faults";

/** The type of a value in an expression. */
export type ValueType = "bool" | "number" | "text";

/** The name by which expressions and values refer to a field: a radio button's group, else the label. */
export function referenceOf({
  type,
  group,
  label,
}: Pick<RuledField, "type" | "group"> & { label: string | null }): string | null {
  return (type === "radio" ? group : label)?.trim() || null;
}

/** The type of a field's value in an expression; null for fields without one. */
export function valueTypeOf(type: FieldType): ValueType | null {
  if (!takesValue(type)) return null;
  return type === "checkbox" ? "bool" : type === "number" ? "number" : "text";
}

interface Renamed {
  showWhen: string | null;
  requireWhen: string | null;
  calculate: string | null;
}

/** The expressions of a field after another was renamed. Only the usual spelling of a name is found. */
export function withNewName<Field extends Renamed>(field: Field, from: string, to: string): Field {
  const [old, fresh] = [from, to].map((name) => `(${JSON.stringify(name)})`);
  const rename = (text: string | null): string | null => text && text.replaceAll(old ?? "", () => fresh ?? "");
  const renamed = {
    showWhen: rename(field.showWhen),
    requireWhen: rename(field.requireWhen),
    calculate: rename(field.calculate),
  };
  const isSame = (Object.keys(renamed) as (keyof Renamed)[]).every((name) => renamed[name] === field[name]);
  return isSame ? field : { ...field, ...renamed };
}
