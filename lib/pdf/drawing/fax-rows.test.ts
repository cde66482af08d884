import { describe, expect, test } from "vitest";
import { hasWholeRows } from "./fax-rows";

/** Three rows of 5,300 pixels with runs of 1 to 2,690, written by libtiff. */
const written = [
  ["two dimensions", -1, "Jqi8cEIYMEuGWRIGwhQE5NAPDc7FQyMrzBbBybBga5ZFUCUBYWnYFINWJGA/KBxILYbYCyWACACA"],
  ["one dimension", 0, "ABNU9ggYMFwyxIGwKAnNAPDfYqGRrzBbBzYMDXZFUCUBY07ApBqgAmoQB+UAPhrgAmoD4GgFACyW"],
  ["rows of both kinds", 4, "ABmqewQMGC4ZYkDYFATmgHhvsVDI15gtg5sGBrsiqBKAsadgUg1QAUSMB+UDABmoD4GgFACyWA=="],
] as const;

describe.each(written)("data of %s", (_, k, data) => {
  const coded = Buffer.from(data, "base64");
  const coding = { k, columns: 5300, rows: 3, isAligned: false, isEnded: false };

  test("hold every row", () => {
    expect(hasWholeRows(coded, coding)).toBe(true);
  });

  test("hold no extra row, no row of another length, and too few rows when truncated", () => {
    expect(hasWholeRows(coded, { ...coding, rows: 4 })).toBe(false);
    expect(hasWholeRows(coded, { ...coding, columns: 5301 })).toBe(false);
    expect(hasWholeRows(coded.subarray(0, 40), coding)).toBe(false);
  });
});

test("counts rows without a pixel as none, however many there are", () => {
  const coding = { k: -1, columns: 0, rows: 4_294_967_295, isAligned: false, isEnded: false };
  expect(hasWholeRows(Buffer.alloc(9), coding)).toBe(false);
});
