import next from "@next/eslint-plugin-next";
import hooks from "eslint-plugin-react-hooks";
import ts from "typescript-eslint";

const domains =
  "account-export,accounts,administration,audit,augmentation,authority,elements,erasure,events,evidence,file-views,files,gateways,health,idempotency,jobs,kept-messages,notifications,otp,outbox,rates,registration,request-log,secret-rotation,settings,sign-methods,sign-requests,signing,suggestions,webhooks";
const ports = "blobs,geometry,keys,messaging,otp,outbound,pades,pdf,pdf-pool";
const tests = ["**/*.test.{ts,tsx}", "**/testing/**", "e2e/**"];

/** ESLint replaces a rule that is configured twice, so every list is built here, in one place. */
const environment = {
  object: "process",
  property: "env",
  message: "Read the environment in lib/config.ts only; take what you need from ctx, or as a parameter.",
};
const webGlobals = ["Request", "Response", "Headers", "FormData"].map((name) => ({
  name,
  message:
    "Domains and ports know nothing of HTTP. lib/http turns a Request into an input, and an answer into a Response.",
}));
const routeSyntax = [
  {
    selector: "TryStatement",
    message: "Routes only bind. lib/http/route.ts turns every throw into a problem document.",
  },
  {
    selector: "ImportDeclaration[source.value='zod']",
    message: "Schemas belong to the operation, in lib/<domain>/schema.ts.",
  },
];
const size = (lines) => ({
  "max-lines": ["error", { max: lines, skipBlankLines: true, skipComments: true }],
  "max-lines-per-function": ["error", { max: 50, skipBlankLines: true, skipComments: true, IIFEs: true }],
});

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
      ...size(250),
    },
  },
  { files: ["app/**", "components/**", "lib/**"], rules: { "no-restricted-properties": ["error", environment] } },
  { files: ["components/**", "app/**/*.tsx"], rules: size(200) },
  { files: [`lib/{${domains},${ports}}/**`, "db/**"], rules: { "no-restricted-globals": ["error", ...webGlobals] } },
  {
    files: ["app/**/route.ts"],
    rules: { "max-lines": ["error", 15], "no-restricted-syntax": ["error", ...routeSyntax] },
  },
  {
    files: ["**/index.{ts,tsx}"],
    ignores: ["lib/api/operations/index.ts"],
    rules: {
      "no-restricted-syntax": [
        "error",
        { selector: "Program", message: "No barrels: import from the file that has it." },
      ],
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
  { files: ["lib/config.ts"], rules: { "no-restricted-properties": "off" } },
  { files: ["scripts/**", "e2e/**", "tools/**"], rules: { "no-console": "off" } },
  {
    files: tests,
    rules: {
      "max-lines-per-function": "off",
      "@typescript-eslint/no-unsafe-assignment": "off",
      "@typescript-eslint/no-unsafe-member-access": "off",
      "@typescript-eslint/require-await": "off",
    },
  },
  { files: ["**/*.{mjs,cjs}"], extends: [ts.configs.disableTypeChecked], rules: { "no-console": "off" } },
);
