import { expect, test } from "vitest";
import { withMovedEntry } from "./file-entries";

test.each([
  [1, -1, ["b", "a", "c"]],
  [1, 1, ["a", "c", "b"]],
  [0, -1, ["a", "b", "c"]],
  [2, 1, ["a", "b", "c"]],
] as const)("moves a file from place %i by %i", (index, by, wanted) => {
  expect(withMovedEntry(["a", "b", "c"], index, by)).toEqual(wanted);
});
