import { expect, test, vi } from "vitest";
import { largestPattern, makeMatcherWithinBudget, mostPatternSteps } from "./budget";

test("checks values against patterns within the budget only, and reports once per call that it was spent", () => {
  const skipped = vi.fn();
  const matches = makeMatcherWithinBudget(skipped);
  expect([matches("[A-Z]{3}", "ABC"), matches("[A-Z]{3}", "abc")]).toEqual([true, false]);
  expect(skipped).not.toHaveBeenCalled();
  // Such a pattern could be stored before patterns had a budget.
  expect(matches(`(?:abcdefghij){${largestPattern / 10 + 1}}`, "?")).toBe(true);
  expect(skipped).toHaveBeenCalledTimes(1);
  expect(matches("[A-Z]{3}", "abc")).toBe(true);
  expect(skipped).toHaveBeenCalledTimes(1);
});

test("checks many small patterns until their steps are spent", () => {
  const skipped = vi.fn();
  const matches = makeMatcherWithinBudget(skipped, mostPatternSteps / 1000);
  const judged = Array.from({ length: 20 }, (_, at) => matches(`${at}`, "x")).filter((isMatch) => !isMatch);
  expect(judged.length).toBeGreaterThan(0);
  expect(judged.length).toBeLessThan(20);
  expect(skipped).toHaveBeenCalledTimes(1);
});
