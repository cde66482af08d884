import next from "@next/eslint-plugin-next";
import ts from "typescript-eslint";

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

/** What needs patterns over the syntax, and the rules of Next. Types and everything else, React's rules too, are Oxlint's (.oxlintrc.json). */
export default ts.config(
  {
    ignores: [
      "**/*.test.{ts,tsx}",
      "**/testing/**",
      "e2e/",
      "sdk/src/api.ts",
      "sdk/dist/",
      "public/",
      ".next/",
      "dist/",
      "test-results/",
    ],
  },
  { linterOptions: { reportUnusedDisableDirectives: "error" } },
  { files: ["**/*.{ts,tsx}"], ...ts.configs.base },
  {
    files: ["app/**", "components/**"],
    plugins: { "@next/next": next },
    rules: {
      ...next.configs.recommended.rules,
      ...next.configs["core-web-vitals"].rules,
      // The optimizer is switched off (next.config.ts), so <Image> would add code and do nothing.
      "@next/next/no-img-element": "off",
    },
  },
  {
    files: ["components/**"],
    rules: {
      "@typescript-eslint/no-restricted-imports": [
        "error",
        {
          patterns: [
            {
              group: ["@/lib/**/schema", "zod"],
              allowTypeImports: true,
              message:
                "Zod compiles schemas with eval, which the content policy forbids in browsers. Import its types only.",
            },
          ],
        },
      ],
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
    rules: { "no-restricted-syntax": ["error", ...proseSyntax] },
  },
  {
    files: ["components/verify/**", "components/documents/**", "lib/pades/**", "lib/verification/**"],
    rules: { "no-restricted-syntax": ["error", ...proseSyntax, ...proseMatching] },
  },
  {
    files: ["app/**/route.ts"],
    rules: { "no-restricted-syntax": ["error", ...routeSyntax, ...proseSyntax] },
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
);
