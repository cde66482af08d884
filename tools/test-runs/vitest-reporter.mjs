import { writeFileSync } from "node:fs";
import path from "node:path";

/**
 * Vitest reporter that writes `{ passed, failed }` to the file named by VITEST_RESULT: the number of passed tests, and
 * the file, name and errors of everything that failed. Vitest's JSON report omits group set-ups, files that never ran
 * and errors outside of tests.
 */
export default class ResultReporter {
  onTestRunEnd(modules, unhandledErrors) {
    const failed = unhandledErrors.map((error) => failure("outside of a test", [error]));
    let passed = 0;
    for (const module of modules) {
      const file = path.relative(process.cwd(), module.moduleId);
      const add = (name, errors) => failed.push(failure(name === "" ? file : `${file}: ${name}`, errors));
      if (module.errors().length > 0) add("", module.errors());
      else if (["queued", "pending"].includes(module.state())) add("never ran to its end", []);
      for (const suite of module.children.allSuites()) {
        if (suite.errors().length > 0) add(suite.fullName, suite.errors());
      }
      for (const test of module.children.allTests()) {
        const { state, errors } = test.result();
        if (state === "passed") passed += 1;
        if (state === "failed") add(test.fullName, errors);
      }
    }
    writeFileSync(process.env.VITEST_RESULT, JSON.stringify({ passed, failed }));
  }
}

function failure(name, errors) {
  return { name, messages: errors.map(({ name: kind, message, stack }) => stack ?? `${kind ?? "Error"}: ${message}`) };
}
