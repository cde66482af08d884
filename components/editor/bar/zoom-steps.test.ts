import { expect, test } from "vitest";
import { clampZoom, stepZoom } from "./use-zoom";

test("zooming goes through the steps and stops at 50 % and 400 %", () => {
  expect(stepZoom(1, 1, 1)).toBe(1.25);
  expect(stepZoom(1, -1, 1)).toBe(0.75);
  expect(stepZoom(4, 1, 4)).toBe(4);
  expect(stepZoom(0.5, -1, 0.5)).toBe(0.5);
});

test("from the fitting width it goes to the next step beside what is shown", () => {
  expect(stepZoom("fit", 1, 0.9)).toBe(1);
  expect(stepZoom("fit", -1, 0.9)).toBe(0.75);
});

test("a pinch stops at 50 % and 400 % and rests on whole percents", () => {
  expect([0.2, 1.2345, 9].map(clampZoom)).toEqual([0.5, 1.23, 4]);
});
