// `npm test` on a fresh clone: installs what it needs, then runs every check, every test and every journey.
import { spawnSync } from "node:child_process";
import { mkdirSync, rmSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { buildWhenStale } from "./bootstrap/build.mjs";
import { installWhenStale } from "./bootstrap/install.mjs";
import { oneAtATime } from "./bootstrap/lock.mjs";
import { requireNode } from "./bootstrap/node-version.mjs";
import { readPlaywrightResult, readVitestResult } from "./bootstrap/test-results.mjs";
import { installMissingTools } from "./bootstrap/tools.mjs";

requireNode();
const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), "..");
process.chdir(root);
const resultFolder = path.join(root, "test-results");
const vitestFile = path.join(resultFolder, "vitest.json");
const browserFile = path.join(resultFolder, "browser.json");

await oneAtATime(root, async () => {
  installWhenStale(root);
  await installMissingTools();
  await buildWhenStale(root);
});

for (const file of [vitestFile, browserFile]) rmSync(file, { force: true });
mkdirSync(resultFolder, { recursive: true });
const isChecked = run(["scripts/check.mjs"]);
const isTested = run([
  path.join("node_modules", "vitest", "vitest.mjs"),
  "run",
  "--reporter=default",
  "--reporter=json",
  `--outputFile.json=${vitestFile}`,
]);
const isBrowsed = run([path.join("node_modules", "@playwright", "test", "cli.js"), "test"]);
summarise();
process.exit(isChecked && isTested && isBrowsed ? 0 : 1);

function run(args) {
  return spawnSync(process.execPath, args, { cwd: root, stdio: "inherit" }).status === 0;
}

/** Names what failed, since much was printed after it; the last line says how many tests passed and failed. The checks count as one. */
function summarise() {
  const parts = [
    { passed: isChecked ? 1 : 0, failed: isChecked ? [] : ["npm run check; its messages are above the tests"] },
    readVitestResult(vitestFile, isTested),
    readPlaywrightResult(browserFile, isBrowsed),
  ];
  const failed = parts.flatMap((part) => part.failed);
  for (const name of failed) console.log(`✗ ${name}`);
  console.log(`${parts.reduce((sum, part) => sum + part.passed, 0)} passed, ${failed.length} failed`);
}
