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
 * The journeys mostly wait for servers, so the checks take little longer in parallel with them. The unit tests follow
 * the checks, and the browser tests follow the journeys, so that both cores stay busy to the end.
 */
process.exit(summarise(await runSideBySide(root, [check, journeys, unit, browser])) ? 0 : 1);
