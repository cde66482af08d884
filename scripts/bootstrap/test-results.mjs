import { readFileSync } from "node:fs";

/**
 * How many tests passed, and the names of those that failed with the first lines of why, as `vitest-reporter.mjs` wrote them. A run that failed without
 * such a file (Vitest itself broke) counts as one.
 */
export function readVitestResult(file, hasPassed) {
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

/** The same from Playwright's. */
export function readPlaywrightResult(file, hasPassed) {
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

/** At most two messages of a failed test, each on a line of its own that begins as its name does: who reads only those lines learns why. */
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
