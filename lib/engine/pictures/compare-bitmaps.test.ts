import { describe, expect, test } from "vitest";
import type { Bitmap } from "@/lib/engine/pages/bitmap";
import { differingPlaces } from "./compare-revisions";

function white(width: number, height: number, dark: readonly (readonly [number, number])[] = []): Bitmap {
  const pixels = Buffer.alloc(width * height * 4, 0xff);
  for (const [column, row] of dark) pixels.fill(0, (row * width + column) * 4, (row * width + column) * 4 + 3);
  return { pixels, width, height };
}

describe("the areas where two drawings differ", () => {
  test("are none for identical pixels", () => {
    expect(differingPlaces(white(100, 50, [[3, 3]]), white(100, 50, [[3, 3]]), [])).toEqual([]);
  });

  test("include a single pixel of the smallest difference", () => {
    const other = white(80, 40);
    other.pixels[(20 * 80 + 50) * 4] = 0xfe;
    expect(differingPlaces(white(80, 40), other, [])).toEqual([[48 / 80, 16 / 40, 56 / 80, 24 / 40]]);
  });

  test("are one for adjacent pixels, and two for separate ones", () => {
    const other = white(160, 160, [
      [4, 4],
      [12, 12],
      [100, 100],
    ]);
    expect(differingPlaces(white(160, 160), other, [])).toEqual([
      [0, 0, 0.1, 0.1],
      [0.6, 0.6, 0.65, 0.65],
    ]);
  });

  test("exclude an ignored area and its edge, but not the pixels beside it", () => {
    const ignored = [[0.25, 0.25, 0.5, 0.5]] as const;
    expect(
      differingPlaces(
        white(80, 80),
        white(80, 80, [
          [20, 20],
          [39, 39],
          [19, 30],
          [40, 40],
        ]),
        ignored,
      ),
    ).toEqual([]);
    expect(
      differingPlaces(
        white(80, 80),
        white(80, 80, [
          [30, 30],
          [42, 30],
        ]),
        ignored,
      ),
    ).toEqual([[40 / 80, 24 / 80, 48 / 80, 32 / 80]]);
  });

  test("are the whole page when its size differs", () => {
    expect(differingPlaces(white(80, 80), white(80, 81), [[0, 0, 1, 1]])).toEqual([[0, 0, 1, 1]]);
  });

  test("stay within the page", () => {
    expect(differingPlaces(white(10, 10), white(10, 10, [[9, 9]]), [[-1, -1, 0.1, 2]])).toEqual([
      [8 / 10, 8 / 10, 1, 1],
    ]);
  });
});
