import { describe, expect, test } from "vitest";
import { field } from "@/components/editor/saving/testing/fake-server";
import type { EditorField } from "@/components/editor/state/editor-field";
import { countChanges, isSameSet, mergeFields } from "./save-state";

const stored = (...fields: EditorField[]) => fields.map((field) => ({ id: field.key.charCodeAt(0), field }));
const both = (base: EditorField[], mine: EditorField[], theirs: EditorField[]) =>
  mergeFields("both", { base: stored(...base), mine, theirs: stored(...theirs) }, () => "copy").map(
    ({ key, box }) => `${key}${box.leftPt}`,
  );

const [a, b, c, d] = [field("a", 1), field("b", 2), field("c", 3), field("d", 4)];

describe("keeping both", () => {
  test("applies the changes of both", () => {
    expect(both([a, b], [field("a", 9), b, d], [a, field("b", 8), c])).toEqual(["a9", "b8", "c3", "d4"]);
  });

  test("deletes what one side deleted and the other left unchanged", () => {
    expect(both([a, b, c], [b, c], [a, b])).toEqual(["b2"]);
    expect(both([a], [], [])).toEqual([]);
  });

  test("keeps what one side deleted and the other changed", () => {
    expect(both([a, b], [field("a", 9)], [field("b", 8)])).toEqual(["b8", "a9"]);
  });

  test("duplicates a field that both moved to different places, but not one with the same place or different details only", () => {
    expect(both([a], [field("a", 8)], [field("a", 9)])).toEqual(["a9", "copy8"]);
    expect(both([a], [field("a", 9)], [field("a", 9)])).toEqual(["a9"]);
    expect(
      mergeFields(
        "both",
        { base: stored(a), mine: [{ ...a, label: "mine" }], theirs: stored({ ...a, label: "theirs" }) },
        () => "copy",
      ).map(({ label }) => label),
    ).toEqual(["mine"]);
  });
});

test("drops the changes of the other side when one is chosen", () => {
  const versions = { base: stored(a), mine: [field("a", 8)], theirs: stored(a, c) };
  expect([mergeFields("mine", versions, () => ""), mergeFields("theirs", versions, () => "")]).toEqual([
    [field("a", 8)],
    [a, c],
  ]);
});

test("counts the other side's changes by field", () => {
  expect(countChanges(stored(a, b, c), stored(a, field("b", 9), d))).toEqual({ added: 1, changed: 1, removed: 1 });
});

test("compares sets regardless of order", () => {
  expect([
    isSameSet(stored(a, b), stored(b, a)),
    isSameSet(stored(a), stored(a, b)),
    isSameSet(stored(a), stored(field("a", 2))),
  ]).toEqual([true, false, false]);
});
