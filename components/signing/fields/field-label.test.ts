import { expect, test } from "vitest";
import { labelPlace } from "./field-label";

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

test("puts a button's label below it if the next button's label would cover something beside it", () => {
  expect(belowOf(30, [button(70, "Dog")])).toBe(40);
  expect(belowOf(30, [button(70, "Dog")], 2)).toBeNull();
  expect(belowOf(30, [button(120, "Dog")])).toBeNull();
  expect(belowOf(30, [])).toBeNull();
  // In the right half of a page labels are at the left.
  expect(belowOf(500, [button(540, "Dog")])).toBeNull();
  expect(belowOf(500, [button(460, "Dog")])).toBe(40);
});

test("puts a long label beside its button in two lines, or below it as far as the page goes", () => {
  const long = "Once a year, with a discount";
  const placeOf = (left: number, next: number) => labelPlace(button(left, long), 1, 600, [button(next, "Dog")]);
  expect(placeOf(40, 210)).toMatchObject({ besidePx: 150, belowPx: null });
  expect(placeOf(30, 150)).toMatchObject({ belowPx: 80 });
  expect(placeOf(540, 430)).toMatchObject({ belowPx: 100 });
});

test("breaks no word beside a button, and divides the space between labels that face each other", () => {
  const placeOf = (label: string, left: number, next: number) =>
    labelPlace(button(left, label), 1, 600, [button(next, "Dog")]).belowPx;
  expect(placeOf("Married jointly", 40, 140)).toBeNull();
  expect(placeOf("Married-jointly", 40, 140)).toBe(100);
  expect(placeOf("Divorced", 240, 340)).toBe(100);
  expect(placeOf("Divorced", 240, 410)).toBeNull();
});

test("keeps the label beside a button if another field is below", () => {
  const below = { type: "text" as const, label: null, left: 20, top: 124, width: 100, height: 20 };
  expect(belowOf(30, [button(70, "Dog"), below])).toBeNull();
});

const line = (top: number, left = 60) => ({ type: "number" as const, label: null, left, top, width: 180, height: 22 });
const areBeside = (field: Parameters<typeof labelPlace>[0], others: Parameters<typeof labelPlace>[3], scale = 1.2) =>
  labelPlace(field, scale, 595, others).areNotesBeside;

test("puts an error beside its field if it would cover another one below, or its label", () => {
  expect(areBeside(line(380), [line(430)])).toBe(true);
  expect(areBeside(line(380), [line(460)])).toBe(false);
  expect(areBeside(line(380), [])).toBe(false);
  // Nothing is gained if there is a field beside it as well.
  expect(areBeside(line(380), [line(430), line(380, 250)])).toBe(false);
  expect(areBeside(line(380), [line(430), line(408, 250)])).toBe(false);
  // Nor on a phone, where too few words fit.
  expect(areBeside({ ...line(380), width: 440 }, [line(430)], 0.6)).toBe(false);
});

test("puts an error below a field with its label beside it", () => {
  const [above, field] = [line(358), line(382)];
  expect(labelPlace(field, 1.2, 595, [above, line(432)])).toMatchObject({ isBeside: true, areNotesBeside: false });
});
