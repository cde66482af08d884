import { describe, expect, test } from "vitest";
import { inReadingOrder, nextBox } from "./field-state";

const box = (id: number, page: number, top: number, left: number) => ({ id, page, top, left });
const scattered = [box(1, 2, 10, 10), box(2, 1, 500, 10), box(3, 1, 40, 300), box(4, 1, 40, 20)];

describe("the way from box to box", () => {
  test("goes by page, then from the top, then from the left, whatever the order they were placed in", () => {
    expect(inReadingOrder(scattered).map(({ id }) => id)).toEqual([4, 3, 2, 1]);
  });

  test("starts at the first, goes on from where the focus is, and begins anew after the last", () => {
    expect(nextBox(scattered, null)?.id).toBe(4);
    expect(nextBox(scattered, box(3, 1, 40, 300))?.id).toBe(2);
    expect(nextBox(scattered, box(1, 2, 10, 10))?.id).toBe(4);
  });

  test("goes on from a box that is not among them, because it was filled meanwhile", () => {
    expect(nextBox(scattered, box(9, 1, 100, 10))?.id).toBe(2);
  });

  test("leads nowhere when nothing is left", () => {
    expect(nextBox([], null)).toBeNull();
  });
});
