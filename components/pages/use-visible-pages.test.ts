import { describe, expect, test } from "vitest";
import { measuredWidth, pagesAround, pagesWhileMoving, visiblePages } from "./use-visible-pages";

/** A column of pages, each 100 high, the first at `top`. */
const column = (top: number) => (page: number) => ({ top: top + (page - 1) * 100, bottom: top + page * 100 });

describe("the visible pages", () => {
  test.each([
    [0, { first: 1, last: 3, current: 2 }],
    [-50, { first: 1, last: 4, current: 2 }],
    [-100, { first: 2, last: 4, current: 3 }],
    [-49_700, { first: 498, last: 500, current: 499 }],
    [290, { first: 1, last: 1, current: 1 }],
    [1000, { first: 1, last: 0, current: 1 }],
    [-60_000, { first: 501, last: 500, current: 500 }],
  ])("of 500 with the first at %i, in a window 300 high", (top, expected) => {
    expect(visiblePages(500, column(top), { top: 0, bottom: 300 })).toEqual(expected);
  });

  test("are found with few measurements", () => {
    let calls = 0;
    visiblePages(
      500,
      (page) => {
        calls += 1;
        return column(-20_000)(page);
      },
      { top: 0, bottom: 300 },
    );
    expect(calls).toBeLessThan(40);
  });
});

describe("the pages to render", () => {
  test("are the visible ones and one on each side", () => {
    expect([...pagesAround({ first: 4, last: 5, current: 4 }, { count: 12, beside: 1, most: 7 })].sort()).toEqual([
      3, 4, 5, 6,
    ]);
  });

  test("never exceed the limit and are nearest to the current page", () => {
    expect(
      [...pagesAround({ first: 1, last: 40, current: 20 }, { count: 40, beside: 1, most: 7 })].sort((a, b) => a - b),
    ).toEqual([17, 18, 19, 20, 21, 22, 23]);
  });

  test("are existing pages", () => {
    expect([...pagesAround({ first: 1, last: 1, current: 1 }, { count: 1, beside: 3, most: 7 })]).toEqual([1]);
    expect([...pagesAround({ first: 1, last: 0, current: 1 }, { count: 0, beside: 1, most: 7 })]).toEqual([]);
  });

  test("are the visible and already rendered ones while the reader scrolls", () => {
    const nearness = { count: 500, beside: 1, most: 7 };
    expect([...pagesWhileMoving(new Set([3, 4, 5]), { first: 4, last: 5, current: 4 }, nearness)].sort()).toEqual([
      3, 4, 5,
    ]);
    expect([...pagesWhileMoving(new Set([1, 2]), { first: 399, last: 400, current: 400 }, nearness)].sort()).toEqual([
      399, 400,
    ]);
  });
});

test("keeps a column's width while it is hidden", () => {
  expect(measuredWidth(null, 0)).toBe(null);
  expect(measuredWidth(null, 720.5)).toBe(720.5);
  expect(measuredWidth(720.5, 0)).toBe(720.5);
  expect(measuredWidth(720.5, 340)).toBe(340);
});
