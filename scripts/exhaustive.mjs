// `npm run test:exhaustive`: what takes minutes and is no part of `npm test`: the tests marked as exhaustive, and the benches with fixed seeds. Each
// step prints what it found and how to see one failure again; the failures are said once more at the end.
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
process.exit(summarise([...benches, ...runTests(root, "exhaustive")]) ? 0 : 1);
