import { decimalsOf, readAmount, writeAmount } from "@/lib/platform/field-rules/decimal";
import { readTick, type FieldRules } from "@/lib/platform/field-rules/details";
import {
  faultOf,
  faultsOf,
  tidyValue,
  type Fault,
  type FieldValue,
  type RuledField,
} from "@/lib/platform/field-rules/faults";
import type { Matcher } from "@/lib/platform/field-rules/pattern";
import { ofDecimal, roundTo, type Ratio } from "../decimal";
import { DivisionByZero, evaluate, mostDecimals, type Value } from "./evaluate";
import { isOwnTick, type ConditionField, type ConditionPlan, type Expression, type Unit } from "./plan";

/** The results of conditions and calculations for a set of values, by the fields' ids. */
export interface ConditionStates {
  hidden: ReadonlySet<number>;
  /** For fields with such a condition: whether they are required now. */
  required: ReadonlyMap<number, boolean>;
  /** Values of calculated fields, as drawn. */
  computed: ReadonlyMap<number, string>;
  /** Expressions that have no value at the moment. */
  faults: ReadonlyMap<number, Fault>;
}

/** Returns the given value, or the requester's if there is none. */
export type ValueOf = (field: ConditionField) => FieldValue;

/**
 * Evaluates every expression once, in the order of the plan. A field whose condition has no value is shown with the
 * fault.
 */
export function statesOf(plan: ConditionPlan, valueOf: ValueOf): ConditionStates {
  const values = new Map<Unit, Value>();
  const [hidden, required] = [new Set<number>(), new Map<number, boolean>()];
  const [computed, faults] = [new Map<number, string>(), new Map<number, Fault>()];
  for (const unit of plan.units) {
    const run = ({ tree, targets }: Expression): Value | Fault => {
      try {
        return evaluate(tree, (name) => values.get(targets.get(name) ?? unit) ?? null);
      } catch (error) {
        if (error instanceof DivisionByZero) return { code: "division_by_zero" };
        throw error;
      }
    };
    const note = (fault: Fault): void => void faults.set(unit.fields[0]?.id ?? 0, fault);
    const conditions = { showWhen: true, requireWhen: false };
    let result: Value | undefined;
    for (const expression of unit.expressions) {
      const value = run(expression);
      if (isFault(value)) note(value);
      else if (expression.member === "calculate") result = value;
      else if (expression.member === "showWhen") conditions.showWhen &&= value === true;
      else conditions.requireWhen ||= value === true;
    }
    const isHidden = !conditions.showWhen;
    for (const { id } of unit.fields) if (isHidden) hidden.add(id);
    if (isHidden) {
      // A hidden field cannot block the signature.
      faults.delete(unit.fields[0]?.id ?? 0);
      values.set(unit, emptyOf(unit));
      for (const field of unit.fields) if (field.calculate !== null) computed.set(field.id, "");
      continue;
    }
    if (unit.expressions.some(({ member }) => member === "requireWhen"))
      for (const { id } of unit.fields) required.set(id, conditions.requireWhen);
    const [field] = unit.fields;
    if (field && field.calculate !== null) {
      const text = written(unit, result ?? null);
      if (text === null) note({ code: "result_too_long" });
      computed.set(field.id, text ?? "");
      values.set(unit, readValue(unit, text ?? ""));
    } else {
      values.set(unit, valueOfUnit(unit, valueOf));
    }
  }
  return { hidden, required, computed, faults };
}

function isFault(value: Value | Fault): value is Fault {
  return typeof value === "object" && value !== null && "code" in value;
}

function emptyOf(unit: Unit): Value {
  return isOwnTick(unit) ? false : unit.type === "number" ? null : "";
}

function valueOfUnit(unit: Unit, valueOf: ValueOf): Value {
  const [field] = unit.fields;
  if (!field) return null;
  if (isOwnTick(unit)) return readTick(valueOf(field)) === true;
  if (unit.type !== "radio") return readValue(unit, tidyValue(field, String(valueOf(field))));
  const chosen = unit.fields.findIndex((button) => readTick(valueOf(button)) === true);
  return chosen < 0 ? "" : choiceOf(unit.fields, chosen);
}

/** The value of a radio button in expressions: its label, or its number in the group if it has none. */
export function choiceOf(buttons: readonly Pick<ConditionField, "label">[], index: number): string {
  return buttons[index]?.label?.trim() || String(index + 1);
}

function readValue({ type, rules }: Unit, text: string): Value {
  if (type !== "number") return text;
  const read = readAmount(text, rules ?? {});
  return read.kind === "number" ? ofDecimal(read.value) : null;
}

const mostLength = 1000;

/** The result as the field shows it, rounded to its decimals. Null if no field can hold it. */
function written({ type, rules }: Unit, value: Value): string | null {
  if (type !== "number") {
    const text = typeof value === "string" ? tidyValue({ type, rules }, value) : "";
    return text.length > mostLength ? null : text;
  }
  if (value === null || typeof value !== "object") return "";
  const text = writeRatio(value, rules ?? {});
  return readAmount(text, rules ?? {}).kind === "invalid" ? null : text;
}

function writeRatio(value: Ratio, rules: FieldRules): string {
  const rounded = roundTo(value, rules.decimals ?? mostDecimals);
  return writeAmount(rounded, rules, rules.decimals ?? decimalsOf(rounded));
}

/** The visible fields, with their current requirements. Calculated ones cannot be changed. */
export function shownFields<Field extends RuledField>(fields: readonly Field[], states: ConditionStates): Field[] {
  return fields
    .filter(({ id }) => !states.hidden.has(id))
    .map((field) => {
      const required = states.required.get(field.id) ?? field.required;
      const readOnly = field.readOnly || states.computed.has(field.id);
      return required === field.required && readOnly === field.readOnly ? field : { ...field, required, readOnly };
    });
}

/** Like `faultsOf`, with conditions applied. A calculated value must also follow its field's rules. */
export function faultsUnder(
  fields: readonly RuledField[],
  values: ReadonlyMap<number, FieldValue>,
  states: ConditionStates,
  matches: Matcher | null,
): Map<number, Fault> {
  const shown = shownFields(fields, states);
  return new Map([...faultsOf(shown, values, matches), ...expressionFaults(shown, states, matches)]);
}

/** Faults of the expressions and of the values that they produce. */
export function expressionFaults(
  shown: readonly RuledField[],
  states: ConditionStates,
  matches: Matcher | null,
): Map<number, Fault> {
  return new Map(
    shown.flatMap((field) => {
      const computed = states.computed.get(field.id);
      const fault = states.faults.get(field.id) ?? (computed === undefined ? null : faultOf(field, computed, matches));
      return fault ? [[field.id, fault] as const] : [];
    }),
  );
}
