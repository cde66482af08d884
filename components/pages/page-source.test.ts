import { expect, test } from "vitest";
import { pageSizer } from "./page-source";

const letter = { page: 1, width: 612, height: 792 };
const poster = { page: 2, width: 2448, height: 3168 };
const ticket = { page: 3, width: 306, height: 200 };

test("maps a point to 96/72 of a pixel at zoom 1", () => {
  const { sizeOf, maxWidthPx } = pageSizer([letter], 1);
  expect([sizeOf(letter, null), maxWidthPx]).toEqual([{ cssWidth: "816px", scale: 4 / 3 }, null]);
});

test.each([
  [0.1, 0.5],
  [9, 4],
])("limits zoom %d to %d", (asked, got) => {
  expect(pageSizer([letter], asked).sizeOf(letter, 300).scale).toBeCloseTo((got * 4) / 3);
});

test("fits pages to the room, keeps the scale for narrower ones and shrinks wider ones", () => {
  const { sizeOf } = pageSizer([letter, poster, ticket, letter], "fit");
  expect(sizeOf(letter, 306)).toEqual({ cssWidth: "100%", scale: 0.5 });
  expect(sizeOf(ticket, 306)).toEqual({ cssWidth: "50%", scale: 0.5 });
  expect(sizeOf(poster, 306)).toEqual({ cssWidth: "100%", scale: 0.125 });
});

test("gives the browser each page's share before the room is measured, without a scale", () => {
  expect(pageSizer([letter], "fit").sizeOf(letter, null)).toEqual({ cssWidth: "100%", scale: null });
});

test("does not enlarge a small page to the room", () => {
  expect(pageSizer([ticket], "fit").maxWidthPx).toBeCloseTo(714);
});
