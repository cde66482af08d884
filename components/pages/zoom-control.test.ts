import { expect, test } from "vitest";
import { clampZoom, stepZoom } from "./zoom-control";

test("steps through the zoom levels and stops at 50 % and 400 %", () => {
  expect(stepZoom(1, 1, 1)).toBe(1.25);
  expect(stepZoom(1, -1, 1)).toBe(0.75);
  expect(stepZoom(4, 1, 4)).toBe(4);
  expect(stepZoom(0.5, -1, 0.5)).toBe(0.5);
});

test("goes from fit-to-width to the step next to the shown zoom", () => {
  expect(stepZoom("fit", 1, 0.9)).toBe(1);
  expect(stepZoom("fit", -1, 0.9)).toBe(0.75);
});

test("limits a pinch to 50–400 % and rounds to whole percents", () => {
  expect([0.2, 1.2345, 9].map(clampZoom)).toEqual([0.5, 1.23, 4]);
});
