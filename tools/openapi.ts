import { readFile, writeFile } from "node:fs/promises";
import { exampleProblem } from "@/lib/api/http/possible-errors";
import { describeApi } from "@/lib/api/openapi";
import { operations } from "@/lib/api/operations";
import manifest from "@/package.json";

/** Writes public/openapi.json from the operations. `--check` only compares, for `npm run check`. */
const target = "public/openapi.json";
const printed = `${JSON.stringify(
  describeApi(operations, manifest.version, (code) => exampleProblem(code)),
  null,
  2,
)}\n`;

if (!process.argv.includes("--check")) {
  await writeFile(target, printed);
  console.log(`${target}: ${operations.length} operations`);
} else if ((await readFile(target, "utf8").catch(() => "")) !== printed) {
  console.error(`${target} is not what the operations say: run npm run openapi`);
  process.exitCode = 1;
}
