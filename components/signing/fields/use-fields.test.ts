import { expect, test } from "vitest";
import { mergeStoredValues } from "./use-fields";

test("restores stored values to existing fields of a matching kind", () => {
  const first = { 1: "", 2: false, 3: "from the requester" };
  expect(mergeStoredValues(first, { 1: "Lisbon", 2: true, 9: "of a box that is gone" })).toEqual({
    1: "Lisbon",
    2: true,
    3: "from the requester",
  });
  expect(mergeStoredValues(first, { 1: true, 2: "yes" })).toEqual(first);
});
