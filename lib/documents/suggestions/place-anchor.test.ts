import { expect, test } from "vitest";
import { placeAnchor } from "./find";

const page = { widthPt: 600, heightPt: 800 };
const mark = { type: "signature", isRule: false } as const;
const rule = { type: "date", isRule: true } as const;

test("gives a field its usual size, with its lower-left corner at the mark's", () => {
  expect(placeAnchor(mark, [[0.1, 0.49, 0.15, 0.5], null, [0.15, 0.488, 0.2, 0.495]], page)).toEqual({
    leftPt: 60,
    topPt: 350,
    widthPt: 150,
    heightPt: 50,
  });
});

test.each([
  [0.1, 0.2, 60],
  [0.1, 0.12, 45],
  [0.1, 0.9, 135],
])("places a field on a line from %d to %d of the page with a width of %d points", (left, right, widthPt) => {
  expect(placeAnchor(rule, [[left, 0.5, right, 0.5]], page)?.widthPt).toBe(widthPt);
});

test("moves a field at an edge onto the page", () => {
  expect(placeAnchor(mark, [[0.95, 0.01, 0.99, 0.02]], page)).toEqual({
    leftPt: 450,
    topPt: 0,
    widthPt: 150,
    heightPt: 50,
  });
});

test.each([[[1.1, 0.4, 1.2, 0.5]], [[0.1, -0.2, 0.2, -0.1]], [[0.1, 1.01, 0.2, 1.1]], [null]] as const)(
  "places no field for a mark outside the page: %s",
  (box) => {
    expect(placeAnchor(mark, [box as never], page)).toBeNull();
  },
);
