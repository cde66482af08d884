import { expect, test } from "vitest";
import { pageSizer } from "./page-source";

const letter = { page: 1, width: 612, height: 792 };
const poster = { page: 2, width: 2448, height: 3168 };
const ticket = { page: 3, width: 306, height: 200 };

test("at zoom 1 a point is 96/72 of a pixel", () => {
  const { sizeOf, maxWidthPx } = pageSizer([letter], 1);
  expect([sizeOf(letter, null), maxWidthPx]).toEqual([{ cssWidth: "816px", scale: 4 / 3 }, null]);
});

test.each([
  [0.1, 0.5],
  [9, 4],
])("zoom %d counts as %d", (asked, got) => {
  expect(pageSizer([letter], asked).sizeOf(letter, 300).scale).toBeCloseTo((got * 4) / 3);
});

test("fitted pages take all the room; a narrower one keeps their scale, a wider one shrinks into the room", () => {
  const { sizeOf } = pageSizer([letter, poster, ticket, letter], "fit");
  expect(sizeOf(letter, 306)).toEqual({ cssWidth: "100%", scale: 0.5 });
  expect(sizeOf(ticket, 306)).toEqual({ cssWidth: "50%", scale: 0.5 });
  expect(sizeOf(poster, 306)).toEqual({ cssWidth: "100%", scale: 0.125 });
});

test("before the room is measured the browser knows each page's share of it, and nothing is placed on them", () => {
  expect(pageSizer([letter], "fit").sizeOf(letter, null)).toEqual({ cssWidth: "100%", scale: null });
});

test("a small page is not blown up to the room", () => {
  expect(pageSizer([ticket], "fit").maxWidthPx).toBeCloseTo(714);
});
