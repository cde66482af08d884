// `npm test` on a fresh clone: installs what it needs, then runs the checks, and the tests and journeys that are not marked as exhaustive.
import path from "node:path";
import { fileURLToPath } from "node:url";
import { buildWhenStale } from "./bootstrap/build.mjs";
import { installWhenStale } from "./bootstrap/install.mjs";
import { oneAtATime } from "./bootstrap/lock.mjs";
import { requireNode } from "./bootstrap/node-version.mjs";
import { run, runTests, summarise, timed } from "./bootstrap/run-tests.mjs";
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
process.exit(summarise([check, ...runTests(root, "quick")]) ? 0 : 1);
