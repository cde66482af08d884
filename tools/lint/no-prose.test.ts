import { RuleTester } from "eslint";
import tseslint from "typescript-eslint";
import { test } from "vitest";
import { noProse } from "./no-prose.mjs";

const tester = new RuleTester({ languageOptions: { parser: tseslint.parser } });

const filename = import.meta.filename;
const inTest = { filename, options: [{ isTest: true }] };

function rejects(...code: string[]): void {
  tester.run("no-prose", noProse, { valid: [], invalid: code.map((one) => ({ code: one, filename, errors: 1 })) });
}

function accepts(...code: string[]): void {
  tester.run("no-prose", noProse, { valid: code, invalid: [] });
}

test("rejects a comparison with a sentence", () => {
  rejects(
    'a === "was not signed";',
    'switch (a) { case "was not signed": break; }',
    'a.startsWith("mailed link only, ");',
    "a === `signed by ${name}`;",
    'a.startsWith("Evidence for " + uuid);',
  );
});

test("rejects a pattern of words", () => {
  rejects(
    "/not registered/i.test(a);",
    "/not\\s+registered/.test(a);",
    "a.match(/not registered/);",
    'new RegExp("not registered").exec(a);',
    'a.replace(/not registered/, "");',
  );
});

test("rejects a sentence that a constant, a list, an object or a function contains", () => {
  rejects(
    'const closed = ". Its bundle has a closing record"; a.endsWith(closed);',
    "const head = /Audit trail head/; head.exec(a);",
    'const known = ["was not signed", "other"]; known.includes(a);',
    'const known = new Set(["was not signed"]); known.has(a);',
    'const texts = { link: "mailed link only, " } as const; a.startsWith(texts[name]);',
    'const texts = { link: "mailed link only, " } as const; a === texts.link;',
    "function start(uuid) { return `Evidence for document ${uuid}`; } a.startsWith(start(u));",
  );
});

test("rejects a search in a member for people, also after it was taken out", () => {
  rejects(
    'error.message.startsWith("Integrity");',
    'error.detail?.includes("x");',
    "said.text.includes(word);",
    '(report.reason ?? "").includes(word);',
    "/^no/.test(report.title);",
    'error.message === "closed";',
    'finding.title === "Revoked";',
    'switch (finding.message) { case "Expired": break; }',
    'const { message } = error; message.startsWith("Integrity");',
    "const words = error.reason; words.endsWith(word);",
    'error.detail.replace(/^users/, "");',
  );
});

test("accepts codes, values and formats", () => {
  accepts(
    'code === "not_signed";',
    'error.reason === "recently";',
    'switch (error.reason) { case "recently": break; }',
    "/\\.pdf$/.test(file.label);",
    "a === b;",
    'const look = "bg-danger-tint text-on-danger-tint"; a === look;',
    'const people = { viewer: { password: "harbour of a viewer" } }; a === people.viewer;',
    'const why = "was not signed"; why === null;',
    'text.startsWith("%PDF-");',
    "a.match(/-----BEGIN CERTIFICATE-----/);",
    'const known = { a: "was not signed" }; value === known;',
    'error.message.replace(/\\s+/g, " ");',
    'const label = "was not signed"; show(label);',
    'import { message } from "./x"; message.trim();',
  );
});

test("rejects a sentence that another module of ours exports", () => {
  rejects(
    'import { plainTextRule } from "@/lib/platform/plain-text"; a === plainTextRule;',
    'import { plainTextRule as rule } from "../../lib/platform/plain-text"; a.startsWith(rule);',
  );
  accepts(
    'import { plainText } from "@/lib/platform/plain-text"; plainText.test(a);',
    'import { plainTextRule } from "@/lib/platform/plain-text"; show(plainTextRule);',
    'import { deepest } from "vitest"; a === deepest;',
    'import { gone } from "@/lib/platform/plain-text"; a === gone;',
  );
});

test("rejects an assertion about a text for people in a test", () => {
  const invalid = [
    'expect(report.warnings.join()).toContain("wrong");',
    "expect(report.signatures[0]?.changes.items.join()).toContain('\"Total\"');",
    'expect(report.changes.items).toEqual(["the field was filled in"]);',
    'expect(signature.explanation).not.toBe("changed");',
    'expect(first).toMatchObject({ explanation: expect.stringContaining("was filled") });',
    "expect(run()).rejects.toThrow(/is not known/);",
    "expect(texts.join()).toMatch(/issued a certificate/);",
  ].map((code) => ({ code, ...inTest, errors: 1 }));
  const valid = [
    'expect(report.changes.findings).toMatchObject([{ code: "field_filled" }]);',
    'expect(report.verdict).toBe("modified");',
    "expect(report.changes.items).toEqual([]);",
    'expect(name).toBe("Ada Lovelace");',
    "expect(bytes).toContain(needle);",
  ].map((code) => ({ code, ...inTest }));
  tester.run("no-prose", noProse, { valid, invalid });
});

test("rejects a look-up in an object whose keys are sentences", () => {
  rejects(
    'const why = { "fonts, a font that is missing": 1 }; show(why[name]);',
    'const why = { "fonts, a font that is missing": 1 } as const; show(why[`${a}, ${b}`]);',
    'const why = new Map([["a font is missing", 1]]); show(why.get(name));',
    'const why = { "a font is missing": 1 }; show(name in why);',
  );
  accepts(
    'const why = { missing_font: "a font is missing" }; show(why[id]);',
    'const why = new Map([["missing_font", "a font is missing"]]); show(why.get(id));',
    'const why = { "fonts, a font that is missing": 1 }; show(Object.entries(why));',
    'const types = { "content-type": 1 }; show(types[name]);',
  );
});

test("reports an exception that compares no sentence", () => {
  const options = [{ isException: true }];
  tester.run("no-prose", noProse, {
    valid: [{ code: 'a === "was not signed";', options }],
    invalid: [{ code: 'a === "signed";', options, errors: [{ messageId: "needless" }] }],
  });
});
