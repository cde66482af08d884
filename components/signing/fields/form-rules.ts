import { isTicked } from "@/lib/platform/field-rules/details";
import { faultsOf, tidyValue, type Fault, type FieldValue } from "@/lib/platform/field-rules/faults";
import type { Matcher } from "@/lib/platform/field-rules/pattern";
import type { LinkField } from "@/lib/signing/schema";
import { inReadingOrder, type FieldValues } from "./field-state";

/** The values that the server would refuse, by the same rules, by the field's id. */
export function faultsOfFields(
  fields: readonly LinkField[],
  values: FieldValues,
  matches: Matcher | null,
): Map<number, Fault> {
  const mine = inReadingOrder(fields.filter(({ isMine }) => isMine));
  // Checkboxes that the requester ticked count in their group.
  const fixed = mine.filter(({ type, readOnly }) => readOnly && isTicked(type));
  const given = new Map<number, FieldValue>([
    ...fixed.map(({ id, value }) => [id, value === "true"] as const),
    ...Object.entries(values).map(([id, value]) => [Number(id), value] as const),
  ]);
  return faultsOf(mine, given, matches);
}

/** In a separate module, because it is loaded only for signers with fields that take a value. */
export const formRules = { faultsOfFields, tidyValue };
export type FormRules = typeof formRules;
