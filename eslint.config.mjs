import next from "@next/eslint-plugin-next";
import hooks from "eslint-plugin-react-hooks";
import ts from "typescript-eslint";

const tests = ["**/*.test.{ts,tsx}", "**/testing/**", "e2e/**"];

/** ESLint replaces a rule that is configured twice, so every list is built here, in one place. */
const environment = {
  object: "process",
  property: "env",
  message: "Read the environment in lib/platform/config.ts only. Take what you need from ctx or as a parameter.",
};
const webGlobals = ["Request", "Response", "Headers", "FormData"].map((name) => ({
  name,
  message: "Use cases know nothing of HTTP. lib/api/http turns a Request into an input and a result into a Response.",
}));
const routeSyntax = [
  {
    selector: "TryStatement",
    message: "Routes only bind. lib/api/http/route.ts turns every error into a problem document.",
  },
  {
    selector: "ImportDeclaration[source.value='zod']",
    message: "Schemas belong to the use case, in a schema.ts beside it.",
  },
];
const compareCodes = "Compare codes and states, not sentences (docs/style.md, Code).";
const sentence = "/[A-Za-z,]{2,} [A-Za-z]{2,}/";
/** Comparing a value with a sentence, or with members that hold sentences for people. */
const proseSyntax = [
  `BinaryExpression[operator=/^[!=]==$/] > Literal[value=${sentence}]`,
  `SwitchCase > Literal[value=${sentence}]`,
  `CallExpression[callee.property.name=/^(includes|startsWith|endsWith|indexOf)$/] > Literal.arguments[value=${sentence}]`,
  "BinaryExpression > MemberExpression[property.name=/^(statusText|explanation)$/]",
  "CallExpression[callee.property.name=/^(includes|startsWith|endsWith|match)$/][callee.object.property.name=/^(statusText|explanation|problem)$/]",
].map((selector) => ({ selector, message: compareCodes }));
/** Patterns that read sentences; elsewhere there are such patterns for the texts and formats of others. */
const proseMatching = [
  "Literal[regex.pattern=/[A-Za-z]{3,} [A-Za-z]{2,}/]",
  "CallExpression[callee.property.name=/^(test|exec)$/] > .arguments[property.name=/^(explanation|problem|text)$/]",
].map((selector) => ({ selector, message: compareCodes }));

export default ts.config(
  {
    ignores: [
      "node_modules/",
      ".next/",
      "dist/",
      ".data/",
      "next-env.d.ts",
      "test-results/",
      "public/",
      "sdk/src/api.ts",
      "sdk/dist/",
    ],
  },
  ...ts.configs.recommendedTypeChecked,
  { languageOptions: { parserOptions: { projectService: true, tsconfigRootDir: import.meta.dirname } } },
  {
    plugins: { "@next/next": next },
    rules: { ...next.configs.recommended.rules, ...next.configs["core-web-vitals"].rules },
  },
  // The optimizer is switched off (next.config.ts), so <Image> would add code and do nothing.
  { rules: { "@next/next/no-img-element": "off" } },
  { files: ["app/**", "components/**"], ...hooks.configs.flat.recommended },
  {
    rules: {
      "@typescript-eslint/consistent-type-imports": [
        "error",
        { fixStyle: "inline-type-imports", disallowTypeAnnotations: false },
      ],
      "@typescript-eslint/no-non-null-assertion": "error",
      "@typescript-eslint/no-unused-vars": ["error", { argsIgnorePattern: "^_", ignoreRestSiblings: true }],
      "@typescript-eslint/restrict-template-expressions": ["error", { allowNumber: true, allowBoolean: true }],
      "@typescript-eslint/switch-exhaustiveness-check": ["error", { considerDefaultExhaustiveForUnions: true }],
      "no-console": "error",
      eqeqeq: ["error", "always", { null: "ignore" }],
      "no-warning-comments": ["error", { terms: ["todo", "fixme", "xxx", "hack"] }],
      complexity: ["error", { max: 30, variant: "modified" }],
      "max-depth": ["error", 4],
      "max-lines": ["error", { max: 450, skipBlankLines: true, skipComments: true }],
    },
  },
  { files: ["app/**", "components/**", "lib/**"], rules: { "no-restricted-properties": ["error", environment] } },
  {
    files: ["lib/*/**", "db/**"],
    ignores: ["lib/{api,auth,testing}/**"],
    rules: { "no-restricted-globals": ["error", ...webGlobals] },
  },
  {
    files: ["app/**", "components/**", "lib/**"],
    ignores: tests,
    rules: { "no-restricted-syntax": ["error", ...proseSyntax] },
  },
  {
    files: ["components/verify/**", "components/documents/**", "lib/pades/**", "lib/verification/**"],
    ignores: tests,
    rules: { "no-restricted-syntax": ["error", ...proseSyntax, ...proseMatching] },
  },
  {
    files: ["app/**/route.ts"],
    rules: { "max-lines": ["error", 40], "no-restricted-syntax": ["error", ...routeSyntax, ...proseSyntax] },
  },
  {
    files: ["**/index.{ts,tsx}"],
    ignores: ["lib/api/operations/index.ts"],
    rules: {
      "no-restricted-syntax": ["error", { selector: "Program", message: "No barrels: import from the module itself." }],
    },
  },
  {
    files: [
      "**/{utils,helpers,misc,common}/**",
      "**/{utils,helpers,misc,common}.{ts,tsx}",
      "lib/types.ts",
      "lib/types/**",
    ],
    rules: { "no-restricted-syntax": ["error", { selector: "Program", message: "Name the file after what it does." }] },
  },
  { files: ["lib/platform/config.ts"], rules: { "no-restricted-properties": "off" } },
  { files: ["scripts/**", "e2e/**", "tools/**"], rules: { "no-console": "off" } },
  // Long lists of data.
  { files: ["lib/api/examples/**", "tools/differential/**"], rules: { "max-lines": "off" } },
  {
    files: tests,
    rules: {
      "max-lines": "off",
      "@typescript-eslint/no-unsafe-assignment": "off",
      "@typescript-eslint/no-unsafe-member-access": "off",
      "@typescript-eslint/require-await": "off",
    },
  },
  {
    files: ["**/*.{mjs,cjs}"],
    extends: [ts.configs.disableTypeChecked],
    rules: { "no-console": "off", "@typescript-eslint/no-require-imports": "off" },
  },
);
