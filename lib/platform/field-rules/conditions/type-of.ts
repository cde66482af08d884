import type { Operator, Tree } from "./expression";
import type { ValueType } from "./reference";

export type TypeDefect = { code: "expression_type"; detail: string };

class Mismatch extends Error {}

/** The type of an expression's value, for types of the fields that it names. */
export function typeOf(tree: Tree, typeOfField: (name: string) => ValueType): ValueType | TypeDefect {
  try {
    return check(tree, typeOfField);
  } catch (error) {
    if (error instanceof Mismatch) return { code: "expression_type", detail: error.message };
    throw error;
  }
}

const said: Readonly<Record<ValueType, string>> = { bool: "true or false", number: "a number", text: "a text" };

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
    if (other) throw new Mismatch(`${operator} needs ${said[wanted]}, and there is ${said[other]}`);
  };
  const same = (a: ValueType, b: ValueType | undefined): void => {
    if (a !== b && b) throw new Mismatch(`${operator} compares ${said[a]} with ${said[b]}`);
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
      if (first !== "bool") throw new Mismatch(`?: needs ${said.bool} first, and there is ${said[first]}`);
      same(second ?? "bool", third);
      return second ?? "bool";
  }
}
