import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { Box } from "@/lib/platform/geometry/placement";
import { equalGapsAt, linesOf, noLines, shiftToEqualGap, snapMove, snapResize } from "./snap";

const page = { widthPt: 600, heightPt: 800 };
const other: Box = { leftPt: 100, topPt: 200, widthPt: 150, heightPt: 50 };
const lines = linesOf([other], page);

const boxes: fc.Arbitrary<Box> = fc.record({
  leftPt: fc.double({ min: 0, max: 500, noNaN: true }),
  topPt: fc.double({ min: 0, max: 700, noNaN: true }),
  widthPt: fc.double({ min: 6, max: 100, noNaN: true }),
  heightPt: fc.double({ min: 6, max: 100, noNaN: true }),
});
const within = fc.double({ min: 0.5, max: 12, noNaN: true });
const startMiddleEnd = (start: number, length: number) => [start, start + length / 2, start + length];
const distance = (places: readonly number[], to: readonly number[]) =>
  Math.min(...places.flatMap((place) => to.map((line) => Math.abs(place - line))));

describe("a field that is moved", () => {
  test("snaps to the left edge of a nearby field and shows the line", () => {
    const { box, guides } = snapMove({ leftPt: 103, topPt: 400, widthPt: 90, heightPt: 22 }, lines, 4.5);
    expect(box).toEqual({ leftPt: 100, topPt: 400, widthPt: 90, heightPt: 22 });
    expect(guides.vertical).toContain(100);
  });

  test("stays in place without a nearby line", () => {
    const far = { leftPt: 420, topPt: 520, widthPt: 50, heightPt: 22 };
    expect(snapMove(far, lines, 4.5)).toEqual({ box: far, guides: { ...noLines, gaps: [] } });
  });

  test("moves no further than the reach, keeps its size, and aligns exactly with a line in reach", () => {
    fc.assert(
      fc.property(boxes, within, (box, reach) => {
        const { box: moved, guides } = snapMove(box, lines, reach);
        expect(Math.abs(moved.leftPt - box.leftPt)).toBeLessThanOrEqual(reach);
        expect(Math.abs(moved.topPt - box.topPt)).toBeLessThanOrEqual(reach);
        expect([moved.widthPt, moved.heightPt]).toEqual([box.widthPt, box.heightPt]);
        expect(guides.vertical.length > 0).toBe(
          distance(startMiddleEnd(box.leftPt, box.widthPt), lines.vertical) <= Math.max(reach, 0.005),
        );
      }),
    );
  });

  test("does not move again when snapped twice", () => {
    fc.assert(
      fc.property(boxes, within, (box, reach) => {
        const once = snapMove(box, lines, reach).box;
        const twice = snapMove(once, lines, reach).box;
        expect(twice.leftPt).toBeCloseTo(once.leftPt, 9);
        expect(twice.topPt).toBeCloseTo(once.topPt, 9);
      }),
    );
  });

  test("snaps to the middle and the margins of an empty page", () => {
    const empty = linesOf([], page);
    expect(snapMove({ leftPt: 247, topPt: 39, widthPt: 100, heightPt: 22 }, empty, 4.5).box).toMatchObject({
      leftPt: 250,
      topPt: 36,
    });
  });
});

describe("a field that is resized", () => {
  const reach = { withinPt: 4.5, smallestPt: 6 };

  test("snaps the moved side to a line and keeps the other in place", () => {
    const right = snapResize(
      { leftPt: 40, topPt: 400, widthPt: 207, heightPt: 30 },
      { across: "right", down: null },
      lines,
      reach,
    );
    expect(right).toEqual({
      box: { leftPt: 40, topPt: 400, widthPt: 210, heightPt: 30 },
      guides: { vertical: [250], horizontal: [] },
    });
    const left = snapResize(
      { leftPt: 103, topPt: 400, widthPt: 200, heightPt: 30 },
      { across: "left", down: null },
      lines,
      reach,
    );
    expect(left.box).toEqual({ leftPt: 100, topPt: 400, widthPt: 203, heightPt: 30 });
  });

  test("keeps the opposite corner, the reach and the smallest size", () => {
    const sides = fc.record({
      across: fc.constantFrom("left" as const, "right" as const, null),
      down: fc.constantFrom("top" as const, "bottom" as const, null),
    });
    fc.assert(
      fc.property(boxes, sides, (box, moved) => {
        const { box: snapped } = snapResize(box, moved, lines, reach);
        if (moved.across !== "left") expect(snapped.leftPt).toBe(box.leftPt);
        if (moved.across !== "right") expect(snapped.leftPt + snapped.widthPt).toBeCloseTo(box.leftPt + box.widthPt, 9);
        if (moved.down !== "top") expect(snapped.topPt).toBe(box.topPt);
        expect(Math.abs(snapped.widthPt - box.widthPt)).toBeLessThanOrEqual(reach.withinPt + 1e-9);
        expect(Math.min(snapped.widthPt, snapped.heightPt)).toBeGreaterThanOrEqual(reach.smallestPt - 1e-9);
      }),
    );
  });
});

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

test("reports the equal gaps at a snapped field's place", () => {
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
