// `npm test` on a fresh clone: installs what it needs, then runs the checks and the tests and journeys that are not
// marked as exhaustive.
import path from "node:path";
import { fileURLToPath } from "node:url";
import { buildWhenStale } from "./bootstrap/build.mjs";
import { installWhenStale } from "./bootstrap/install.mjs";
import { oneAtATime } from "./bootstrap/lock.mjs";
import { requireNode } from "./bootstrap/node-version.mjs";
import { asOne, runLanes, summarise, testRuns } from "./bootstrap/run-tests.mjs";
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
const checked = await runLanes(root, [[check]]);
/** The journeys mostly wait for servers, so the rest takes little longer in parallel. */
const tested = await runLanes(root, [[unit, browser], [journeys]]);
process.exit(summarise([...checked, ...tested]) ? 0 : 1);
