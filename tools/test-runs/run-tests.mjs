import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { createInterface } from "node:readline";

/**
 * Marks the title of a test or group as repeats, loops or a full matrix, which `npm test` leaves to `npm run
 * test:exhaustive`.
 */
const mark = "@exhaustive";

const vitestFilter = { quick: `^(?!.*${mark})`, exhaustive: mark };
const playwrightFilter = { quick: ["--grep-invert", mark], exhaustive: ["--grep", mark] };

/**
 * The runs of one kind of tests, `quick` or `exhaustive`: `unit`, `journeys` and `browser`. Each has a name, a command
 * (arguments and variables for Node) and `read`, which returns the passed and failed tests in the shape of
 * `readVitestResult` once the command has ended.
 */
export function testRuns(root, kind) {
  const folder = path.join(root, "test-results");
  mkdirSync(folder, { recursive: true });
  const files = kind === "exhaustive" ? exhaustiveFiles(root) : [];
  return {
    unit: vitestRun("unit tests", folder, "unit", kind, files),
    journeys: vitestRun("journeys", folder, "e2e", kind, files),
    browser: browserRun(folder, kind),
    browserParts: Array.from({ length: browserParts }, (_, index) => browserRun(folder, kind, index + 1)),
  };
}

/** The exhaustive browser tests take longest. A run with limited time may leave the last parts out. */
const browserParts = 6;

/**
 * The files to load, of which Vitest takes those of the project. Four of five test files have no exhaustive test, and
 * loading them took longer than many runs of a test. A file has one if it contains the mark or imports a module that
 * adds it.
 */
