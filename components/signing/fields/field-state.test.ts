import { describe, expect, test } from "vitest";
import { plainDetails } from "@/lib/platform/field-rules/details";
import { matches } from "@/lib/platform/field-rules/pattern";
import { plainStyle } from "@/lib/platform/geometry/field-text";
import type { LinkField } from "@/lib/signing/schema";
import {
  fieldInputs,
  firstValues,
  requiredFields,
  shownFaults,
  toBeTyped,
  withValue,
  type FieldValues,
  type MadeImages,
} from "./field-state";
import { faultsOfFields } from "./form-rules";

const field = (id: number, type: LinkField["type"], more: Partial<LinkField> = {}): LinkField => ({
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
  readOnly: false,
  scope: 1,
  ...plainStyle,
  ...plainDetails,
  ...more,
});
const fields = [
  field(1, "signature"),
  field(2, "text"),
  field(3, "checkbox"),
  field(4, "date"),
  field(5, "text", { required: false }),
  field(6, "initial"),
  field(7, "signature", { isMine: false, owner: 2 }),
  field(8, "text", { value: "Lisbon" }),
  field(9, "checkbox", { value: "true" }),
];
const stateOf = (fields: readonly LinkField[], values: FieldValues, made: MadeImages) =>
  requiredFields(fields, faultsOfFields(fields, values, matches), made);
const none = { signature: false, initial: false, stamp: false };

describe("the fields left to fill", () => {
  test("count only my required fields; the requester's values and automatic fields are filled", () => {
    const { total, blank } = stateOf(fields, firstValues(fields), none);
    expect(total).toBe(7);
    expect(blank.map(({ id }) => id)).toEqual([1, 2, 3, 6]);
  });

  test("decrease with each filled field, and for a signature with all fields of its type", () => {
    const values = { ...firstValues(fields), 2: "Porto", 3: true };
    expect(stateOf(fields, values, none).blank.map(({ id }) => id)).toEqual([1, 6]);
    expect(
      stateOf(fields, values, { signature: true, initial: false, stamp: false }).blank.map(({ id }) => id),
    ).toEqual([6]);
    expect(stateOf(fields, values, { signature: true, initial: true, stamp: true }).blank).toEqual([]);
  });

  test("treat spaces and a removed tick as blank", () => {
    const values = { ...firstValues(fields), 2: "   ", 9: false };
    expect(
      toBeTyped(stateOf(fields, values, { signature: true, initial: true, stamp: true }).blank).map(({ id }) => id),
    ).toEqual([2, 3, 9]);
  });

  test("stay refused until the value changes, and report a blank field as blank", () => {
    const refused = { 2: "🦄", 5: "🦄" };
    expect([...shownFaults(new Map(), refused, { ...refused, 8: "Lisbon" }, () => true)]).toEqual([
      [2, { code: "refused" }],
      [5, { code: "refused" }],
    ]);
    const blank = new Map([[2, { code: "required" as const }]]);
    expect([...shownFaults(blank, refused, { 2: "", 5: "Porto" }, () => true)]).toEqual([[2, { code: "required" }]]);
  });

  test("are sent by ID as text and ticks, without the service's own values", () => {
    expect(fieldInputs({ ...firstValues(fields), 2: "Porto" })).toEqual([
      { elementId: 2, value: "Porto" },
      { elementId: 3, value: false },
      { elementId: 5, value: "" },
      { elementId: 8, value: "Lisbon" },
      { elementId: 9, value: true },
    ]);
  });
});

describe("choices and rules", () => {
  const pets = [
    field(20, "radio", { group: "Pet", label: "Dog", value: "true" }),
    field(21, "radio", { group: "Pet", label: "Cat" }),
    field(22, "radio", { group: "Car", label: "Yes", required: false }),
    field(23, "radio", { group: "Car", label: "No", required: false }),
    field(24, "number", { rules: { min: 1, decimalMark: "," } }),
    field(25, "text", { required: false, rules: { pattern: "[A-Z]+" } }),
  ];

  test("allow one value in a group: choosing a button clears the others of its group only", () => {
    const values = withValue(pets, { ...firstValues(pets), 23: true }, 21, true);
    expect(values).toMatchObject({ 20: false, 21: true, 22: false, 23: true });
    expect(withValue(pets, values, 21, false)).toMatchObject({ 20: false, 21: false });
  });

  test("ask once for a group, never for an optional one, and again for an optional field that breaks a rule", () => {
    const values = { ...firstValues(pets), 20: false, 24: "0,5", 25: "abc" };
    const { total, blank } = stateOf(pets, values, none);
    expect(total).toBe(3);
    expect(blank.map(({ id }) => id)).toEqual([20, 24, 25]);
    expect(stateOf(pets, { ...values, 21: true, 24: "2", 25: "" }, none)).toEqual({ total: 2, blank: [] });
  });

  test("count a checkbox that the requester has ticked permanently in its group, as the server does", () => {
    const extras = { group: "Extras", required: false, rules: { minChecked: 1, maxChecked: 1 } };
    const fields = [
      field(30, "checkbox", { ...extras, readOnly: true, value: "true" }),
      field(31, "checkbox", extras),
      field(32, "checkbox", extras),
    ];
    const codes = (values: FieldValues) =>
      [...faultsOfFields(fields, values, matches)].map(([id, { code }]) => [id, code]);
    expect(codes(firstValues(fields))).toEqual([]);
    expect(codes({ ...firstValues(fields), 32: true })).toEqual([[31, "too_many_checked"]]);
  });

  test("apply the server's rules on the page, and leave patterns to the server until they are loaded", () => {
    const values = { ...firstValues(pets), 24: "1.000", 25: "abc" };
    expect([...faultsOfFields(pets, values, matches).values()].map(({ code }) => code)).toEqual([
      "number_ambiguous",
      "pattern_mismatch",
    ]);
    expect([...faultsOfFields(pets, values, null).keys()]).toEqual([24]);
  });
});
