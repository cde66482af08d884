import { describe, expect, test } from "vitest";
import type { FieldRules, FieldType } from "@/db/schema/request-facts";
import type { FieldValue } from "@/lib/platform/field-rules/faults";
import { matches } from "@/lib/platform/field-rules/pattern";
import { readExpression } from "./expression";
import { planConditions, type ConditionField } from "./plan";
import { faultsUnder, statesOf } from "./states";

const field = (
  id: number,
  type: FieldType,
  label: string | null,
  more: Partial<ConditionField> = {},
): ConditionField => ({
  ...{ id, type, label, required: false, readOnly: false, group: null, rules: null },
  ...{ showWhen: null, requireWhen: null, calculate: null, scope: 1, owner: 1, step: 1 },
  ...more,
});

const run = (fields: readonly ConditionField[], values: Record<number, FieldValue>) => {
  const plan = planConditions(fields);
  expect(plan.defects).toEqual([]);
  return statesOf(plan, ({ id }) => values[id] ?? "");
};

const hidden = (condition: string, fields: readonly ConditionField[], values: Record<number, FieldValue>) =>
  run([...fields, field(99, "text", null, { showWhen: condition })], values).hidden.has(99);

const form = [
  field(1, "radio", "Yes", { group: "Pet" }),
  field(2, "radio", "No", { group: "Pet" }),
  field(3, "number", "Age"),
  field(4, "checkbox", "Parking"),
  field(5, "dropdown", "Paid", { rules: { options: ["Monthly", "Yearly"] } }),
  field(6, "day", "Start"),
  field(7, "number", "Preço", { rules: { decimalMark: ",", suffix: " €" } }),
];

test.each<[condition: string, values: Record<number, FieldValue>, isShown: boolean]>([
  ['field("Pet") == "Yes"', { 1: true }, true],
  ['field("Pet") == "Yes"', { 2: true }, false],
  ['field("Pet") == "Yes"', {}, false],
  ['field("Pet") != "Yes"', {}, true],
  ['filled("Pet")', { 2: true }, true],
  ['field("Age") >= 18', { 3: "18.0" }, true],
  ['field("Age") < 18', {}, false],
  ['field("Age") == 0', {}, false],
  ['!filled("Age")', {}, true],
  ['field("Age") > 17 && field("Parking")', { 3: "18", 4: true }, true],
  ['field("Parking") || field("Paid") in ["Yearly", "Weekly"]', { 5: "Yearly" }, true],
  ['field("Start") >= "2027-03-01"', { 6: "2027-03-09" }, true],
  ['field("Start") < "2027-03-01"', {}, false],
  ['field("Preço") == 0.3', { 7: "0,30" }, true],
  ['field("Preço") == 0.3', { 7: "0,30 €" }, true],
  ['field("Paid").startsWith("Mon")', { 5: "Monthly" }, true],
  ['1 / field("Age") > 0 || field("Parking")', { 3: "0", 4: true }, true],
  ['(field("Parking") ? 1 : 0) == 1', { 4: "true" }, true],
])("%s with %j: %s", (condition, values, isShown) => {
  expect(hidden(condition, form, values)).toBe(!isShown);
});

const computed = (
  expression: string,
  values: Record<number, FieldValue>,
  rules: FieldRules | null = null,
  type: FieldType = "number",
) => {
  const fields = [
    field(1, "number", "A"),
    field(2, "number", "B"),
    field(3, "text", "Name"),
    field(9, type, "Result", { calculate: expression, rules, required: true }),
  ];
  const states = run(fields, values);
  const fault = faultsUnder(
    fields,
    new Map(Object.entries(values).map(([id, value]) => [Number(id), value])),
    states,
    matches,
  ).get(9);
  return fault ? fault.code : states.computed.get(9);
};

