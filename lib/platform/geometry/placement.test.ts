import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { displaySize, isInside, toDisplayBox, toUserSpaceRect, type Box, type PageBox } from "./placement";

const coordinate = fc.double({ min: -2000, max: 2000, noNaN: true });
const side = fc.double({ min: 1, max: 5000, noNaN: true });
const share = fc.double({ min: 0, max: 1, noNaN: true });

const pages: fc.Arbitrary<PageBox> = fc
  .record({
    x0: coordinate,
    y0: coordinate,
    width: side,
    height: side,
    rotation: fc.constantFrom<PageBox["rotation"]>(0, 90, 180, 270),
    userUnit: fc.constantFrom(1, 0.5, 2, 3.7, 72),
  })
  .map(({ x0, y0, width, height, rotation, userUnit }) => ({
    x0,
    y0,
    x1: x0 + width,
    y1: y0 + height,
    rotation,
    userUnit,
  }));

/** A page and a box somewhere on it as displayed. */
const placements = fc.tuple(pages, share, share, share, share).map(([page, left, top, width, height]) => {
  const { widthPt, heightPt } = displaySize(page);
  const box: Box = {
    leftPt: widthPt * left,
    topPt: heightPt * top,
    widthPt: widthPt * (1 - left) * width,
    heightPt: heightPt * (1 - top) * height,
  };
  return { page, box };
});

describe("placing a box on any rotation, crop and unit", () => {
  test("converts to user space and back to the same box", () => {
    fc.assert(
      fc.property(placements, ({ page, box }) => {
        const back = toDisplayBox(page, toUserSpaceRect(page, box));
        for (const key of ["leftPt", "topPt", "widthPt", "heightPt"] as const) {
          expect(Math.abs(back[key] - box[key])).toBeLessThan(1e-6);
        }
      }),
    );
  });

  test("puts a point of the displayed page inside the visible box in user space", () => {
    fc.assert(
      fc.property(placements, ({ page, box }) => {
        const [llx, lly, urx, ury] = toUserSpaceRect(page, box);
        const slack = 1e-6;
        expect(llx).toBeGreaterThanOrEqual(page.x0 - slack);
        expect(lly).toBeGreaterThanOrEqual(page.y0 - slack);
        expect(urx).toBeLessThanOrEqual(page.x1 + slack);
        expect(ury).toBeLessThanOrEqual(page.y1 + slack);
      }),
    );
  });

  test("divides the displayed area by the squared unit for user space", () => {
    fc.assert(
      fc.property(placements, ({ page, box }) => {
        const [llx, lly, urx, ury] = toUserSpaceRect(page, box);
        const area = (urx - llx) * (ury - lly) * page.userUnit ** 2;
        const expected = box.widthPt * box.heightPt;
        expect(Math.abs(area - expected)).toBeLessThanOrEqual(1e-6 * Math.max(1, expected));
      }),
    );
  });

  test("treats a box moved off any edge by more than the tolerance as outside", () => {
    fc.assert(
      fc.property(pages, fc.constantFrom("left", "top", "right", "bottom"), (page, edge) => {
        const { widthPt, heightPt } = displaySize(page);
        const box = { leftPt: 0, topPt: 0, widthPt, heightPt };
        expect(isInside(page, box)).toBe(true);
        const off = {
          left: { ...box, leftPt: -0.6 },
          top: { ...box, topPt: -0.6 },
          right: { ...box, leftPt: 0.6 },
          bottom: { ...box, topPt: 0.6 },
        }[edge];
        expect(isInside(page, off)).toBe(false);
      }),
    );
  });
});

test.each([
  [0, [110, 560, 140, 580]],
  [90, [120, 110, 140, 140]],
  [180, [460, 120, 490, 140]],
  [270, [460, 560, 480, 590]],
] as const)(
  "places a box 10 from the left and 20 from the top of a page rotated by %i where readers draw it",
  (rotation, rect) => {
    const page: PageBox = { x0: 100, y0: 100, x1: 500, y1: 600, rotation, userUnit: 1 };
    expect(toUserSpaceRect(page, { leftPt: 10, topPt: 20, widthPt: 30, heightPt: 20 })).toEqual(rect);
  },
);

test("treats a box without a size as outside", () => {
  const page: PageBox = { x0: 0, y0: 0, x1: 100, y1: 100, rotation: 0, userUnit: 1 };
  expect(isInside(page, { leftPt: 10, topPt: 10, widthPt: 0, heightPt: 10 })).toBe(false);
  expect(isInside(page, { leftPt: 10, topPt: 10, widthPt: Number.NaN, heightPt: 10 })).toBe(false);
});
