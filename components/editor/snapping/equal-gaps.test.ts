import fc from "fast-check";
import { expect, test } from "vitest";
import { equalGapsAt, shiftToEqualGap } from "./equal-gaps";
import { linesOf, noLines, snapMove } from "./snap";

const box = (leftPt: number, topPt: number, widthPt = 100, heightPt = 20) => ({ leftPt, topPt, widthPt, heightPt });
const first = box(50, 100);
const second = box(50, 150);

test("snaps below two fields at their gap, above them, and into the middle between two", () => {
  // The gap between the two is 30 points.
  expect(shiftToEqualGap(box(60, 197), [first, second], "down", 6)).toBe(3);
  expect(shiftToEqualGap(box(60, 52), [first, second], "down", 6)).toBe(-2);
  expect(shiftToEqualGap(box(60, 126, 100, 10), [first, box(50, 150)], "down", 6)).toBe(4);
});

test("ignores fields that are not beside the moving one, and fields that touch", () => {
  expect(shiftToEqualGap(box(400, 197), [first, second], "down", 6)).toBeNull();
  expect(shiftToEqualGap(box(60, 143), [first, box(50, 120)], "down", 6)).toBeNull();
});

test("names the equal gaps of the place that a field was snapped to", () => {
  const moved = snapMove(box(73, 197), noLines, 6, [first, second]);
  expect(moved.box).toEqual(box(73, 200));
  expect(moved.guides.gaps).toEqual([
    { axis: "down", from: 120, to: 150, at: 123 },
    { axis: "down", from: 170, to: 200, at: 123 },
  ]);
});

test("prefers a line that is nearer than the equal gap", () => {
  const page = { widthPt: 600, heightPt: 800 };
  const aligned = box(300, 199);
  const moved = snapMove(box(60, 198), linesOf([first, second, aligned], page), 6, [first, second, aligned]);
  expect(moved.box.topPt).toBe(199);
});

test("moves a field no further than asked, and only along the axis", () => {
  const anywhere = fc.double({ min: 0, max: 700, noNaN: true });
  fc.assert(
    fc.property(anywhere, anywhere, fc.double({ min: 0, max: 20, noNaN: true }), (left, top, within) => {
      const moved = snapMove(box(left, top), noLines, within, [first, second]);
      expect(Math.abs(moved.box.topPt - top)).toBeLessThanOrEqual(within + 1e-9);
      expect(moved.box.widthPt).toBe(100);
      if (moved.box.topPt !== top) expect(equalGapsAt(moved.box, [first, second]).length).toBeGreaterThan(0);
    }),
  );
});
