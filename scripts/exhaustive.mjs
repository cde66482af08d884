// `npm run test:exhaustive`: everything that takes minutes and is not part of `npm test`: the tests marked as exhaustive, and the benches
// with fixed seeds. Each step prints its result and how to reproduce a failure; failures are repeated at the end.
import { existsSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { run, runTests, summarise, timed } from "./bootstrap/run-tests.mjs";

const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), "..");

/** The same files in every run: by another seed, run a bench on its own. */
const seed = "--seed=1";
const steps = [["corpus"], ["gold"], ["differential", seed], ["roles", seed], ["faults", seed, "--minutes=4"]];

const benches = steps.map(([step, ...options]) =>
  timed(`test:${step}`, () => {
    console.log(`== test:${step}`);
    const hasPassed = run(root, ["scripts/run.mjs", `tools/${step}.ts`, ...options]);
    return hasPassed
      ? { passed: 1, failed: [] }
      : { passed: 0, failed: [`test:${step}; its messages are above the next step`] };
  }),
);
/** The tests of object storage start it themselves; without it they fail in their set-up, where nothing says why in one line. */
const service = path.join("..", "shared", "services", "s3-server");
const objectStore = timed("s3-server", () =>
  existsSync(path.join(root, service))
    ? { passed: 1, failed: [] }
    : { passed: 0, failed: [`object storage was not tested on a real server: ${service} is not beside the checkout`] },
);
process.exit(summarise([...benches, objectStore, ...runTests(root, "exhaustive")]) ? 0 : 1);
