import { describe, expect, test } from "vitest";
import type { EditorElement } from "@/components/editor/editor-element";
import { countChanges, isSameSet, mergeBoxes } from "./merge-boxes";
import { element } from "./testing/fake-server";

const stored = (...boxes: EditorElement[]) => boxes.map((box) => ({ id: box.key.charCodeAt(0), element: box }));
const both = (base: EditorElement[], mine: EditorElement[], theirs: EditorElement[]) =>
  mergeBoxes("both", { base: stored(...base), mine, theirs: stored(...theirs) }, () => "copy").map(
    ({ key, box }) => `${key}${box.leftPt}`,
  );

const [a, b, c, d] = [element("a", 1), element("b", 2), element("c", 3), element("d", 4)];

describe("keeping both", () => {
  test("applies the changes of both", () => {
    expect(both([a, b], [element("a", 9), b, d], [a, element("b", 8), c])).toEqual(["a9", "b8", "c3", "d4"]);
  });

  test("deletes what one side deleted and the other left unchanged", () => {
    expect(both([a, b, c], [b, c], [a, b])).toEqual(["b2"]);
    expect(both([a], [], [])).toEqual([]);
  });

  test("keeps what one side deleted and the other changed", () => {
    expect(both([a, b], [element("a", 9)], [element("b", 8)])).toEqual(["b8", "a9"]);
  });

  test("duplicates a field that both moved to different places, but not one with the same place or different details only", () => {
    expect(both([a], [element("a", 8)], [element("a", 9)])).toEqual(["a9", "copy8"]);
    expect(both([a], [element("a", 9)], [element("a", 9)])).toEqual(["a9"]);
    expect(
      mergeBoxes(
        "both",
        { base: stored(a), mine: [{ ...a, label: "mine" }], theirs: stored({ ...a, label: "theirs" }) },
        () => "copy",
      ).map(({ label }) => label),
    ).toEqual(["mine"]);
  });
});

test("drops the changes of the other side when one is chosen", () => {
  const versions = { base: stored(a), mine: [element("a", 8)], theirs: stored(a, c) };
  expect([mergeBoxes("mine", versions, () => ""), mergeBoxes("theirs", versions, () => "")]).toEqual([
    [element("a", 8)],
    [a, c],
  ]);
});

test("counts the other side's changes by field", () => {
  expect(countChanges(stored(a, b, c), stored(a, element("b", 9), d))).toEqual({ added: 1, changed: 1, removed: 1 });
});

test("compares sets regardless of order", () => {
  expect([
    isSameSet(stored(a, b), stored(b, a)),
    isSameSet(stored(a), stored(a, b)),
    isSameSet(stored(a), stored(element("a", 2))),
  ]).toEqual([true, false, false]);
});
