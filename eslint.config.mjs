import { existsSync } from "node:fs";
import path from "node:path";
import next from "@next/eslint-plugin-next";
import ts from "typescript-eslint";
import { noProse } from "./tools/lint/no-prose.mjs";
import rooms from "./tools/lint/rooms.cjs";

/** ESLint replaces a rule that is configured twice, so every list is built here, in one place. */
const environment = {
  object: "process",
  property: "env",
  message: "Read the environment in lib/platform/config.ts only. Take what you need from ctx or as a parameter.",
};
const webGlobals = ["Request", "Response", "Headers", "FormData"].map((name) => ({
  name,
  message:
    "Use cases must not depend on HTTP. lib/api/http turns a Request into an input and a result into a Response.",
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
/** Modules that may compare texts of several words, each with the reason. One that no longer does is reported. */
const comparedTexts = {
  "db/lost-database.ts": "The driver sets no code for some lost connections.",
  "db/named-statements.ts": "A comment at the start of our own SQL.",
  "lib/channels/open-gateways.ts": "The Signal gateway returns the same status for every failure.",
  "lib/delivery/telegram/listen.ts": "A command that a person types in Telegram.",
  "lib/documents/conversion/convert-upload.ts": "The document type of HTML.",
  "lib/engine/lines/standing-threads.ts": "Piscina sets no code when a thread ends.",
  "lib/engine/lines/task-pool.ts": "Piscina sets no code when its queue is full.",
  "lib/engine/pages/text-lines.ts": "Words on a page.",
  "lib/pdf/drawing/program-codes.ts": "PostScript in a font.",
  "lib/pdf/fields/field-dictionary.ts": "Descriptions of fields in existing prepared files.",
  "lib/platform/signed-texts.ts": "Formats in existing signed files (docs/EVIDENCE-FORMAT.md).",
  "lib/x509/pkcs12.ts": "PKI.js sets no code for a wrong password.",
  "tools/sdk.ts": "The whole text of a generated file.",
  "tools/bench/journeys/keep-alive-client.ts": "The first character of JSON.",
  "tools/bench/requests.ts": "A row of its own table.",
  "tools/bench/scale.ts": "The line that an operator sees when the server is ready.",
  "tools/bench/web/measure-signing.ts": "The heading that a signer sees.",
  "tools/brand.ts": "The marker of generated source.",
  "tools/corpus/judge-sample.ts": "States of a stamp, as the report prints them.",
  "tools/corpus/oracles.ts": "The output of other programs.",
  "tools/corpus/report.ts": "States of a stamp, as the report prints them.",
};
/** Tests of attacks that may assert such texts, each with the reason. */
const assertedTexts = {
  "lib/evidence/check/incomplete-documents.test.ts": "The output of `npm run verify`.",
  "lib/evidence/check/refuted-bundles.test.ts": "The output of `npm run verify`.",
  "lib/pades/verify/report/finding-text.test.ts": "The sentences themselves.",
  "lib/pades/verify/trust/check-revocation.test.ts": "The output of openssl.",
};
const attackTests = ["lib/pades/verify/**/*.test.ts", "lib/evidence/check/**/*.test.ts"];
const excepted = { ...comparedTexts, ...assertedTexts };
const deleted = Object.keys(excepted).filter((name) => !existsSync(path.join(import.meta.dirname, name)));
if (deleted.length > 0) throw new Error(`eslint.config.mjs lists deleted files: ${deleted.join(", ")}.`);

/**
 * Rules on patterns of syntax, and Next's rules. Oxlint checks everything else, including types and React's rules
 * (.oxlintrc.json).
 */
export default ts.config(
  {
    ignores: [
      "**/*.test.{ts,tsx}",
      ...attackTests.map((pattern) => `!${pattern}`),
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
    ignores: rooms.edge.map((room) => `lib/${room}/**`),
    rules: { "no-restricted-globals": ["error", ...webGlobals] },
  },
  { plugins: { paraph: { rules: { "no-prose": noProse } } }, rules: { "paraph/no-prose": "error" } },
  { files: attackTests, rules: { "paraph/no-prose": ["error", { isTest: true }] } },
  {
    files: Object.keys(assertedTexts),
    rules: { "paraph/no-prose": ["error", { isTest: true, isException: true }] },
  },
  { files: Object.keys(comparedTexts), rules: { "paraph/no-prose": ["error", { isException: true }] } },
  {
    files: ["app/**/route.ts"],
    rules: { "no-restricted-syntax": ["error", ...routeSyntax] },
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
