// `npm run check`: everything that can be checked without running the product. Runs as many steps in parallel as there
// are cores; each prints only when it fails.
import { spawn, spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync, rmSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";

const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), "..");
const bin = (...parts) => path.join(root, "node_modules", ...parts);
const sources = ["app", "components", "db", "e2e", "lib", "scripts", "sdk", "tools"].filter((name) =>
  existsSync(path.join(root, name)),
);

/**
 * ESLint skips a file that passed while its content, the configuration and the packages are unchanged. It tracks the
 * first two; the name of the cache covers the packages. A sentence that came into an imported constant is noticed
 * without the cache only (`tools/lint/no-prose.mjs`).
 */
const packages = createHash("sha256")
  .update(readFileSync(path.join(root, "package-lock.json")))
  .digest("hex");
const lintCache = bin(".cache", "paraph", `eslint-${packages.slice(0, 16)}`);

/** The longest first, so that the last ones end at about the same time. */
const steps = {
  // Also checks types, with the compiler of TypeScript 7.
  "types and lint": [bin("oxlint", "bin", "oxlint"), "."],
  "lint of syntax": [
    bin("eslint", "bin", "eslint.js"),
    "--max-warnings",
    "0",
    "--cache",
    "--cache-strategy",
    "content",
    "--cache-location",
    lintCache,
    ".",
  ],
  architecture: [
    bin("dependency-cruiser", "bin", "dependency-cruise.mjs"),
    "--config",
    ".dependency-cruiser.cjs",
    ...sources,
  ],
  "dead code": [bin("knip", "bin", "knip.js"), "--no-progress", "--treat-config-hints-as-errors"],
  format: [bin("oxfmt", "bin", "oxfmt"), "--check", "."],
  openapi: ["scripts/run.mjs", "tools/openapi.ts", "--check"],
  sdk: ["scripts/run.mjs", "tools/sdk.ts", "--check"],
  "lock file": ["tools/lock-file.mjs"],
  citations: ["tools/citations.mjs"],
};

/** Limits of the product's modules (decision 53). Routes, which only bind, and tests do not count. */
const limits = { modules: 1150, small: 25, smallLines: 10 };

function reportModules() {
  const modules = ["app", "components", "db", "lib", "scripts"].flatMap((top) =>
    readdirSync(path.join(root, top), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile() && /\.(?:tsx?|mjs|cjs)$/.test(entry.name))
      .map((entry) => path.relative(root, path.join(entry.parentPath, entry.name)).split(path.sep).join("/"))
      .filter((name) => !/\.test\.tsx?$|\/testing\/|^app\/.*\/route\.ts$/.test(name)),
  );
  const small = modules.filter(
    (name) => readFileSync(path.join(root, name), "utf8").trimEnd().split("\n").length < limits.smallLines,
  );
  const isTooMany = modules.length > limits.modules;
  const isTooSmall = small.length > limits.small;
  console.log(
    `${isTooMany || isTooSmall ? "✗" : "✓"} modules (${modules.length} of at most ${limits.modules}; ${small.length} of at most ${limits.small} shorter than ${limits.smallLines} lines)`,
  );
  if (isTooMany)
    console.log(
      `Too many modules. Merge a fragment into the only module that imports it before you add a file (decision 53).`,
    );
  if (isTooSmall)
    console.log(`Too many short modules. Merge some of these into the modules that import them:\n${small.join("\n")}`);
  return !isTooMany && !isTooSmall;
}

/** Generates the route types that the type check needs. Those of a deleted route would fail it. */
function generateRouteTypes() {
  rmSync(path.join(root, ".next", "types"), { recursive: true, force: true });
  const result = spawnSync(process.execPath, [bin("next", "dist", "bin", "next"), "typegen"], {
    cwd: root,
    encoding: "utf8",
    env: environment,
  });
  if (result.status !== 0) throw new Error(`next typegen failed: ${result.stdout}${result.stderr}`);
}

/** Garbage collection was a fifth of the type check's time. This setting takes 5.4 GB of memory instead of 5.0. */
const garbage = { GOGC: process.env["GOGC"] ?? "400" };
const environment = { ...process.env, ...garbage, NEXT_TELEMETRY_DISABLED: "1" };

function run([script, ...args]) {
  const child = spawn(process.execPath, [script, ...args], {
    cwd: root,
    env: environment,
    stdio: ["ignore", "pipe", "pipe"],
  });
  let output = "";
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (chunk) => (output += chunk));
  return new Promise((resolve) => child.once("close", (code) => resolve({ passed: code === 0, output })));
}

async function report([name, command]) {
  const startedAt = Date.now();
  const { passed, output } = await run(command);
  const seconds = ((Date.now() - startedAt) / 1000).toFixed(1);
  console.log(`${passed ? "✓" : "✗"} ${name} (${seconds} s)`);
  if (!passed) console.log(output.trimEnd());
  return passed;
}

generateRouteTypes();
const waiting = Object.entries(steps);
const results = [reportModules()];
async function work() {
  for (let next = waiting.shift(); next; next = waiting.shift()) results.push(await report(next));
}
await Promise.all(Array.from({ length: Math.max(2, os.availableParallelism()) }, work));
const failed = results.filter((passed) => !passed).length;
console.log(`check: ${results.length - failed} passed, ${failed} failed`);
process.exit(failed === 0 ? 0 : 1);
