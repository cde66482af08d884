// `npm run test:exhaustive`: everything that takes minutes and is not part of `npm test`: the tests marked as exhaustive, and the benches
// with fixed seeds. Each run prints its result and how to reproduce a failure; failures are repeated at the end.
import { existsSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { asOne, runSideBySide, summarise, testRuns } from "./bootstrap/run-tests.mjs";

const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), "..");

/** The same files in every run. For another seed, run a bench individually. */
const seed = "--seed=1";
const { unit, journeys, browser } = testRuns(root, "exhaustive");
/**
 * The faults and the journeys mostly wait for restarts and time limits, so benches that keep one core busy take little
 * longer in parallel with them. The browser tests come last and mostly alone: beside the unit tests, the engine's time
 * limits were reached.
 */
const runs = [
  bench("faults", seed, "--minutes=2"),
  bench("roles", seed, "--share=3"),
  unit,
  journeys,
  bench("corpus"),
  bench("differential", seed),
  bench("gold"),
  browser,
];

function bench(name, ...options) {
  return {
    name: `test:${name}`,
    args: ["scripts/run.mjs", `tools/${name}.ts`, ...options],
    read: (hasPassed, lastLines) => asOne(hasPassed, `test:${name}; its last lines:`, lastLines),
  };
}

/**
 * The tests of object storage and of the image start these services themselves. Without them they fail in their set-up,
 * where no single line gives the reason.
 */
const services = [
  { name: "s3-server", untested: "object storage was not tested on a real server" },
  { name: "base-image", untested: "no image was built" },
].map(({ name, untested }) => {
  const service = path.join("..", "shared", "services", name);
  const isThere = existsSync(path.join(root, service));
  return { ...asOne(isThere, `${untested}: ${service} is not beside the checkout`), name, seconds: 0 };
});
process.exit(summarise([...services, ...(await runSideBySide(root, runs))]) ? 0 : 1);
