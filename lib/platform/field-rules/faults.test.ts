import { describe, expect, test } from "vitest";
import type { FieldRules, FieldType } from "@/db/schema/request-facts";
import { faultOf, faultsOf, isLocked, tidyValue, type RuledField } from "./faults";
import { matches } from "./pattern";

const codeOf = (type: FieldType, rules: FieldRules | null, text: string) =>
  faultOf({ type, rules }, text, matches)?.code ?? null;

const field = (id: number, type: FieldType, more: Partial<RuledField> = {}): RuledField => ({
  id,
  type,
  required: true,
  readOnly: false,
  group: null,
  rules: null,
  ...more,
});

test.each<[FieldType, FieldRules | null, string, string | null]>([
  ["dropdown", { options: ["Cat", "Dog"] }, "Dog", null],
  ["dropdown", { options: ["Cat", "Dog"] }, "dog", "not_an_option"],
  ["dropdown", null, "Dog", "not_an_option"],
  ["text", { options: ["Cat", "Dog"] }, "Fox", null],
  ["text", { options: ["Cat", "Dog"], maxLength: 3 }, "Lynx", "too_long"],
  ["number", null, "12.5", null],
  ["number", null, "1 234", null],
  ["number", null, "12,5", null],
  ["number", null, "1,234", "number_ambiguous"],
  ["number", { decimalMark: "," }, "1.234", "number_ambiguous"],
  ["number", { decimalMark: "," }, "1.234,5", null],
  ["number", { decimalMark: "," }, "1.234.567", null],
  ["number", { decimalMark: "," }, "1.23.456", "number_invalid"],
  ["number", { decimalMark: "," }, "1.2345,6", "number_invalid"],
  ["number", { decimalMark: "," }, "0.123,4", "number_invalid"],
  ["number", { decimalMark: "," }, "1.234,567.8", "number_invalid"],
  ["number", null, "0.125", null],
  ["number", null, "twelve", "number_invalid"],
  ["number", null, "1e3", "number_invalid"],
  ["number", { min: 0.1 }, "0.1", null],
  ["number", { min: 0.1 }, "0.09", "too_small"],
  ["number", { max: 9_007_199_254_740_991 / 10 }, "900719925474099.2", "too_large"],
  ["number", { step: 0.1 }, "0.3", null],
  ["number", { min: 0.05, step: 0.1 }, "0.3", "off_step"],
  ["number", { decimals: 2 }, "3.140", null],
  ["number", { decimals: 2 }, "3.141", "too_many_decimals"],
  ["number", { prefix: "$", max: 10 }, "$11", "too_large"],
  ["number", { prefix: "$" }, "£11", "number_invalid"],
  ["text", { minLength: 3 }, "ab", "too_short"],
  ["text", { maxLength: 2 }, "🦊🦊", null],
  ["text", { maxLength: 1 }, "🦊🦊", "too_long"],
  ["text", { pattern: "[A-Z]{2}\\d+" }, "PT12", null],
  ["text", { pattern: "[A-Z]{2}\\d+" }, "PT12x", "pattern_mismatch"],
  ["text", { mask: "000.000-00" }, "12345678", null],
  ["text", { mask: "000.000-00" }, "123.456-7", "mask_mismatch"],
  ["text", { mask: "AA 00" }, "12 34", "mask_mismatch"],
  ["phone", null, "+351 (21) 123-4567", null],
  ["phone", null, "12", "phone_invalid"],
  ["phone", null, "call me", "phone_invalid"],
  ["day", null, "2027-02-28", null],
  ["day", null, "2027-02-29", "day_invalid"],
  ["day", { earliest: "2027-01-01" }, "2026-12-31", "too_early"],
  ["day", { latest: "2027-01-01" }, "2027-01-02", "too_late"],
  ["number", { min: 5 }, "  ", null],
])("%s with %j takes %j: %s", (type, rules, text, code) => {
  expect(codeOf(type, rules, text)).toBe(code);
});

