import { Environment, ParseError, type ASTNode } from "@marcbachmann/cel-js";
import { readNumber } from "@/lib/platform/field-rules/decimal";
import { longestExpressions } from "@/lib/platform/field-rules/details";
import { RecentlyUsed } from "@/lib/platform/recently-used";
import { ofDecimal, type Ratio } from "../decimal";

export type Operator =
  | "!"
  | "-1"
  | "=="
  | "!="
  | "<"
  | "<="
  | ">"
  | ">="
  | "+"
  | "-"
  | "*"
  | "/"
  | "&&"
  | "||"
  | "?:"
  | "in"
  | "round"
  | "min"
  | "max"
  | "number"
  | "string"
  | "contains"
  | "startsWith"
  | "endsWith";

/** An expression with the parts of CEL that a condition can use (docs/spec/conditions.md). */
export type Tree =
  | { kind: "literal"; value: boolean | string | Ratio }
  /** The value of the field, or whether it has one. */
  | { kind: "field" | "filled"; name: string }
  | { kind: "list"; items: string[] }
  | { kind: "apply"; operator: Operator; args: Tree[] };

/** The text is not a valid expression. `at` is the first offending character, from 0. */
export type SyntaxDefect = { code: "expression_invalid"; at: number; detail: string };

export type ReadExpression = { kind: "read"; tree: Tree; names: readonly string[] } | SyntaxDefect;

/** Nodes of the syntax tree. */
export const mostParts = 200;

/** Anything not listed below is refused, including macros, so that evaluation is linear in the length of the text. */
const language = new Environment({
  unlistedVariablesAreDyn: true,
  limits: { maxAstNodes: mostParts, maxDepth: 24, maxListElements: 50, maxMapEntries: 0, maxCallArguments: 20 },
});

const binary: Readonly<Record<string, Operator>> = {
  "==": "==",
  "!=": "!=",
  "<": "<",
  "<=": "<=",
  ">": ">",
  ">=": ">=",
  "+": "+",
  "-": "-",
  "*": "*",
  "/": "/",
  "&&": "&&",
  "||": "||",
};

/** Functions with the allowed number of arguments. */
const functions: Readonly<Record<string, { operator: Operator; least: number; most: number }>> = {
  round: { operator: "round", least: 1, most: 2 },
  min: { operator: "min", least: 1, most: 20 },
  max: { operator: "max", least: 1, most: 20 },
  number: { operator: "number", least: 1, most: 1 },
  string: { operator: "string", least: 1, most: 1 },
};

const methods: Readonly<Record<string, Operator>> = {
  contains: "contains",
  startsWith: "startsWith",
  endsWith: "endsWith",
};

/**
 * The most recently used texts. The cache has room for those of several documents; otherwise a document with more texts
 * than that would be parsed again each time.
 */
const cache = new RecentlyUsed<string, ReadExpression>(5 * longestExpressions, {
  weightOf: (_read, text) => text.length,
});

/** Parses an expression. The same text is parsed only once. */
export function readExpression(text: string): ReadExpression {
  return cache.get(text) ?? cache.add(text, parse(text));
}

class Unsupported extends Error {
  constructor(
    readonly at: number,
    detail: string,
  ) {
    super(detail);
  }
}

function parse(text: string): ReadExpression {
  try {
    const tree = toTree(language.parse(text).ast, text);
    return { kind: "read", tree, names: [...new Set(namesIn(tree))] };
  } catch (error) {
    if (error instanceof Unsupported) return { code: "expression_invalid", at: error.at, detail: error.message };
    if (error instanceof ParseError)
      return { code: "expression_invalid", at: error.range?.start ?? 0, detail: error.summary };
    throw error;
  }
}

function toTree(node: ASTNode, text: string): Tree {
  const apply = (operator: Operator, args: readonly ASTNode[]): Tree => ({
    kind: "apply",
    operator,
    args: args.map((arg) => toTree(arg, text)),
  });
  switch (node.op) {
    case "value":
      return literalOf(node, text);
    case "call":
      return callOf(node, node.args[0], node.args[1], text);
    case "rcall": {
      const [name, receiver, args] = node.args;
      const operator = Object.hasOwn(methods, name) ? methods[name] : undefined;
      if (!operator || args.length !== 1) throw new Unsupported(node.start, `${name} is not a method of a text`);
      return apply(operator, [receiver, ...args]);
    }
    case "!_":
      return apply("!", [node.args]);
    case "-_":
      return apply("-1", [node.args]);
    case "?:":
      return apply("?:", node.args);
    case "in":
      return { kind: "apply", operator: "in", args: [toTree(node.args[0], text), listOf(node.args[1])] };
    case "==":
    case "!=":
    case "<":
    case "<=":
    case ">":
    case ">=":
    case "+":
    case "-":
    case "*":
    case "/":
    case "&&":
    case "||":
      return apply(binary[node.op] ?? "==", node.args);
    default:
      throw new Unsupported(
        node.start,
        node.op === "id" ? `${node.args} is not known: write field("${node.args}")` : "this is not allowed here",
      );
  }
}

function literalOf(node: Extract<ASTNode, { op: "value" }>, text: string): Tree {
  const { args: value } = node as { args: unknown };
  if (typeof value === "boolean" || typeof value === "string") return { kind: "literal", value };
  if (typeof value === "number" || typeof value === "bigint") {
    // Read from the source text, because 0.1 has no exact binary form.
    const read = readNumber(text.slice(node.start, node.end), ".");
    if (read.kind === "number") return { kind: "literal", value: ofDecimal(read.value) };
  }
  throw new Unsupported(node.start, "only texts, plain decimals, true and false can be written");
}

function callOf(node: ASTNode, name: string, args: readonly ASTNode[], text: string): Tree {
  if (name === "field" || name === "filled") {
    const [given] = args;
    const label: unknown = given?.op === "value" ? given.args : null;
    if (args.length !== 1 || typeof label !== "string")
      throw new Unsupported(node.start, `${name} needs the name of a field in quotation marks`);
    return { kind: name, name: label };
  }
  const known = Object.hasOwn(functions, name) ? functions[name] : undefined;
  if (!known) throw new Unsupported(node.start, `${name} is not a function`);
  if (args.length < known.least || args.length > known.most)
    throw new Unsupported(node.start, `${name} has another number of arguments`);
  const [, places] = args;
  if (name === "round" && places && !(places.op === "value" && isPlaces(places.args)))
    throw new Unsupported(places.start, "round needs a number of decimals from 0 to 10");
  return { kind: "apply", operator: known.operator, args: args.map((arg) => toTree(arg, text)) };
}

function isPlaces(value: unknown): boolean {
  return typeof value === "bigint" && value >= 0n && value <= 10n;
}

function listOf(node: ASTNode): Tree {
  if (node.op !== "list") throw new Unsupported(node.start, "in needs a list of texts");
  const items = node.args.map((item) => {
    const value: unknown = item.op === "value" ? item.args : null;
    if (typeof value !== "string") throw new Unsupported(item.start, "a list has texts only");
    return value;
  });
  return { kind: "list", items };
}

function namesIn(tree: Tree): string[] {
  if (tree.kind === "apply") return tree.args.flatMap(namesIn);
  return tree.kind === "field" || tree.kind === "filled" ? [tree.name] : [];
}