test.each<[expression: string, a: string, b: string, rules: FieldRules | null, result: string]>([
  ['field("A") + field("B")', "0.1", "0.2", null, "0.3"],
  ["0.1 + 0.2", "", "", null, "0.3"],
  ['field("A") * field("B")', "1.15", "3", null, "3.45"],
  ['field("A") / field("B") * field("B")', "1", "3", null, "1"],
  ['field("A") / field("B")', "2", "3", { decimals: 2 }, "0.67"],
  ['field("A") / field("B")', "-1", "8", { decimals: 2 }, "-0.13"],
  ['field("A") / field("B")', "1", "3", null, "0.3333333333"],
  ['field("A") / field("B")', "1", "0", null, "division_by_zero"],
  ['field("A") / field("B")', "1", "", null, ""],
  ['field("A") + field("B")', "", "", null, ""],
  ['field("A") - field("B")', "", "5", null, "-5"],
  ['field("A") * 1.23', "1234,5", "", { decimals: 2, decimalMark: "," }, "1518,44"],
  ['field("A") * 2', "4.50", "", { decimals: 2, prefix: "$", suffix: " net" }, "$9.00 net"],
  ['round(field("A") * 0.175, 2)', "9.99", "", null, "1.75"],
  ['max(field("A"), field("B"), 3)', "1", "2.5", null, "3"],
  ['-field("A")', "5", "", null, "-5"],
  ['field("A")', "11", "", { max: 10 }, "too_large"],
  ['field("A") * field("A")', "9".repeat(20), "", null, "result_too_long"],
  ['field("A") * field("A")', "123456789012345", "", null, "15241578753238669120562399025"],
  ['field("A") > 10 ? 5 : 0', "11", "", null, "5"],
  ['number("2.50")', "", "", { decimals: 1 }, "2.5"],
])("%s of %s and %s, with %j, is %s", (expression, a, b, rules, result) => {
  expect(computed(expression, { 1: a, 2: b }, rules)).toBe(result);
});

test("concatenates texts and numbers", () => {
  expect(computed('field("Name") + ": " + string(field("A") * 2)', { 3: "Ana", 1: "1.25" }, null, "text")).toBe(
    "Ana: 2.5",
  );
});

describe("fields that depend on each other", () => {
  test("are evaluated in order, with a hidden one counting as empty", () => {
    const fields = [
      field(1, "number", "Total", { calculate: 'field("Net") + field("Tax")' }),
      field(2, "number", "Tax", { calculate: 'field("Net") * 0.2', showWhen: 'field("Taxed")' }),
      field(3, "number", "Net"),
      field(4, "checkbox", "Taxed"),
      field(5, "text", "Reason", { showWhen: '!filled("Tax")', requireWhen: 'field("Net") > 0', required: false }),
    ];
    const taxed = run(fields, { 3: "10", 4: true });
    expect(taxed.computed).toEqual(
      new Map([
        [1, "12"],
        [2, "2"],
      ]),
    );
    expect([...taxed.hidden]).toEqual([5]);
    const untaxed = run(fields, { 3: "10", 4: false });
    expect(untaxed.computed).toEqual(
      new Map([
        [1, "10"],
        [2, ""],
      ]),
    );
    expect([...untaxed.hidden]).toEqual([2]);
    expect(untaxed.required).toEqual(new Map([[5, true]]));
    expect([...faultsUnder(fields, new Map(), untaxed, matches)]).toEqual([[5, { code: "required" }]]);
    expect([...faultsUnder(fields, new Map(), taxed, matches)]).toEqual([]);
  });

  test("are shown and required together in a group of radio buttons", () => {
    const fields = [
      field(1, "checkbox", "Has a car"),
      field(2, "radio", "Petrol", { group: "Fuel", showWhen: 'field("Has a car")', required: true }),
      field(3, "radio", "Electric", { group: "Fuel" }),
    ];
    expect([...run(fields, { 1: false }).hidden]).toEqual([2, 3]);
    expect([...faultsUnder(fields, new Map(), run(fields, { 1: true }), matches)]).toEqual([[2, { code: "required" }]]);
  });

  test("form a chain of two thousand @exhaustive", () => {
    const chain = Array.from({ length: 2000 }, (_, index) =>
      field(index + 1, "number", `N${index}`, index === 0 ? {} : { calculate: `field("N${index - 1}") + 0.1` }),
    );
    expect(run(chain.toReversed(), { 1: "0" }).computed.get(2000)).toBe("199.9");
  });
});

