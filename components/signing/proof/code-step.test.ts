import { expect, test } from "vitest";
import { clockOf } from "./code-step";

test.each([
  [0, "0:00"],
  [42, "0:42"],
  [60, "1:00"],
  [845, "14:05"],
  [3723, "1:02:03"],
])("shows %i seconds as %s", (seconds, shown) => {
  expect(clockOf(seconds)).toBe(shown);
});
