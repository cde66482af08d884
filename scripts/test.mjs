// `npm test` on a fresh clone: installs what it needs, then runs the checks and the tests and journeys that are not
// marked as exhaustive.
import path from "node:path";
import { fileURLToPath } from "node:url";
import { buildWhenStale } from "./bootstrap/build.mjs";
import { installWhenStale, oneAtATime } from "./bootstrap/install.mjs";
import { requireNode } from "./bootstrap/node-version.mjs";
import { asOne, runSideBySide, summarise, testRuns } from "./bootstrap/run-tests.mjs";
import { installMissingTools } from "./bootstrap/tools.mjs";

requireNode();
const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), "..");
process.chdir(root);

await oneAtATime(root, async () => {
  installWhenStale(root);
  await installMissingTools();
  await buildWhenStale(root);
});

const { unit, journeys, browser } = testRuns(root, "quick");
const check = {
  name: "check",
  args: ["scripts/check.mjs"],
  read: (hasPassed) => asOne(hasPassed, "npm run check; its lines begin with check"),
};
/**
 * The journeys mostly wait for servers, so the unit tests take little longer in parallel with them. The browser tests
 * have both cores to themselves: beside the unit tests, the engine's time limits were reached.
 */
const stages = [[check], [unit, journeys], [browser]];
const results = [];
for (const runs of stages) results.push(...(await runSideBySide(root, runs)));
process.exit(summarise(results) ? 0 : 1);
