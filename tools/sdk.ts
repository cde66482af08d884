import { readFile, writeFile } from "node:fs/promises";
import openapiTypescript, { astToString } from "openapi-typescript";

/**
 * Writes the client's types, sdk/src/api.ts, from public/openapi.json. `--check` only compares, for `npm run check`.
 */
const target = "sdk/src/api.ts";
const head = "// Generated from public/openapi.json by `npm run sdk`. Do not edit.\n";
const described = withoutExamples(JSON.parse(await readFile("public/openapi.json", "utf8"))) as Parameters<
  typeof openapiTypescript
>[0];
const printed = head + astToString(await openapiTypescript(described));

if (!process.argv.includes("--check")) {
  await writeFile(target, printed);
  console.log(`${target}: ${printed.split("\n").length} lines`);
} else if ((await readFile(target, "utf8").catch(() => "")) !== printed) {
  console.error(`${target} does not match public/openapi.json: run npm run sdk`);
  process.exitCode = 1;
}

/** Without examples the types are half as long, and every page of the documentation has them. */
function withoutExamples(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutExamples);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .filter(([name]) => name !== "example" && name !== "examples")
      .map(([name, member]: [string, unknown]) => [name, withoutExamples(member)]),
  );
}
