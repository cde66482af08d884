import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import ts from "typescript-eslint";

/**
 * Two words, of which both have lower-case letters: no constant of a format such as `BEGIN CERTIFICATE`, and no list of
 * CSS classes.
 */
const words = /(?<![\w-])[A-Za-z]*[a-z],? [A-Za-z]*[a-z]{2}(?![\w-])/;
/** Members that contain text for people. */
const textMembers = new Set(["detail", "explanation", "message", "problem", "reason", "statusText", "text", "title"]);
/** Those that are never a code or a text of a user. */
const sentences = new Set(["detail", "explanation", "message", "statusText"]);
/** Those that no code compares with one word either. A user's own title or label may be searched. */
const neverCompared = new Set([...sentences, "description", "label", "title"]);
const searches = new Set([
  "endsWith",
  "includes",
  "indexOf",
  "lastIndexOf",
  "match",
  "matchAll",
  "search",
  "startsWith",
]);
const edits = new Set(["replace", "replaceAll", "split"]);
const ofPattern = new Set(["exec", "test"]);
const ofCollection = new Set(["has", "includes", "indexOf"]);
const deepest = 6;
/** Assertions about a part of a text, and about the whole of it. */
const partMatchers = new Set(["stringContaining", "stringMatching", "toContain", "toMatch", "toThrow"]);
const wholeMatchers = new Set(["toBe", "toEqual", "toStrictEqual"]);

/** Members of reports that contain sentences. */
const listsOfSentences = new Set(["items", "problems", "warnings"]);

/** The module of each name outside the file that is checked. */
const homes = new WeakMap();
const opened = new Map();

/**
 * Reports code that compares or parses sentences (docs/style.md, Code): comparisons with a text of several words, in
 * any form that this file can see, searches in members that contain text for people, and look-ups in an object whose
 * keys are such texts. A constant, a list, an object, a template, a pattern and a function of this or an imported module
 * of ours count as what they contain. With `isException`, reports a module that compares none. With `isTest`, reports
 * assertions about such texts instead.
 * @type {import("eslint").Rule.RuleModule}
 */
