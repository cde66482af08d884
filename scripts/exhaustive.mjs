// `npm run test:exhaustive`: everything that takes minutes and is not part of `npm test`: the tests marked as exhaustive, and the benches
// with fixed seeds. Each step prints its result and how to reproduce a failure; failures are repeated at the end.
import { existsSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { runQuietly, runTests, summarise, timed } from "./bootstrap/run-tests.mjs";

const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), "..");

/** The same files in every run: by another seed, run a bench on its own. */
const seed = "--seed=1";
/**
 * Lanes run side by side, their steps one after another. The faults wait for restarts and time limits during most of their quarter of an hour, so
 * the benches, which are busy all the time, take no longer beside them.
 */
const lanes = [[["faults", seed, "--minutes=4"]], [["corpus"], ["gold"], ["differential", seed], ["roles", seed]]];

const benches = (await Promise.all(lanes.map(runLane))).flat();

async function runLane(steps) {
  const results = [];
  for (const [step, ...options] of steps) results.push(await runBench(step, options));
  return results;
}

/** Prints a bench's output when it has ended, so that two lanes do not mix their lines. */
async function runBench(step, options) {
  const startedAt = Date.now();
  console.log(`== test:${step} started`);
  const { hasPassed, output } = await runQuietly(root, ["scripts/run.mjs", `tools/${step}.ts`, ...options]);
  console.log(`== test:${step}\n${output}`);
  return {
    name: `test:${step}`,
    seconds: Math.round((Date.now() - startedAt) / 1000),
    ...(hasPassed
      ? { passed: 1, failed: [] }
      : { passed: 0, failed: [`test:${step}; its messages are above the next step`] }),
  };
}

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
