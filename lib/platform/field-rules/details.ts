import { imageTypes, type FieldDetails, type FieldRules, type ImageType } from "@/db/schema/request-facts";

export { imageTypes, type FieldDetails, type FieldRules, type ImageType };

export const plainDetails: FieldDetails = { group: null, rules: null, help: null, placeholder: null, timeZone: null };

type Given = { [Name in keyof FieldDetails]?: FieldDetails[Name] | undefined };

/** The details of a field, with null for what is left out. */
export function detailsOf({ group, rules, help, placeholder, timeZone }: Given): FieldDetails {
  return {
    group: group ?? null,
    rules: tidyRules(rules ?? null),
    help: help ?? null,
    placeholder: placeholder ?? null,
    timeZone: timeZone ?? null,
  };
}

/** The details after a change: what is left out stays. */
export function mergeDetails(current: FieldDetails, change: Given): FieldDetails {
  const given = Object.entries(change).filter(([, value]) => value !== undefined);
  return detailsOf({ ...current, ...(Object.fromEntries(given) as Partial<FieldDetails>) });
}

/** In one order of the members, so that equal rules are equal texts. Null for no rule at all. */
export function tidyRules(rules: FieldRules | null): FieldRules | null {
  if (rules === null) return null;
  const members = Object.entries(rules).filter(([, value]) => value !== undefined && value !== null);
  members.sort(([first], [second]) => (first < second ? -1 : 1));
  return members.length === 0 ? null : Object.fromEntries(members);
}