export const noProse = {
  meta: {
    type: "problem",
    schema: [
      {
        type: "object",
        properties: { isException: { type: "boolean" }, isTest: { type: "boolean" } },
        additionalProperties: false,
      },
    ],
    messages: {
      sentence: "Compare codes and states, not sentences (docs/style.md, Code).",
      member: "`{{name}}` contains text for people. Compare a code or a state beside it (docs/style.md, Code).",
      key: "The keys of this object are sentences. Look up by an id, and make the sentence a label (docs/style.md, Code).",
      needless: "No sentence is compared here. Delete the exception in eslint.config.mjs.",
    },
  },
  create(context) {
    const { sourceCode } = context;
    const { isException = false, isTest = false } = context.options[0] ?? {};
    let isFound = false;

    /** An excepted module is reported only if it needs no exception. */
    function report(finding) {
      isFound = true;
      if (!isException) context.report(finding);
    }

    /** The constant, parameter or function that a name refers to, in this module or in the one that exports it. */
    function definitionOf(name) {
      const home = homes.get(name);
      for (let scope = home?.scope ?? sourceCode.getScope(name); scope !== null; scope = scope.upper) {
        const [found] = scope.set.get(name.name)?.defs ?? [];
        if (found) return exportedBy(found, home?.file ?? context.filename);
      }
      return null;
    }

    /** The definition behind an import from a module of ours, or else the same definition. */
    function exportedBy(found, file) {
      if (found.type !== "ImportBinding" || found.node.type !== "ImportSpecifier") return found;
      const home = openModule(found.parent.source.value, file, context);
      const [exported] = home?.scope.set.get(found.node.imported.name)?.defs ?? [];
      return exported ? exportedBy(exported, home.file) : found;
    }

    /** The value of a constant. */
    function constantOf(name) {
      const found = definitionOf(name);
      if (found?.type !== "Variable" || found.parent?.kind !== "const" || found.node.id.type !== "Identifier")
        return null;
      return withoutType(found.node.init);
    }

    /** Whether the value is, contains or returns a text of several words. */
    function isProse(node, depth = 0) {
      if (!node || depth > deepest) return false;
      const inside = (child) => isProse(child, depth + 1);
      switch (node.type) {
        case "Literal":
          return node.regex
            ? words.test(spaced(node.regex.pattern))
            : typeof node.value === "string" && words.test(node.value);
        case "TemplateLiteral":
          return (
            words.test(node.quasis.map(({ value }) => value.cooked ?? "").join("X")) || node.expressions.some(inside)
          );
        case "BinaryExpression":
          return node.operator === "+" && (inside(node.left) || inside(node.right));
        case "ConditionalExpression":
          return inside(node.consequent) || inside(node.alternate);
        case "LogicalExpression":
          return inside(node.left) || inside(node.right);
        case "ArrayExpression":
          return node.elements.some(inside);
        case "ObjectExpression":
          return node.properties.some((property) => inside(property.value));
        case "SpreadElement":
          return inside(node.argument);
        case "TSAsExpression":
        case "TSSatisfiesExpression":
        case "TSNonNullExpression":
          return inside(node.expression);
        case "NewExpression":
          return ["RegExp", "Set", "Map"].includes(node.callee.name) && node.arguments.some(inside);
        case "MemberExpression": {
          if (node.object.type !== "Identifier") return false;
          const members = constantOf(node.object);
          if (members?.type !== "ObjectExpression") return false;
          return members.properties.some(
            ({ key, value }) =>
              (node.computed || key?.name === node.property.name) &&
              value?.type !== "ObjectExpression" &&
              inside(value),
          );
        }
        case "Identifier": {
          const value = constantOf(node);
          return value?.type !== "ObjectExpression" && inside(value);
        }
        case "CallExpression": {
          const found = node.callee.type === "Identifier" ? definitionOf(node.callee) : null;
          if (found?.type !== "FunctionName") return false;
          const [first] = found.node.body?.body ?? [];
          return found.node.body?.body.length === 1 && first?.type === "ReturnStatement" && inside(first.argument);
        }
        default:
          return false;
      }
    }

    /** Whether the name refers to a constant object or `Map` with a key of several words. */
    function hasSentencesAsKeys(name) {
      const table = name.type === "Identifier" ? constantOf(name) : null;
      if (table?.type === "ObjectExpression")
        return table.properties.some(({ key }) => key?.type === "Literal" && isProse(key));
      const [entries] = table?.type === "NewExpression" && table.callee.name === "Map" ? table.arguments : [];
      return (
        entries?.type === "ArrayExpression" &&
        entries.elements.some((entry) => entry?.type === "ArrayExpression" && isProse(entry.elements[0]))
      );
    }

    /** The name of a member for people, also if a variable contains it. */
    function textMember(node, members = textMembers) {
      const bare = unwrapped(node);
      if (bare?.type === "MemberExpression" && !bare.computed && members.has(bare.property.name))
        return bare.property.name;
      if (bare?.type !== "Identifier") return null;
      const found = definitionOf(bare);
      if (sentences.has(bare.name) && found?.type !== "ImportBinding" && !homes.has(found?.name)) return bare.name;
      if (found?.type !== "Variable" || found.node.id.type !== "Identifier" || found.node.init === null) return null;
      const origin = unwrapped(found.node.init);
      return origin?.type === "MemberExpression" ? textMember(origin, members) : null;
    }

    function reportProse(node) {
      report({ node, messageId: "sentence" });
    }

    function reportMember(node, name) {
      report({ node, messageId: "member", data: { name } });
    }

    /** An assertion about a text for people, in a test. */
    function reportAssertion(node) {
      const { callee } = node;
      const [argument] = node.arguments;
      if (callee.type !== "MemberExpression" || callee.computed) return;
      const matcher = callee.property.name;
      if (!partMatchers.has(matcher) && !wholeMatchers.has(matcher)) return;
      const name = assertedMember(callee.object);
      if (name !== null && (isProse(argument) || hasLetters(argument))) return reportMember(node, name);
      if (partMatchers.has(matcher) && isProse(argument)) reportProse(node);
    }

    /** The member for people in `expect(…)`, also if several of them are joined. */
    function assertedMember(node) {
      if (node.type === "MemberExpression") return assertedMember(node.object);
      if (node.type !== "CallExpression" || node.callee.name !== "expect") return null;
      const subject = unwrapped(node.arguments[0]);
      const isJoined = subject?.type === "CallExpression" && subject.callee.property?.name === "join";
      const list = unwrapped(isJoined ? subject.callee.object : subject);
      if (list?.type === "MemberExpression" && listsOfSentences.has(list.property.name)) return list.property.name;
      return textMember(subject);
    }

    function reportNeedless(node) {
      if (isException && !isFound) context.report({ node, messageId: "needless" });
    }

    if (isTest) return { CallExpression: reportAssertion, "Program:exit": reportNeedless };
    return {
      BinaryExpression(node) {
        if (node.operator === "in" && hasSentencesAsKeys(node.right))
          return report({ node: node.left, messageId: "key" });
        if (!/^[!=]==?$/.test(node.operator)) return;
        const { left, right } = node;
        if (isNothing(left) || isNothing(right)) return;
        if (isProse(left) || isProse(right)) return reportProse(node);
        const other = isText(right) ? left : isText(left) ? right : null;
        const name = textMember(other, neverCompared);
        if (name !== null) reportMember(node, name);
      },
      SwitchStatement({ discriminant, cases }) {
        const name = textMember(discriminant, neverCompared);
        for (const { test } of cases) {
          if (isProse(test)) reportProse(test);
          else if (name !== null && test !== null && isText(test)) reportMember(test, name);
        }
      },
      CallExpression(node) {
        const callee = node.callee;
        if (callee.type !== "MemberExpression" || callee.computed) return;
        const method = callee.property.name;
        const [argument] = node.arguments;
        if (searches.has(method) || edits.has(method)) {
          if (isProse(argument)) return reportProse(node);
          const name = textMember(callee.object);
          if (name !== null && (searches.has(method) || (sentences.has(name) && hasLetters(argument))))
            return reportMember(node, name);
        }
        if (method === "get" && hasSentencesAsKeys(callee.object)) return report({ node: argument, messageId: "key" });
        if (ofCollection.has(method) && isProse(callee.object)) return reportProse(node);
        if (ofPattern.has(method)) {
          if (isProse(callee.object)) return reportProse(node);
          const name = textMember(argument);
          if (name !== null) reportMember(node, name);
        }
      },
      MemberExpression({ computed, object, property }) {
        if (computed && property.type !== "Literal" && hasSentencesAsKeys(object))
          report({ node: property, messageId: "key" });
      },
      "Program:exit": reportNeedless,
    };
  },
};

