import { expect, test } from "vitest";
import { labelPlace } from "./label-place";

const button = (left: number, label: string) => ({
  type: "radio" as const,
  label,
  left,
  top: 100,
  width: 20,
  height: 20,
});
const belowOf = (left: number, others: Parameters<typeof labelPlace>[3], scale = 1) =>
  labelPlace(button(left, "Cat"), scale, 600, others).belowPx;

test("the label of a button is below it where the next one would cover what is beside it", () => {
  expect(belowOf(30, [button(70, "Dog")])).toBe(40);
  expect(belowOf(30, [button(70, "Dog")], 2)).toBeNull();
  expect(belowOf(30, [button(120, "Dog")])).toBeNull();
  expect(belowOf(30, [])).toBeNull();
  // In the right half of a page labels are at the left.
  expect(belowOf(500, [button(540, "Dog")])).toBeNull();
  expect(belowOf(500, [button(460, "Dog")])).toBe(40);
});

test("a long label is beside its button in two lines, or below it as far as the page goes", () => {
  const long = "Once a year, with a discount";
  const placeOf = (left: number, next: number) => labelPlace(button(left, long), 1, 600, [button(next, "Dog")]);
  expect(placeOf(40, 210)).toMatchObject({ besidePx: 150, belowPx: null });
  expect(placeOf(30, 150)).toMatchObject({ belowPx: 80 });
  expect(placeOf(540, 430)).toMatchObject({ belowPx: 100 });
});

test("no word is broken beside a button, and labels that face each other share the place between", () => {
  const placeOf = (label: string, left: number, next: number) =>
    labelPlace(button(left, label), 1, 600, [button(next, "Dog")]).belowPx;
  expect(placeOf("Married jointly", 40, 140)).toBeNull();
  expect(placeOf("Married-jointly", 40, 140)).toBe(100);
  expect(placeOf("Divorced", 240, 340)).toBe(100);
  expect(placeOf("Divorced", 240, 410)).toBeNull();
});

test("the label stays beside a button where another field is below", () => {
  const below = { type: "text" as const, label: null, left: 20, top: 124, width: 100, height: 20 };
  expect(belowOf(30, [button(70, "Dog"), below])).toBeNull();
});
