import type { FieldType } from "@/db/schema/request-facts";
import type { RuledField } from "@/lib/platform/field-rules/faults";
import type { Operator, Tree } from "./expression";

/** The type of a value in an expression. */
type ValueType = "bool" | "number" | "text";

/** The name by which expressions and values refer to a field: the group of a radio button, otherwise the label. */
export function referenceOf({
  type,
  group,
  label,
}: Pick<RuledField, "type" | "group"> & { label: string | null }): string | null {
  return (type === "radio" ? group : label)?.trim() || null;
}

/** The type of a field's value in an expression, or null for fields without a value. */
export function valueTypeOf(type: FieldType): ValueType | null {
  switch (type) {
    case "checkbox":
      return "bool";
    case "number":
      return "number";
    case "text":
    case "radio":
    case "dropdown":
    case "phone":
    case "day":
      return "text";
    case "signature":
    case "initial":
    case "stamp":
    case "date":
    case "name":
    case "email":
      return null;
  }
}

interface Renamed {
  showWhen: string | null;
  requireWhen: string | null;
  calculate: string | null;
}

/** The expressions of a field after another field was renamed. Only the usual spelling of a name is found. */
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

type TypeDefect = { code: "expression_type"; detail: string };

class Mismatch extends Error {}

/** The type of an expression's value, given the types of the fields that it refers to. */
export function typeOf(tree: Tree, typeOfField: (name: string) => ValueType): ValueType | TypeDefect {
  try {
    return check(tree, typeOfField);
  } catch (error) {
    if (error instanceof Mismatch) return { code: "expression_type", detail: error.message };
    throw error;
  }
}

const typeNames: Readonly<Record<ValueType, string>> = { bool: "true or false", number: "a number", text: "a text" };

function check(tree: Tree, typeOfField: (name: string) => ValueType): ValueType {
  switch (tree.kind) {
    case "literal":
      return typeof tree.value === "boolean" ? "bool" : typeof tree.value === "string" ? "text" : "number";
    case "field":
      return typeOfField(tree.name);
    case "filled":
      return "bool";
    case "list":
      return "text";
    case "apply":
      return resultOf(
        tree.operator,
        tree.args.map((arg) => check(arg, typeOfField)),
      );
  }
}

function resultOf(operator: Operator, types: readonly ValueType[]): ValueType {
  const [first = "bool", second, third] = types;
  const all = (wanted: ValueType): void => {
    const other = types.find((type) => type !== wanted);
    if (other) throw new Mismatch(`${operator} needs ${typeNames[wanted]}, and there is ${typeNames[other]}`);
  };
  const same = (a: ValueType, b: ValueType | undefined): void => {
    if (a !== b && b) throw new Mismatch(`${operator} compares ${typeNames[a]} with ${typeNames[b]}`);
  };
  switch (operator) {
    case "!":
    case "&&":
    case "||":
      all("bool");
      return "bool";
    case "==":
    case "!=":
      same(first, second);
      return "bool";
    case "<":
    case "<=":
    case ">":
    case ">=":
      same(first, second);
      if (first === "bool") throw new Mismatch(`${operator} needs numbers or texts`);
      return "bool";
    case "+":
      all(first === "text" ? "text" : "number");
      return first;
    case "-1":
    case "-":
    case "*":
    case "/":
    case "round":
    case "min":
    case "max":
      all("number");
      return "number";
    case "number":
      all("text");
      return "number";
    case "string":
      all("number");
      return "text";
    case "in":
    case "contains":
    case "startsWith":
    case "endsWith":
      all("text");
      return "bool";
    case "?:":
      if (first !== "bool") throw new Mismatch(`?: needs ${typeNames.bool} first, and there is ${typeNames[first]}`);
      same(second ?? "bool", third);
      return second ?? "bool";
  }
}
