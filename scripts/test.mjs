// `npm test` on a fresh clone: installs what it needs, then runs the checks, and the tests and journeys that are not marked as exhaustive.
import path from "node:path";
import { fileURLToPath } from "node:url";
import { buildWhenStale } from "./bootstrap/build.mjs";
import { installWhenStale } from "./bootstrap/install.mjs";
import { oneAtATime } from "./bootstrap/lock.mjs";
import { requireNode } from "./bootstrap/node-version.mjs";
import { run, summarise, testRuns, timed } from "./bootstrap/run-tests.mjs";
import { installMissingTools } from "./bootstrap/tools.mjs";

requireNode();
const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), "..");
process.chdir(root);

await oneAtATime(root, async () => {
  installWhenStale(root);
  await installMissingTools();
  await buildWhenStale(root);
});

/** The checks count as one. */
const check = timed("check", () =>
  run(root, ["scripts/check.mjs"])
    ? { passed: 1, failed: [] }
    : { passed: 0, failed: ["npm run check; its messages are above the tests"] },
);
const { unit, journeys, browser } = testRuns(root, "quick");
const runs = [
  ["unit tests", unit],
  ["journeys", journeys],
  ["browser", browser],
];
const tests = runs.map(([name, { args, variables, read }]) => timed(name, () => read(run(root, args, variables))));
process.exit(summarise([check, ...tests]) ? 0 : 1);
