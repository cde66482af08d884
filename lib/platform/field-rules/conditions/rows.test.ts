import { expect, test } from "vitest";
import { readRows, writeRows, type Row } from "./rows";
import { withNewName } from "./value-types";

const rows: [row: Row, written: string][] = [
  [{ name: "Pet", test: "is", value: "Yes" }, 'field("Pet") == "Yes"'],
  [{ name: 'The "pet"', test: "isNot", value: "A\\B" }, 'field("The \\"pet\\"") != "A\\\\B"'],
  [{ name: "Note", test: "contains", value: "x" }, 'field("Note").contains("x")'],
  [{ name: "Pet", test: "filled", value: "" }, 'filled("Pet")'],
  [{ name: "Pet", test: "empty", value: "" }, '!filled("Pet")'],
  [{ name: "Parking", test: "ticked", value: "" }, 'field("Parking")'],
  [{ name: "Parking", test: "notTicked", value: "" }, '!field("Parking")'],
  [{ name: "Age", test: "greater", value: "17.5" }, 'field("Age") > 17.5'],
  [{ name: "Age", test: "less", value: "-3" }, 'field("Age") < -3'],
  [{ name: "Start", test: "atLeast", value: "2027-01-01" }, 'field("Start") >= "2027-01-01"'],
];

const isNumber = (name: string) => name === "Age";

test.each(rows)("%j is written as %s and read back", (row, written) => {
  expect(writeRows({ join: "all", rows: [row] }, isNumber)).toBe(written);
  expect(readRows(written)).toEqual({ join: "all", rows: [row] });
});

test("joins several rows", () => {
  for (const join of ["all", "any"] as const) {
    const all = { join, rows: rows.map(([row]) => row) };
    expect(readRows(writeRows(all, isNumber) ?? "")).toEqual(all);
  }
});

test.each([
  [{ name: "", test: "filled", value: "" }],
  [{ name: "Pet", test: "is", value: " " }],
  [{ name: "Age", test: "is", value: "old" }],
] as [Row][])("%j is not complete", (row) => {
  expect(writeRows({ join: "all", rows: [row] }, isNumber)).toBeNull();
});

test.each([
  'field("A") == field("B")',
  'field("A") == "x" && field("B") == "y" || filled("C")',
  'field("A") + 1 > 2',
  "true",
  'field("A")[0]',
])("does not read %s as rows", (text) => {
  expect(readRows(text)).toBeNull();
});

test("updates expressions when their field is renamed, and no others", () => {
  const field = { showWhen: 'field("Pet") == "Pet" && filled("Pets")', requireWhen: null, calculate: null };
  expect(withNewName(field, "Pet", 'A "dog" $&').showWhen).toBe('field("A \\"dog\\" $&") == "Pet" && filled("Pets")');
  expect(withNewName(field, "Cat", "Dog")).toBe(field);
});
