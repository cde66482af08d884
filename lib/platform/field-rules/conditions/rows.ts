import { writeNumber } from "@/lib/platform/field-rules/decimal";
import { roundTo } from "../decimal";
import { mostDecimals, toNumber } from "./evaluate";
import { readExpression, type Operator, type Tree } from "./expression";

/** One line of a condition as a user builds it: "Pet is Yes". */
export interface Row {
  name: string;
  test: RowTest;
  /** Empty for tests without a value. */
  value: string;
}

export type RowTest =
  | "is"
  | "isNot"
  | "contains"
  | "greater"
  | "atLeast"
  | "less"
  | "atMost"
  | "filled"
  | "empty"
  | "ticked"
  | "notTicked";

/** All rows must be true, or any of them. */
export interface Rows {
  join: "all" | "any";
  rows: readonly Row[];
}

/** The type of a field's value as far as the available tests differ. A choice has a list of values. */
export type RowKind = "text" | "number" | "day" | "choice" | "tick";

export const testsOf: Readonly<Record<RowKind, readonly RowTest[]>> = {
  text: ["is", "isNot", "contains", "filled", "empty"],
  number: ["is", "isNot", "greater", "atLeast", "less", "atMost", "filled", "empty"],
  day: ["is", "atLeast", "atMost", "filled", "empty"],
  choice: ["is", "isNot", "filled", "empty"],
  tick: ["ticked", "notTicked"],
};

export function needsValue(test: RowTest): boolean {
  return test !== "filled" && test !== "empty" && test !== "ticked" && test !== "notTicked";
}

const signs: Readonly<Partial<Record<RowTest, Operator>>> = {
  is: "==",
  isNot: "!=",
  greater: ">",
  atLeast: ">=",
  less: "<",
  atMost: "<=",
};

/** The expression for the rows, or null while one of them is incomplete. */
export function writeRows({ join, rows }: Rows, isNumber: (name: string) => boolean): string | null {
  const written = rows.map((row) => writeRow(row, isNumber(row.name)));
  if (rows.length === 0 || written.includes(null)) return null;
  return written.join(join === "all" ? " && " : " || ");
}

function writeRow({ name, test, value }: Row, isNumber: boolean): string | null {
  if (name === "") return null;
  const [field, filled] = [`field(${JSON.stringify(name)})`, `filled(${JSON.stringify(name)})`];
  if (!needsValue(test))
    return test === "filled" ? filled : test === "empty" ? `!${filled}` : test === "ticked" ? field : `!${field}`;
  const literal = isNumber ? numberIn(value) : value.trim() === "" ? null : JSON.stringify(value.trim());
  if (literal === null) return null;
  return test === "contains" ? `${field}.contains(${literal})` : `${field} ${signs[test] ?? "=="} ${literal}`;
}

/** A number in CEL syntax, or null if the text is not a number. */
function numberIn(text: string): string | null {
  const number = toNumber(text.trim().replace(",", "."), ".");
  return number && writeNumber(roundTo(number, mostDecimals), ".");
}

/** The rows that are equivalent to an expression, or null if it is more complex. */
export function readRows(text: string): Rows | null {
  const read = readExpression(text);
  if ("code" in read) return null;
  const { tree } = read;
  const operator = tree.kind === "apply" && (tree.operator === "&&" || tree.operator === "||") ? tree.operator : null;
  const rows = (operator === null ? [tree] : partsOf(tree, operator)).map(readRow);
  if (rows.some((row) => row === null)) return null;
  return { join: operator === "||" ? "any" : "all", rows: rows.filter((row) => row !== null) };
}

function partsOf(tree: Tree, operator: Operator): Tree[] {
  return tree.kind === "apply" && tree.operator === operator
    ? tree.args.flatMap((arg) => partsOf(arg, operator))
    : [tree];
}

function readRow(tree: Tree): Row | null {
  if (tree.kind === "field") return { name: tree.name, test: "ticked", value: "" };
  if (tree.kind === "filled") return { name: tree.name, test: "filled", value: "" };
  if (tree.kind !== "apply") return null;
  const [first, second] = tree.args;
  if (tree.operator === "!") {
    if (first?.kind !== "field" && first?.kind !== "filled") return null;
    return { name: first.name, test: first.kind === "field" ? "notTicked" : "empty", value: "" };
  }
  if (first?.kind !== "field" || !second) return null;
  const value = valueIn(second);
  const test = tree.operator === "contains" ? "contains" : testOf(tree.operator);
  return value === null || test === null ? null : { name: first.name, test, value };
}

function testOf(operator: Operator): RowTest | null {
  const found = Object.entries(signs).find(([, sign]) => sign === operator);
  return found ? (found[0] as RowTest) : null;
}

function valueIn(tree: Tree): string | null {
  if (tree.kind === "apply" && tree.operator === "-1" && tree.args[0]) {
    const positive = valueIn(tree.args[0]);
    return positive === null ? null : `-${positive}`;
  }
  if (tree.kind !== "literal" || typeof tree.value === "boolean") return null;
  return typeof tree.value === "string" ? tree.value : writeNumber(roundTo(tree.value, mostDecimals), ".");
}