function exhaustiveFiles(root) {
  const folders = readdirSync(root, { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && !/^(\.|node_modules$)/.test(entry.name))
    .map(({ name }) => name);
  const sources = folders
    .flatMap((folder) =>
      readdirSync(path.join(root, folder), { recursive: true }).map((file) => path.join(folder, file)),
    )
    .filter((file) => /\.tsx?$/.test(file))
    .map((file) => ({ file, isTest: /\.test\.tsx?$/.test(file), text: readFileSync(path.join(root, file), "utf8") }));
  const markers = sources
    .filter(({ isTest, text }) => !isTest && text.includes(mark))
    .map(({ file }) => `/${path.basename(file).replace(/\.tsx?$/, "")}"`);
  return sources
    .filter(({ isTest, text }) => isTest && [mark, ...markers].some((sign) => text.includes(sign)))
    .map(({ file }) => file);
}

function vitestRun(name, folder, project, kind, files) {
  const file = emptyResult(folder, `vitest-${project}.json`);
  return {
    name,
    args: [
      path.join("node_modules", "vitest", "vitest.mjs"),
      "run",
      `--project=${project}`,
      ...files,
      `--testNamePattern=${vitestFilter[kind]}`,
      "--reporter=default",
      "--reporter=./tools/test-runs/vitest-reporter.mjs",
    ],
    variables: { VITEST_RESULT: file },
    read: (hasPassed) => readVitestResult(file, hasPassed),
  };
}

function browserRun(folder, kind, part) {
  const file = emptyResult(folder, "browser.json");
  const shard = part === undefined ? [] : [`--shard=${part}/${browserParts}`];
  return {
    name: part === undefined ? "browser" : `browser ${part} of ${browserParts}`,
    args: [path.join("node_modules", "@playwright", "test", "cli.js"), "test", ...playwrightFilter[kind], ...shard],
    variables: {},
    read: (hasPassed) => {
      const result = readPlaywrightResult(file, hasPassed);
      rmSync(file, { force: true });
      return result;
    },
  };
}

/** Deletes the previous result, because a run that crashes writes none and must not be judged by an old one. */
function emptyResult(folder, name) {
  const file = path.join(folder, name);
  rmSync(file, { force: true });
  return file;
}

/** Counts a run as one test, whatever it contains. Its last lines say why it failed. */
export function asOne(hasPassed, failure, lastLines = []) {
  const reasons = lastLines.map((line) => `\n✗   ${line.slice(0, 500)}`).join("");
  return hasPassed ? { passed: 1, failed: [] } : { passed: 0, failed: [`${failure}${reasons}`] };
}

/** The variable with the folder of `shareFolder`. */
export const sharedFolder = "PARAPH_TESTS_SHARE";
/** A file in which something shared names its process, which ends with the folder. */
export const processFile = "pid";

/**
 * Creates a folder in which the test files of this process and its children share what takes long to make, unless a
 * parent has created one. Returns a function that removes it.
 */
export function shareFolder() {
  if (process.env[sharedFolder] !== undefined) return () => undefined;
  const folder = mkdtempSync(path.join(os.tmpdir(), "paraph-shared-"));
  process.env[sharedFolder] = folder;
  return () => {
    delete process.env[sharedFolder];
    for (const name of readdirSync(folder)) endProcess(path.join(folder, name, processFile));
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  };
}

function endProcess(file) {
  if (!existsSync(file)) return;
  try {
    process.kill(Number(readFileSync(file, "utf8")), "SIGTERM");
  } catch {
    // It has ended already.
  }
}

/** The runs of this script share one folder, which is removed at its end, also after Ctrl-C. */
export function shareAmongRuns() {
  process.once("exit", shareFolder());
  for (const signal of ["SIGINT", "SIGTERM"]) process.once(signal, () => process.exit(1));
}

/** The number of cores for which the runs are designed. */
const atOnce = 2;

/**
 * Runs a list of `{ name, args, variables?, read }`, two in parallel: the next one starts when one of them has ended.
 * Each line of output is prefixed with its run's name. `read` receives whether the run passed and its last lines of
 * output. Returns each result with its name and seconds.
 */
export async function runSideBySide(root, runs) {
  const results = [];
  const queue = runs.values();
  const runNext = async () => {
    for (const { name, args, variables = {}, read } of queue) {
      const startedAt = Date.now();
      const { hasPassed, lastLines } = await runNamed(root, name, args, variables);
      results.push({ ...read(hasPassed, lastLines), name, seconds: Math.round((Date.now() - startedAt) / 1000) });
    }
  };
  await Promise.all(Array.from({ length: atOnce }, runNext));
  return results;
}

/** As many as the table of `test:faults` has, with a reason for each part. */
const mostLines = 25;

async function runNamed(root, name, args, variables) {
  const env = { ...process.env, ...variables };
  const child = spawn(process.execPath, args, { cwd: root, env, stdio: ["ignore", "pipe", "pipe"] });
  const lastLines = [];
  for (const stream of [child.stdout, child.stderr])
    createInterface({ input: stream }).on("line", (line) => {
      console.log(`${name}: ${line}`);
      if (line.trim() !== "") lastLines.push(line);
      if (lastLines.length > mostLines) lastLines.shift();
    });
  const [code] = await once(child, "close");
  return { hasPassed: code === 0, lastLines };
}

/**
 * Prints how long each part took, followed by each failure by name, because much has been printed since; the last line
 * has the totals. Returns whether all passed.
 */
export function summarise(parts) {
  for (const { name, seconds, passed } of parts) console.log(`${name}: ${passed} passed in ${seconds} s`);
  const failed = parts.flatMap((part) => part.failed);
  for (const name of failed) console.log(`✗ ${name}`);
  console.log(`${parts.reduce((sum, part) => sum + part.passed, 0)} passed, ${failed.length} failed`);
  return failed.length === 0;
}

/**
 * The number of passed tests, and the names of failed ones with the first lines of their errors, as written by
 * `vitest-reporter.mjs`. A run that failed without writing this file (Vitest itself crashed) counts as one failure.
 */
function readVitestResult(file, hasPassed) {
  const { passed, failed } = readJson(file) ?? { passed: 0, failed: [] };
  return {
    passed,
    failed: orTheRun(
      failed.map(({ name, messages }) => `${name}${reason(messages)}`),
      hasPassed,
      "vitest",
    ),
  };
}

/** Like `readVitestResult`, from Playwright's report. */
function readPlaywrightResult(file, hasPassed) {
  const report = readJson(file);
  const tests = (report?.suites ?? []).flatMap(testsBelow);
  const failed = tests
    .filter((test) => test.status === "unexpected" || test.status === "flaky")
    .map((test) => `${test.name}${reason(test.messages)}`);
  return {
    passed: tests.filter((test) => test.status === "expected").length,
    failed: orTheRun(failed, hasPassed, "playwright"),
  };
}

function testsBelow(suite) {
  const own = (suite.specs ?? []).flatMap((spec) =>
    spec.tests.map(({ projectName, status, results }) => ({
      status,
      name: `${spec.file} (${projectName}): ${spec.title}`,
      messages: results.flatMap(({ errors }) =>
        errors.map(({ message, location }) => `${message ?? ""} (line ${location?.line ?? "unknown"})`),
      ),
    })),
  );
  return [...own, ...(suite.suites ?? []).flatMap(testsBelow)];
}

/**
 * At most two messages of a failed test, each on a line that begins with the test's name, so that these lines alone
 * show the reason.
 */
function reason(messages = []) {
  const plain = messages.map((message) =>
    message
      .replace(/\u001b\[\d+m/g, "")
      .replace(/\s+/g, " ")
      .trim()
      .slice(0, 500),
  );
  return plain
    .slice(0, 2)
    .map((message) => `\n✗   ${message}`)
    .join("");
}

function orTheRun(failed, hasPassed, runner) {
  return failed.length === 0 && !hasPassed ? [`${runner} as a whole; its messages are above`] : failed;
}

function readJson(file) {
  try {
    return JSON.parse(readFileSync(file, "utf8"));
  } catch {
    return null;
  }
}
