import { expect, test } from "vitest";
import type { PageResult } from "./compare-page";
import { nearest, outcomeOf, summarize, whereOf } from "./use-comparison";

const place = (field: string | null) => ({ left: 0, top: 0, width: 0.1, height: 0.1, field });
const differs = (parts: Partial<Extract<PageResult, { kind: "differs" }>>): PageResult => ({
  kind: "differs",
  places: [],
  isResized: false,
  text: null,
  ...parts,
});
const isOurs = (field: string): boolean => field === "bo";

test("expects a page's differences only if all lie in fields that may change", () => {
  expect(outcomeOf(differs({ places: [place("bo")] }), isOurs)).toBe("expected");
  expect(outcomeOf(differs({ places: [place("bo"), place(null)] }), isOurs)).toBe("differs");
  expect(outcomeOf(differs({ places: [place("somebody")] }), isOurs)).toBe("differs");
});

test("reports changed text even if its only place is in such a field", () => {
  expect(outcomeOf(differs({ places: [place("bo")], text: { was: ["100"], is: ["900"] } }), isOurs)).toBe("differs");
});

test("counts added, removed and resized pages as differing", () => {
  expect(summarize(["same", "added", "expected", "gone", "resized", "undrawn", "waiting"])).toEqual({
    done: 6,
    differing: [1, 3, 4],
    expected: [2],
    undrawn: 1,
  });
});

test("finds the nearest difference on either side", () => {
  expect([nearest([1, 4, 7], 4, 1), nearest([1, 4, 7], 4, -1), nearest([1, 4, 7], 7, 1), nearest([], 0, 1)]).toEqual([
    7,
    1,
    null,
    null,
  ]);
});

test.each([
  [{ left: 0.1, top: 0.05, width: 0.2, height: 0.1 }, "top_left"],
  [{ left: 0.4, top: 0.4, width: 0.2, height: 0.1 }, "middle"],
  [{ left: 0.8, top: 0.9, width: 0.2, height: 0.1 }, "bottom_right"],
  [{ left: 0, top: 0, width: 1, height: 0.9 }, "all"],
] as const)("describes the place %j as %s", (box, where) => {
  expect(whereOf(box)).toBe(where);
});
