import { readNumber, writeNumber } from "@/lib/platform/field-rules/decimal";
import { add, compareRatios, divide, multiply, negate, ofDecimal, roundTo, zero, type Ratio } from "../decimal";
import type { Tree } from "./expression";

/** Null for an empty number field. */
export type Value = boolean | string | Ratio | null;

/** Maximum decimals of a result if its field sets no limit. */
export const mostDecimals = 10;

export class DivisionByZero extends Error {}

/**
 * The value of an expression whose types match. In a sum an empty number counts as 0. A sum of only empty numbers is
 * empty, and an empty number satisfies no comparison. As in CEL, `true || x` is true even if x fails. Throws
 * `DivisionByZero`.
 */
export function evaluate(tree: Tree, valueOf: (name: string) => Value): Value {
  switch (tree.kind) {
    case "literal":
      return tree.value;
    case "field":
      return valueOf(tree.name);
    case "filled":
      return isFilled(valueOf(tree.name));
    case "list":
      return null;
    case "apply":
      return apply(tree, valueOf);
  }
}

export function isFilled(value: Value): boolean {
  return typeof value === "string" ? value.trim() !== "" : value !== false && value !== null;
}

function apply({ operator, args }: Extract<Tree, { kind: "apply" }>, valueOf: (name: string) => Value): Value {
  const [first, second, third] = args;
  if (!first) return null;
  const one = (tree: Tree | undefined): Value => (tree ? evaluate(tree, valueOf) : null);
  // Each argument is evaluated once, so that the work is linear in the length of the expression.
  const numbers = (): (Ratio | null)[] => args.map((arg) => asNumber(one(arg)));
  switch (operator) {
    case "&&":
      return decide(
        false,
        () => one(first),
        () => one(second),
      );
    case "||":
      return decide(
        true,
        () => one(first),
        () => one(second),
      );
    case "?:":
      return one(first) === true ? one(second) : one(third);
    case "!":
      return one(first) !== true;
    case "==":
      return isEqual(one(first), one(second));
    case "!=":
      return !isEqual(one(first), one(second));
    case "<":
    case "<=":
    case ">":
    case ">=":
      return isInOrder(operator, one(first), one(second));
    case "+": {
      const [a, b] = [one(first), one(second)];
      return typeof a === "string" ? a + asText(b) : sum([asNumber(a), asNumber(b)], add);
    }
    case "-":
      return sum(numbers(), (a, b) => add(a, negate(b)));
    case "-1": {
      const [a = null] = numbers();
      return a && negate(a);
    }
    case "*":
      return sum(numbers(), multiply);
    case "/":
      return quotient(numbers());
    case "min":
      return extreme(numbers(), -1);
    case "max":
      return extreme(numbers(), 1);
    case "round": {
      const [a = null, places] = numbers();
      return a && ofDecimal(roundTo(a, Number(places?.top ?? 0n)));
    }
    case "number":
      return toNumber(asText(one(first)), ".");
    case "string": {
      const [a = null] = numbers();
      return a ? writeNumber(roundTo(a, mostDecimals), ".") : "";
    }
    case "in":
      return second?.kind === "list" && second.items.includes(asText(one(first)));
    case "contains":
      return asText(one(first)).includes(asText(one(second)));
    case "startsWith":
      return asText(one(first)).startsWith(asText(one(second)));
    case "endsWith":
      return asText(one(first)).endsWith(asText(one(second)));
  }
}

/** The number in a text, or null if it is not a number. */
export function toNumber(text: string, mark: "." | ","): Ratio | null {
  const read = readNumber(text, mark);
  return read.kind === "number" ? ofDecimal(read.value) : null;
}

function asNumber(value: Value): Ratio | null {
  return typeof value === "object" ? value : null;
}

function asText(value: Value): string {
  return typeof value === "string" ? value : "";
}

function sum([a = null, b = null]: readonly (Ratio | null)[], join: (a: Ratio, b: Ratio) => Ratio): Ratio | null {
  return a === null && b === null ? null : join(a ?? zero, b ?? zero);
}

/** Without a divisor there is no result yet, which is not an error. */
function quotient([a = null, b = null]: readonly (Ratio | null)[]): Ratio | null {
  if (b === null) return null;
  const result = divide(a ?? zero, b);
  if (result === null) throw new DivisionByZero();
  return result;
}

function extreme(numbers: readonly (Ratio | null)[], sign: 1 | -1): Ratio | null {
  return numbers.reduce(
    (best, number) => (number && (best === null || compareRatios(number, best) * sign > 0) ? number : best),
    null,
  );
}

function decide(outcome: boolean, left: () => Value, right: () => Value): boolean {
  let failure: DivisionByZero | null = null;
  try {
    if (left() === outcome) return outcome;
  } catch (error) {
    if (!(error instanceof DivisionByZero)) throw error;
    failure = error;
  }
  if (right() === outcome) return outcome;
  if (failure) throw failure;
  return !outcome;
}

function isEqual(a: Value, b: Value): boolean {
  return typeof a === "object" && typeof b === "object" && a && b ? compareRatios(a, b) === 0 : a === b;
}

function isInOrder(operator: "<" | "<=" | ">" | ">=", a: Value, b: Value): boolean {
  const order = orderOf(a, b);
  if (order === null) return false;
  switch (operator) {
    case "<":
      return order < 0;
    case "<=":
      return order <= 0;
    case ">":
      return order > 0;
    case ">=":
      return order >= 0;
  }
}

/**
 * Texts are compared by their characters, which for YYYY-MM-DD is the order of days. Null if one is an empty text or
 * number.
 */
function orderOf(a: Value, b: Value): number | null {
  if (typeof a === "string" && typeof b === "string") return a === "" || b === "" ? null : a < b ? -1 : a > b ? 1 : 0;
  return typeof a === "object" && typeof b === "object" && a && b ? compareRatios(a, b) : null;
}
