import { describe, expect, test } from "vitest";
import { plainStyle } from "@/lib/platform/geometry/field-text";
import type { LinkBox } from "@/lib/signing/schema";
import { faults, fieldInputs, firstValues, requiredFields, toBeTyped } from "./field-state";

const box = (id: number, type: LinkBox["type"], more: Partial<LinkBox> = {}): LinkBox => ({
  id,
  type,
  page: 1,
  left: 0,
  top: id,
  width: 10,
  height: 10,
  owner: 1,
  ownerName: "Ana",
  isMine: true,
  required: true,
  label: null,
  value: null,
  ...plainStyle,
  ...more,
});
const boxes = [
  box(1, "signature"),
  box(2, "text"),
  box(3, "checkbox"),
  box(4, "date"),
  box(5, "text", { required: false }),
  box(6, "initial"),
  box(7, "signature", { isMine: false, owner: 2 }),
  box(8, "text", { value: "Lisbon" }),
  box(9, "checkbox", { value: "true" }),
];
const none = { signature: false, initial: false };

describe("the fields left to fill", () => {
  test("count only my required fields; the requester's values and automatic fields are filled", () => {
    const { total, blank } = requiredFields(boxes, firstValues(boxes), none);
    expect(total).toBe(7);
    expect(blank.map(({ id }) => id)).toEqual([1, 2, 3, 6]);
  });

  test("decrease with each filled field, and for a signature with all fields of its type", () => {
    const values = { ...firstValues(boxes), 2: "Porto", 3: true };
    expect(requiredFields(boxes, values, none).blank.map(({ id }) => id)).toEqual([1, 6]);
    expect(requiredFields(boxes, values, { signature: true, initial: false }).blank.map(({ id }) => id)).toEqual([6]);
    expect(requiredFields(boxes, values, { signature: true, initial: true }).blank).toEqual([]);
  });

  test("treat spaces and a removed tick as blank", () => {
    const values = { ...firstValues(boxes), 2: "   ", 9: false };
    expect(
      toBeTyped(requiredFields(boxes, values, { signature: true, initial: true }).blank).map(({ id }) => id),
    ).toEqual([2, 3, 9]);
  });

  test("keep a refusal until the value changes, and report a blank field as blank", () => {
    const refused = { 2: "🦄", 5: "🦄" };
    expect([...faults([], refused, { ...refused, 8: "Lisbon" })]).toEqual([
      [2, "refused"],
      [5, "refused"],
    ]);
    expect([...faults([box(2, "text")], refused, { 2: "", 5: "Porto" })]).toEqual([[2, "blank"]]);
  });

  test("are sent by ID as text and ticks, without the service's own values", () => {
    expect(fieldInputs({ ...firstValues(boxes), 2: "Porto" })).toEqual([
      { elementId: 2, value: "Porto" },
      { elementId: 3, value: false },
      { elementId: 5, value: "" },
      { elementId: 8, value: "Lisbon" },
      { elementId: 9, value: true },
    ]);
  });
});
