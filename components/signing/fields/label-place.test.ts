import { expect, test } from "vitest";
import { labelPlace } from "./label-place";

const line = (top: number, left = 70, type: "text" | "checkbox" = "text") =>
  ({ type, left, top, width: 170, height: 20 }) as const;
const phone = 0.62;
const place = (box: ReturnType<typeof line>, others: readonly ReturnType<typeof line>[], scale = phone) =>
  labelPlace(box, scale, 595, [box, ...others]);

test("a label stands beside its field where a form's lines are so close that the field above would cover it", () => {
  expect(place(line(540), [line(492)])).toMatchObject({ isBeside: true, isRight: false });
  expect(place(line(540, 400), [line(492, 400)])).toMatchObject({ isBeside: true, isRight: true });
});

test("a label stays above where there is room, on a larger page, at the top, or with a field beside", () => {
  expect(place(line(540), [line(400)]).isBeside).toBe(false);
  expect(place(line(540), [line(492)], 1.3).isBeside).toBe(false);
  expect(place(line(10), [line(0)]).isBeside).toBe(false);
  expect(place(line(540), [line(492), line(540, 250)]).isBeside).toBe(false);
  expect(place(line(540), [line(492, 300)]).isBeside).toBe(false);
});
