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
/** The tests of object storage and of the image start these themselves; without them they fail in their set-up, where nothing says why in one line. */
const services = [
  { name: "s3-server", untested: "object storage was not tested on a real server" },
  { name: "base-image", untested: "no image was built" },
].map(({ name, untested }) => {
  const service = path.join("..", "shared", "services", name);
  return timed(name, () =>
    existsSync(path.join(root, service))
      ? { passed: 1, failed: [] }
      : { passed: 0, failed: [`${untested}: ${service} is not beside the checkout`] },
  );
});
process.exit(summarise([...benches, ...services, ...runTests(root, "exhaustive")]) ? 0 : 1);
