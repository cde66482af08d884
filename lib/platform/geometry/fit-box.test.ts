import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { centreOnPage, fitOnPage, overlapShare, resizeOnPage, roundPt, smallestSidePt } from "./fit-box";
import {
  displaySize,
  fromScreen,
  isInside,
  toDisplayBox,
  toScreen,
  toUserSpaceRect,
  type Box,
  type PageBox,
} from "./placement";

const anywhere = fc.double({ min: -3000, max: 6000, noNaN: true });
const side = fc.double({ min: 0, max: 3000, noNaN: true });
const pageSide = fc.double({ min: 20, max: 2000, noNaN: true });
const zoom = fc.double({ min: 0.3, max: 6, noNaN: true });
const pageSizes = fc.record({ widthPt: pageSide, heightPt: pageSide });
const boxes: fc.Arbitrary<Box> = fc.record({ leftPt: anywhere, topPt: anywhere, widthPt: side, heightPt: side });
const asPage = (size: { widthPt: number; heightPt: number }): PageBox => ({
  x0: 0,
  y0: 0,
  x1: size.widthPt,
  y1: size.heightPt,
  rotation: 0,
  userUnit: 1,
});

const turnedPages: fc.Arbitrary<PageBox> = fc
  .record({
    x0: fc.double({ min: -500, max: 500, noNaN: true }),
    y0: fc.double({ min: -500, max: 500, noNaN: true }),
    width: pageSide,
    height: pageSide,
    rotation: fc.constantFrom<PageBox["rotation"]>(0, 90, 180, 270),
    userUnit: fc.constantFrom(1, 0.5, 2),
  })
  .map(({ x0, y0, width, height, rotation, userUnit }) => ({
    x0,
    y0,
    x1: x0 + width,
    y1: y0 + height,
    rotation,
    userUnit,
  }));

function expectHundredths(box: Box): void {
  for (const value of Object.values(box) as number[]) expect(value).toBe(roundPt(value));
}

describe("a field placed on a page", () => {
  test("stays inside the page, in hundredths of a point, and large enough to grab", () => {
    fc.assert(
      fc.property(boxes, pageSizes, (box, page) => {
        const fitted = fitOnPage(box, page);
        expect(isInside(asPage(page), fitted, 1e-6)).toBe(true);
        expect(Math.min(fitted.widthPt, fitted.heightPt)).toBeGreaterThanOrEqual(smallestSidePt);
        expectHundredths(fitted);
      }),
    );
  });

  test("stays where it is when it fits already", () => {
    fc.assert(
      fc.property(boxes, pageSizes, (box, page) => {
        const fitted = fitOnPage(box, page);
        expect(fitOnPage(fitted, page)).toEqual(fitted);
      }),
    );
  });

  test("is centred on the clicked point where the page has room", () => {
    const page = { widthPt: 595.28, heightPt: 841.89 };
    expect(centreOnPage({ xPt: 300, yPt: 400 }, { widthPt: 150, heightPt: 50 }, page)).toEqual({
      leftPt: 225,
      topPt: 375,
      widthPt: 150,
      heightPt: 50,
    });
    expect(centreOnPage({ xPt: 595, yPt: 841 }, { widthPt: 150, heightPt: 50 }, page)).toEqual({
      leftPt: 445.28,
      topPt: 791.89,
      widthPt: 150,
      heightPt: 50,
    });
  });

  test("keeps its corner when it grows against the edge", () => {
    const page = { widthPt: 200, heightPt: 100 };
    expect(
      resizeOnPage({ leftPt: 150, topPt: 80, widthPt: 40, heightPt: 15 }, { widthPt: 30, heightPt: 30 }, page),
    ).toEqual({ leftPt: 150, topPt: 80, widthPt: 50, heightPt: 20 });
  });
});

describe("a box on the screen and in the file", () => {
  test("has a stored position independent of the zoom", () => {
    fc.assert(
      fc.property(boxes, pageSizes, zoom, zoom, (box, page, first, second) => {
        const stored = fitOnPage(box, page);
        const seenAtFirst = fitOnPage(fromScreen(toScreen(stored, first), first), page);
        const seenAtSecond = fitOnPage(fromScreen(toScreen(stored, second), second), page);
        expect(seenAtFirst).toEqual(stored);
        expect(seenAtSecond).toEqual(stored);
      }),
    );
  });

  test("converts to the file and back exactly to a hundredth of a point on any rotation, crop, unit and zoom", () => {
    fc.assert(
      fc.property(turnedPages, boxes, zoom, (page, box, scale) => {
        const placed = fitOnPage(
          fromScreen(toScreen(fitOnPage(box, displaySize(page)), scale), scale),
          displaySize(page),
        );
        const back = toDisplayBox(page, toUserSpaceRect(page, placed));
        for (const key of ["leftPt", "topPt", "widthPt", "heightPt"] as const)
          expect(Math.abs(back[key] - placed[key])).toBeLessThan(0.01);
      }),
    );
  });
});

describe("the overlap of two boxes", () => {
  const box = { leftPt: 0, topPt: 0, widthPt: 100, heightPt: 50 };

  test("is 1 for a box inside another and 0 for neighbours that touch", () => {
    expect(overlapShare(box, { leftPt: 10, topPt: 10, widthPt: 10, heightPt: 10 })).toBe(1);
    expect(overlapShare(box, { ...box, leftPt: 100 })).toBe(0);
    expect(overlapShare(box, { ...box, leftPt: 75 })).toBe(0.25);
  });

  test("does not depend on the order", () => {
    fc.assert(
      fc.property(boxes, boxes, (first, second) => {
        expect(overlapShare(first, second)).toBe(overlapShare(second, first));
      }),
    );
  });
});