test.each<[FieldType, FieldRules | null, string, string]>([
  ["number", { decimals: 2, decimalMark: "," }, "1 234.5", "1234,50"],
  ["number", null, "-0012,50", "-12.5"],
  ["number", { decimals: 2, decimalMark: ",", suffix: " €" }, "-1.234,5 €", "-1234,50 €"],
  ["number", { decimalMark: "," }, "1,234.567", "1234,567"],
  ["number", null, "12.345.678,9", "12345678.9"],
  ["number", { decimals: 2 }, "x", "x"],
  ["number", { decimals: 2, prefix: "$" }, "900", "$900.00"],
  ["number", { decimals: 2, prefix: "$" }, "-$ 5", "-$5.00"],
  ["number", { decimals: 2, prefix: "$" }, "€5", "€5"],
  ["number", { decimals: 2, decimalMark: ",", suffix: " €" }, "1 234.5€", "1234,50 €"],
  ["number", { prefix: "R$ ", suffix: " / m²" }, "R$ 7", "R$ 7 / m²"],
  ["number", { suffix: ",-" }, "900,-", "900,-"],
  ["text", { mask: "000.000.000-00" }, "12345678901", "123.456.789-01"],
  ["text", { mask: "(00) 0000" }, "11 2345", "(11) 2345"],
  ["text", null, " a\tb\u202e\u0007 ", "a b"],
])("%s with %j draws %j as %j", (type, rules, typed, drawn) => {
  expect(tidyValue({ type, rules }, typed)).toBe(drawn);
  expect(tidyValue({ type, rules }, drawn)).toBe(drawn);
});

test("checks a pattern at once that takes other engines exponential time", () => {
  expect(codeOf("text", { pattern: "(a+)+b" }, "a".repeat(1000))).toBe("pattern_mismatch");
});

describe("groups", () => {
  const pets = [
    field(1, "radio", { group: "Pet" }),
    field(2, "radio", { group: "Pet", required: false }),
    field(3, "radio", { group: "Car", required: false }),
  ];
  const faults = (fields: readonly RuledField[], ...ticked: number[]) =>
    [...faultsOf(fields, new Map(ticked.map((id) => [id, true])), matches)].map(([id, { code }]) => [id, code]);

  test("of radio buttons need exactly one", () => {
    expect(faults(pets)).toEqual([[1, "required"]]);
    expect(faults(pets, 2)).toEqual([]);
    expect(faults(pets, 1, 2)).toEqual([[1, "more_than_one"]]);
    expect(faults(pets, 1, 3)).toEqual([]);
  });

  test("of radio buttons are locked as a whole", () => {
    const locked = [field(1, "radio", { group: "Pet", readOnly: true }), field(2, "radio", { group: "Pet" })];
    expect(locked.map((one) => isLocked(locked, one))).toEqual([true, true]);
    expect(faults(locked)).toEqual([]);
  });

  test("of checkboxes obey the strictest of their members' rules", () => {
    const fields = [
      field(1, "checkbox", { group: "Extras", required: false, rules: { minChecked: 1 } }),
      field(2, "checkbox", { group: "Extras", required: false, rules: { minChecked: 2, maxChecked: 2 } }),
      field(3, "checkbox", { group: "Extras" }),
    ];
    expect(faults(fields, 3)).toEqual([[1, "too_few_checked"]]);
    expect(faults(fields, 1, 2)).toEqual([[3, "required"]]);
    expect(faults(fields, 1, 3)).toEqual([]);
    expect(faults(fields, 1, 2, 3)).toEqual([[1, "too_many_checked"]]);
  });

  test("of checkboxes are checked although the requester fixed one, whose tick counts", () => {
    const rules = { minChecked: 2, maxChecked: 2 };
    const fields = [
      field(1, "checkbox", { group: "Extras", required: false, readOnly: true, rules }),
      field(2, "checkbox", { group: "Extras", required: false, rules }),
      field(3, "checkbox", { group: "Extras", required: false, rules }),
    ];
    expect(faults(fields, 1)).toEqual([[2, "too_few_checked"]]);
    expect(faults(fields, 1, 3)).toEqual([]);
    expect(faults(fields, 1, 2, 3)).toEqual([[2, "too_many_checked"]]);
    // No more ticks are required than there are checkboxes.
    expect(faults(fields.slice(0, 2), 2)).toEqual([]);
  });

  test("belong to one file: the same group in another file of an envelope is separate", () => {
    const files = [1, 2].map((scope) => field(scope, "radio", { group: "Pet", scope, readOnly: scope === 2 }));
    expect(faults(files)).toEqual([[1, "required"]]);
    expect(faults(files, 1, 2)).toEqual([]);
  });
});

test("reports an empty field only if it is required, and never if it is locked or filled automatically", () => {
  const fields = [
    field(1, "text"),
    field(2, "number", { required: false }),
    field(3, "text", { readOnly: true }),
    field(4, "date"),
    field(5, "signature"),
  ];
  expect([...faultsOf(fields, new Map(), matches)]).toEqual([[1, { code: "required" }]]);
});
