import { expect, test } from "vitest";
import { refusedFields } from "./refused-fields";

test("finds only the field with refused text by the index of its value in the call", () => {
  const violations = [
    { pointer: "/fields/1/value", code: "glyph_missing", detail: "" },
    { pointer: "/fields", code: "required", detail: "" },
    { pointer: "/fields/9/value", code: "glyph_missing", detail: "" },
  ];
  expect(refusedFields({ violations }, { 7: "Bonn", 8: "🦄" })).toEqual([8]);
  expect(refusedFields(null, { 7: "Bonn" })).toEqual([]);
});
