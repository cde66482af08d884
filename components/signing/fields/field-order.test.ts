import { describe, expect, test } from "vitest";
import { inReadingOrder, nextField } from "./field-state";

const field = (id: number, page: number, top: number, left: number) => ({ id, page, top, left });
const scattered = [field(1, 2, 10, 10), field(2, 1, 500, 10), field(3, 1, 40, 300), field(4, 1, 40, 20)];

describe("the order of fields", () => {
  test("goes by page, then from the top, then from the left, whatever order they were placed in", () => {
    expect(inReadingOrder(scattered).map(({ id }) => id)).toEqual([4, 3, 2, 1]);
  });

  test("starts at the first, continues from the focus, and wraps around", () => {
    expect(nextField(scattered, null)?.id).toBe(4);
    expect(nextField(scattered, field(3, 1, 40, 300))?.id).toBe(2);
    expect(nextField(scattered, field(1, 2, 10, 10))?.id).toBe(4);
  });

  test("continues from a field that has been filled in the meantime", () => {
    expect(nextField(scattered, field(9, 1, 100, 10))?.id).toBe(2);
  });

  test("returns nothing when no field is left", () => {
    expect(nextField([], null)).toBeNull();
  });
});
