import { describe, expect, test } from "vitest";
import type { EditorField } from "@/components/editor/state/editor-field";
import { editorField } from "@/components/editor/testing/editor-fields";
import { pasted, repeated } from "./field-actions";
import { pagesOfChoice } from "./selection-toolbar";

const pages = [
  { widthPt: 600, heightPt: 800 },
  { widthPt: 600, heightPt: 800 },
  { widthPt: 300, heightPt: 200 },
];
const field = editorField({
  key: "a",
  type: "signature",
  box: { leftPt: 400, topPt: 700, widthPt: 150, heightPt: 50 },
});
const surroundings = (fields: readonly EditorField[]) => {
  let count = 0;
  return { pages, fields, newKey: () => `new ${(count += 1)}` };
};

describe("pasting", () => {
  test("keeps place and size on another page", () => {
    expect(pasted([field], 2, surroundings([field]))).toEqual([{ ...field, key: "new 1", page: 2 }]);
  });

  test("never hides an identical field, however often it is pasted", () => {
    const first = pasted([field], 1, surroundings([field]));
    expect(first[0]?.box).toMatchObject({ leftPt: 412, topPt: 712 });
    const second = pasted([field], 1, surroundings([field, ...first]));
    expect(second[0]?.box).toMatchObject({ leftPt: 424, topPt: 724 });
  });

  test("keeps the distances between pages and stops at the last page", () => {
    const copies = pasted([field, { ...field, key: "b", page: 2 }], 3, surroundings([]));
    expect(copies.map(({ page }) => page)).toEqual([3]);
  });
});

describe("repeating", () => {
  test("adds one copy per chosen page, except where one is already", () => {
    expect(repeated([field], [1, 2, 3], surroundings([field])).map(({ page }) => page)).toEqual([2, 3]);
    expect(repeated([field], [2], surroundings([field, { ...field, key: "b", page: 2 }]))).toEqual([]);
  });
});

describe("choosing pages", () => {
  test("accepts all, odd and even", () => {
    expect(pagesOfChoice({ kind: "all" }, 5)).toEqual([1, 2, 3, 4, 5]);
    expect(pagesOfChoice({ kind: "odd" }, 5)).toEqual([1, 3, 5]);
    expect(pagesOfChoice({ kind: "even" }, 5)).toEqual([2, 4]);
  });

  test("accepts single pages and spans with any dash", () => {
    expect(pagesOfChoice({ kind: "range", text: "7, 2-3; 5 – 6" }, 9)).toEqual([2, 3, 5, 6, 7]);
  });

  test("rejects a malformed range and missing pages", () => {
    for (const text of ["", "x", "3-", "0", "5-2", "2-10", "1,,2"])
      expect(pagesOfChoice({ kind: "range", text }, 9), text).toBeNull();
  });
});
