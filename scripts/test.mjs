// `npm test` on a fresh clone: installs what it needs, then runs every check, every test and every journey.
import { spawnSync } from "node:child_process";
import { mkdirSync, readFileSync, rmSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { buildWhenStale } from "./bootstrap/build.mjs";
import { installWhenStale } from "./bootstrap/install.mjs";
import { oneAtATime } from "./bootstrap/lock.mjs";
import { requireNode } from "./bootstrap/node-version.mjs";
import { installMissingTools } from "./bootstrap/tools.mjs";

requireNode();
const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), "..");
process.chdir(root);
const resultFile = path.join(root, "test-results", "vitest.json");

await oneAtATime(root, async () => {
  installWhenStale(root);
  installMissingTools();
  await buildWhenStale(root);
});

const isChecked = run(["scripts/check.mjs"]);
rmSync(resultFile, { force: true });
mkdirSync(path.dirname(resultFile), { recursive: true });
const isTested = run([
  path.join("node_modules", "vitest", "vitest.mjs"),
  "run",
  "--reporter=default",
  "--reporter=json",
  `--outputFile.json=${resultFile}`,
]);
summarise();
process.exit(isChecked && isTested ? 0 : 1);

function run(args) {
  return spawnSync(process.execPath, args, { cwd: root, stdio: "inherit" }).status === 0;
}

/** The last line: how many tests passed and failed; the checks count as one. */
function summarise() {
  const results = readResults();
  const passed = results.numPassedTests + (isChecked ? 1 : 0);
  const failed = Math.max(results.numFailedTests, isTested ? 0 : 1) + (isChecked ? 0 : 1);
  if (!isChecked) console.log("npm run check failed; its messages are above the tests.");
  console.log(`${passed} passed, ${failed} failed`);
}

function readResults() {
  try {
    return JSON.parse(readFileSync(resultFile, "utf8"));
  } catch {
    return { numPassedTests: 0, numFailedTests: 1 };
  }
}