/** `null` or `undefined`. */
function isNothing(node) {
  return node.type === "Literal" ? node.value === null && !node.regex : node.name === "undefined";
}

/** A text that is not empty. */
function isText(node) {
  return node.type === "Literal" && typeof node.value === "string" && node.value !== "";
}

/** Two letters of a word, in contrast to white space and control characters. */
function hasLetters(node) {
  const text = node?.regex ? node.regex.pattern.replace(/\\./g, " ") : node?.value;
  return typeof text === "string" && /[A-Za-z]{2}/.test(text);
}

function withoutType(node) {
  const isTyped = node?.type === "TSAsExpression" || node?.type === "TSSatisfiesExpression";
  return isTyped ? withoutType(node.expression) : node;
}

/** Without `?.`, `!`, types and a value in place of a missing one. */
function unwrapped(node) {
  if (!node) return null;
  if (["ChainExpression", "TSNonNullExpression", "TSAsExpression"].includes(node.type))
    return unwrapped(node.expression);
  return node.type === "LogicalExpression" ? unwrapped(node.left) : node;
}

/** Spaces of a pattern as spaces. */
function spaced(pattern) {
  return pattern.replace(/\\s[+*?]?|\[ \][+*?]?/g, " ");
}

/** A module of ours that a file imports: its path and its outermost scope. Null for a package. */
function openModule(source, importer, { cwd }) {
  const from = source.startsWith("@/") ? path.join(cwd, source.slice(2)) : path.resolve(path.dirname(importer), source);
  const file = ["", ".ts", ".tsx"].map((ending) => from + ending).find((name) => isSource(name));
  if (!/^(?:@|\.\.?)\//.test(source) || file === undefined) return null;
  const known = opened.get(file);
  if (known) return known;
  const options = { filePath: file, sourceType: "module", range: true, loc: true };
  const { scopeManager } = ts.parser.parseForESLint(readFileSync(file, "utf8"), options);
  const scope = scopeManager.scopes.find(({ type }) => type === "module");
  const home = { file, scope };
  for (const { references, variables } of scopeManager.scopes) {
    for (const { identifier } of references) homes.set(identifier, home);
    for (const { identifiers } of variables) for (const identifier of identifiers) homes.set(identifier, home);
  }
  opened.set(file, home);
  return home;
}

function isSource(name) {
  return /\.(?:tsx?|mjs)$/.test(name) && existsSync(name);
}
