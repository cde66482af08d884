import { planConditions, type ConditionField, type ConditionPlan } from "@/lib/platform/field-rules/conditions/plan";
import { expressionFaults, shownFields, statesOf } from "@/lib/platform/field-rules/conditions/states";
import type { Fault } from "@/lib/platform/field-rules/faults";
import type { Matcher } from "@/lib/platform/field-rules/pattern";
import type { KnownField, LinkField } from "@/lib/signing/schema";
import type { FieldValues } from "./field-state";

/** The plan of the signer's expressions, made once for a document. */
export interface PagePlan {
  plan: ConditionPlan;
  /** Values that the signer cannot change. */
  fixed: ReadonlyMap<number, string>;
}

const self = { owner: 0, step: 1 };

/** The server decides about expressions; the page only mirrors its result. */
export function planOfPage(fields: readonly LinkField[], known: readonly KnownField[]): PagePlan {
  const mine = fields.filter(({ isMine }) => isMine);
  const others = known.map(({ signer, ...field }): ConditionField => ({
    ...{ required: false, showWhen: null, requireWhen: null, calculate: null },
    ...field,
    owner: signer,
    step: 0,
  }));
  return {
    plan: planConditions([...mine.map((field) => ({ ...field, ...self })), ...others]),
    fixed: new Map([...mine, ...known].map(({ id, value }) => [id, value ?? ""])),
  };
}

/** The fields that are shown for these values, and the faults of the expressions. */
export function applyConditions(
  { plan, fixed }: PagePlan,
  fields: readonly LinkField[],
  values: FieldValues,
): { shown: LinkField[]; faultsBy: (matches: Matcher | null) => Map<number, Fault> } {
  const states = statesOf(plan, ({ id }) => values[id] ?? fixed.get(id) ?? "");
  const shown = shownFields(fields, states).map((field) => {
    const value = states.computed.get(field.id);
    return value === undefined ? field : { ...field, value };
  });
  return { shown, faultsBy: (matches) => expressionFaults(shown, states, matches) };
}
