import { expect, test } from "vitest";
import { inkBox, planTrim } from "./trim-box";

function picture(
  width: number,
  height: number,
  dots: readonly (readonly [number, number, number])[],
): Uint8ClampedArray {
  const rgba = new Uint8ClampedArray(width * height * 4);
  for (const [x, y, alpha] of dots) rgba[(y * width + x) * 4 + 3] = alpha;
  return rgba;
}

test("ends the ink's box at the outermost dots", () => {
  expect(
    inkBox(
      picture(10, 8, [
        [2, 3, 255],
        [7, 5, 255],
      ]),
      10,
      8,
    ),
  ).toEqual({ left: 2, top: 3, width: 6, height: 3 });
  expect(inkBox(picture(10, 8, [[9, 7, 255]]), 10, 8)).toEqual({ left: 9, top: 7, width: 1, height: 1 });
});

test("finds no box in an empty or almost invisible drawing", () => {
  expect(inkBox(picture(10, 8, []), 10, 8)).toBeNull();
  expect(inkBox(picture(10, 8, [[4, 4, 5]]), 10, 8)).toBeNull();
});

test("adds a margin of 4 % of the ink's longer side", () => {
  expect(planTrim({ left: 5, top: 6, width: 500, height: 100 })).toEqual({
    source: { left: 5, top: 6, width: 500, height: 100 },
    width: 540,
    height: 140,
    target: { left: 20, top: 20, width: 500, height: 100 },
  });
});

test("centres a dot in 40 × 20 px without enlarging it", () => {
  expect(planTrim({ left: 0, top: 0, width: 4, height: 4 })).toMatchObject({
    width: 40,
    height: 20,
    target: { left: 18, top: 8, width: 4, height: 4 },
  });
});

test("limits pictures to 1600 × 600 px without distorting them", () => {
  for (const ink of [
    { width: 4000, height: 900 },
    { width: 900, height: 4000 },
    { width: 1600, height: 600 },
    { width: 4096, height: 1 },
  ]) {
    const plan = planTrim({ left: 0, top: 0, ...ink });
    expect(plan.width).toBeLessThanOrEqual(1600);
    expect(plan.height).toBeLessThanOrEqual(600);
    expect(Math.abs(plan.target.width / ink.width - plan.target.height / ink.height)).toBeLessThan(
      1 / Math.min(plan.target.width, plan.target.height),
    );
    expect(plan.target.left).toBeGreaterThanOrEqual(0);
    expect(plan.target.top).toBeGreaterThanOrEqual(0);
  }
});
