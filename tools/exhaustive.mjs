// `npm run test:exhaustive`: everything that takes minutes and is not part of `npm test`: the tests marked as
// exhaustive, and the benches with fixed seeds. Each run prints its result and how to reproduce a failure; failures are
// repeated at the end. With `--until=T` (Unix time in seconds), parts of the browser tests that would not end in time
// are left out.
import { execFileSync } from "node:child_process";
import { existsSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { asOne, runSideBySide, shareAmongRuns, sharedFolder, summarise, testRuns } from "./test-runs/run-tests.mjs";

const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), "..");

/** The same files in every run. For another seed, run a bench individually. */
const seed = "--seed=1";
const { until } = parseArgs({ options: { until: { type: "string" } } }).values;
shareAmongRuns();
const { unit, journeys, browserParts } = testRuns(root, "exhaustive");
const [firstPart, ...otherParts] = fromAnyPart(browserParts);
/**
 * The faults and the journeys mostly wait for restarts and time limits, so benches that keep one core busy take little
 * longer in parallel with them. The browser tests come last and mostly alone, as in `npm test`.
 */
const runs = [
  bench("faults", seed, "--minutes=1"),
  bench("roles", seed, "--share=10"),
  unit,
  journeys,
  bench("corpus"),
  bench("differential", seed),
  bench("gold"),
  firstPart,
];

/** Begins with another part for another commit, so that a slow machine does not always leave out the same part. */
function fromAnyPart(parts) {
  const start = Number.parseInt(commit().slice(0, 6), 16) % parts.length;
  return [...parts.slice(start), ...parts.slice(0, start)];
}

function commit() {
  try {
    return execFileSync("git", ["rev-parse", "HEAD"], {
      cwd: root,
      encoding: "utf8",
      stdio: ["ignore", "pipe", "ignore"],
    });
  } catch {
    // A copy of the folder without Git.
    return "0";
  }
}

/** Small parts differ in length by almost a half. */
const slowestPart = 1.5;

/** Runs the other parts one at a time, each only if it can be expected to end in time. */
async function runOtherParts(secondsOfFirst) {
  const results = [];
  for (const part of otherParts) {
    const secondsLeft = Number(until ?? Infinity) - Date.now() / 1000;
    if (secondsLeft > secondsOfFirst * slowestPart) results.push(...(await runSideBySide(root, [part])));
    else
      results.push({
        name: `${part.name} (left out: ${Math.round(secondsLeft / 60)} minutes left)`,
        passed: 0,
        failed: [],
        seconds: 0,
      });
  }
  return results;
}

function bench(name, ...options) {
  return {
    name: `test:${name}`,
    args: ["scripts/run.mjs", `tools/${name}.ts`, ...options],
    variables: { [sharedFolder]: undefined },
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
const results = await runSideBySide(root, runs);
const seconds = results.find(({ name }) => name === firstPart.name)?.seconds ?? 0;
process.exit(summarise([...services, ...results, ...(await runOtherParts(seconds))]) ? 0 : 1);