const defects = (...fields: ConditionField[]) =>
  planConditions(fields).defects.map(({ id, member, code, ...rest }) => [
    id,
    member,
    code,
    "names" in rest ? rest.names : "name" in rest ? rest.name : null,
  ]);

test.each<[name: string, fields: ConditionField[], expected: unknown[]]>([
  [
    "text that is not an expression",
    [field(1, "text", "A", { showWhen: "field(" })],
    [[1, "showWhen", "expression_invalid", null]],
  ],
  [
    "a field that is not there",
    [field(1, "text", "A", { showWhen: 'filled("B")' })],
    [[1, "showWhen", "field_unknown", "B"]],
  ],
  [
    "a name of two fields",
    [field(1, "text", "A"), field(2, "text", "A"), field(3, "text", "B", { showWhen: 'filled("A")' })],
    [[3, "showWhen", "field_ambiguous", "A"]],
  ],
  [
    "the signer's own before another's",
    [
      field(1, "number", "A"),
      field(2, "text", "A", { owner: 2, step: 2 }),
      field(3, "text", "B", { showWhen: 'field("A") > 1' }),
    ],
    [],
  ],
  [
    "a signer of the same step",
    [field(1, "text", "A", { owner: 2 }), field(2, "text", "B", { showWhen: 'filled("A")' })],
    [[2, "showWhen", "field_later", "A"]],
  ],
  [
    "a signer of an earlier step",
    [field(1, "text", "A", { owner: 2, step: 0 }), field(2, "text", "B", { showWhen: 'filled("A")' })],
    [],
  ],
  [
    "what the requester has fixed",
    [field(1, "text", "A", { owner: 2, step: 5, readOnly: true }), field(2, "text", "B", { showWhen: 'filled("A")' })],
    [],
  ],
  [
    "another file",
    [field(1, "text", "A", { scope: 2 }), field(2, "text", "B", { showWhen: 'filled("A")' })],
    [[2, "showWhen", "field_unknown", "A"]],
  ],
  [
    "a signature",
    [field(1, "signature", "A"), field(2, "text", "B", { showWhen: 'filled("A")' })],
    [[2, "showWhen", "field_unusable", "A"]],
  ],
  [
    "a number as a condition",
    [field(1, "number", "A"), field(2, "text", "B", { showWhen: 'field("A")' })],
    [[2, "showWhen", "expression_type", null]],
  ],
  [
    "a text compared with a number",
    [field(1, "text", "A"), field(2, "text", "B", { showWhen: 'field("A") > 1' })],
    [[2, "showWhen", "expression_type", null]],
  ],
  [
    "a text as a number",
    [field(1, "text", "A"), field(2, "number", "B", { calculate: 'field("A")' })],
    [[2, "calculate", "expression_type", null]],
  ],
  ["a calculated signature", [field(2, "signature", "B", { calculate: "1" })], [[2, "calculate", "not_allowed", null]]],
  [
    "a cycle",
    [
      field(1, "number", "A", { calculate: 'field("C") + 1' }),
      field(2, "number", "B", { calculate: 'field("A") + 1' }),
      field(3, "number", "C", { showWhen: 'field("B") > 1' }),
    ],
    [[2, "calculate", "cycle", ["B", "A", "C", "B"]]],
  ],
  ["a field itself", [field(1, "text", "A", { showWhen: 'filled("A")' })], [[1, "showWhen", "cycle", ["A", "A"]]]],
])("%s", (_name, fields, expected) => {
  expect(defects(...fields)).toEqual(expected);
});

test.each([
  "x",
  "field(Pet)",
  'field("A", "B")',
  "[1, 2].all(x, x > 1)",
  'has(field("A").b)',
  'field("A").matches("(a+)+b")',
  '{"a": 1}',
  "b'x' == b'x'",
  "timestamp('2027-01-01T00:00:00Z') > timestamp('2026-01-01T00:00:00Z')",
  "1e3 > 1",
  "0x10 > 1",
  "round(1.5, 11) > 1",
  'constructor("A")',
  `${"(".repeat(30)}true${")".repeat(30)}`,
  `!${"!".repeat(250)}true`,
])("rejects %s as an expression", (text) => {
  expect(readExpression(text)).toMatchObject({ code: "expression_invalid" });
});
