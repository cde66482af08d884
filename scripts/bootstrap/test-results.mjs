import { readFileSync } from "node:fs";

/**
 * How many tests passed, and the names of those that failed, from vitest's JSON report. A run that failed without a failing
 * test (a set-up, an error outside of tests, no report) counts as one.
 */
export function readVitestResult(file, hasPassed) {
  const report = readJson(file);
  const tests = (report?.testResults ?? []).flatMap((suite) => suite.assertionResults.map((test) => ({ ...test, suite: suite.name })));
  const failed = tests.filter((test) => test.status === "failed").map((test) => `${test.suite}: ${test.fullName}`);
  return { passed: tests.filter((test) => test.status === "passed").length, failed: orTheRun(failed, hasPassed, "vitest") };
}

/** The same from Playwright's. */
export function readPlaywrightResult(file, hasPassed) {
  const report = readJson(file);
  const tests = (report?.suites ?? []).flatMap(testsBelow);
  const failed = tests.filter((test) => test.status === "unexpected" || test.status === "flaky").map((test) => test.name);
  return { passed: tests.filter((test) => test.status === "expected").length, failed: orTheRun(failed, hasPassed, "playwright") };
}

function testsBelow(suite) {
  const own = (suite.specs ?? []).flatMap((spec) => spec.tests.map(({ projectName, status }) => ({ status, name: `${spec.file} (${projectName}): ${spec.title}` })));
  return [...own, ...(suite.suites ?? []).flatMap(testsBelow)];
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
