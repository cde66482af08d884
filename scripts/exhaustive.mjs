// `npm run test:exhaustive`: what takes minutes and is no part of `npm test`. Each step prints what it found and how to see one failure again; the
// steps that failed are said once more at the end.
import { spawnSync } from "node:child_process";

/** The same files in every run: by another seed, run a bench on its own. */
const seed = "--seed=1";
const steps = [["corpus"], ["gold"], ["differential", seed], ["roles", seed], ["faults", seed]];
const failed = [];
for (const [step, ...options] of steps) {
  console.log(`== test:${step}`);
  const startedAt = Date.now();
  const { status } = spawnSync(process.execPath, ["scripts/run.mjs", `scripts/${step}.ts`, ...options], {
    stdio: "inherit",
  });
  console.log(`== test:${step} took ${Math.round((Date.now() - startedAt) / 1000)} s`);
  if (status !== 0) failed.push(step);
}
if (failed.length > 0) console.log(`failed: ${failed.join(", ")}`);
console.log(`${steps.length - failed.length} passed, ${failed.length} failed`);
process.exit(failed.length === 0 ? 0 : 1);
