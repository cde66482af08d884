import type { FieldPlan } from "./seed";

const line = { left: 60, width: 180, height: 22 };
const circle = { type: "radio", group: "Pet", left: 60, width: 18, height: 18 } as const;

/**
 * A rental form that asks for a pet's name only if there is a pet, and multiplies. Each field follows those that its
 * expressions refer to.
 */
export const petForm: readonly FieldPlan[] = [
  { ...circle, label: "Yes", top: 90 },
  { ...circle, label: "No", top: 90, left: 180 },
  { ...line, type: "text", label: "Name of the pet", top: 170, showWhen: 'field("Pet") == "Yes"' },
  { ...line, type: "number", label: "Rent", top: 230, rules: { decimals: 2 } },
  { ...line, type: "number", label: "Months", top: 280, rules: { decimals: 0 } },
  {
    ...line,
    type: "number",
    label: "Total",
    top: 330,
    rules: { decimals: 2 },
    calculate: 'field("Rent") * field("Months")',
  },
  { ...line, type: "number", label: "Days", top: 430 },
  {
    ...line,
    type: "number",
    label: "A day",
    top: 380,
    rules: { decimals: 2 },
    calculate: 'field("Rent") / field("Days")',
  },
  { top: 500, left: 60 },
];
