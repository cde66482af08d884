import { expect, test } from "vitest";
import { mergeStoredValues, refusedFields } from "./use-fields";

test("restores stored values to existing fields of a matching kind", () => {
  const first = { 1: "", 2: false, 3: "from the requester" };
  expect(mergeStoredValues(first, { 1: "Lisbon", 2: true, 9: "of a field that is gone" })).toEqual({
    1: "Lisbon",
    2: true,
    3: "from the requester",
  });
  expect(mergeStoredValues(first, { 1: true, 2: "yes" })).toEqual(first);
});

test("finds only the field with refused text by the index of its value in the call", () => {
  const violations = [
    { pointer: "/fields/1/value", code: "glyph_missing", detail: "" },
    { pointer: "/fields", code: "required", detail: "" },
    { pointer: "/fields/9/value", code: "glyph_missing", detail: "" },
  ];
  expect(refusedFields({ violations }, { 7: "Bonn", 8: "🦄" })).toEqual([8]);
  expect(refusedFields(null, { 7: "Bonn" })).toEqual([]);
});
