// `npm test` on a fresh clone: installs what it needs, then runs the checks and the tests and journeys that are not
// marked as exhaustive.
import path from "node:path";
import { fileURLToPath } from "node:url";
import { buildWhenStale } from "../scripts/bootstrap/build.mjs";
import { installWhenStale, oneAtATime } from "../scripts/bootstrap/install.mjs";
import { requireNode } from "../scripts/bootstrap/node-version.mjs";
import { installMissingTools } from "../scripts/bootstrap/tools.mjs";
import { asOne, runSideBySide, shareAmongRuns, summarise, testRuns } from "./test-runs/run-tests.mjs";

requireNode();
const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), "..");
process.chdir(root);

await oneAtATime(root, async () => {
  installWhenStale(root);
  await installMissingTools();
  await buildWhenStale(root);
});

shareAmongRuns();
const { unit, journeys, browser } = testRuns(root, "quick");
const check = {
  name: "check",
  args: ["tools/check.mjs"],
  read: (hasPassed) => asOne(hasPassed, "npm run check; its lines begin with check"),
};
/**
 * The journeys mostly wait for servers, so the unit tests take little longer in parallel with them. Alone, the unit
 * tests left a quarter of two cores idle, which the checks use. The browser tests have both cores to themselves: beside
 * the unit tests, the engine's time limits were reached.
 */
const stages = [[unit, journeys, check], [browser]];
const results = [];
for (const runs of stages) results.push(...(await runSideBySide(root, runs)));
process.exit(summarise(results) ? 0 : 1);
