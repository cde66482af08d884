import { groupOf, isImageType, isTicked, takesValue } from "@/lib/platform/field-rules/details";
import type { Fault, FieldValue } from "@/lib/platform/field-rules/faults";
import type { LinkField } from "@/lib/signing/schema";

export type FieldValues = Readonly<Record<number, FieldValue>>;
/** `refused`: the server cannot write this text into the document. */
export type FieldFault = Fault | { code: "refused" };

/** Whether an image exists for the fields of its type: stored, or proposed and stored by "Adopt and sign". */
export interface MadeImages {
  signature: boolean;
  initial: boolean;
  stamp: boolean;
}

/** Initial values of the signer's fields, as set by the requester. */
export function firstValues(fields: readonly LinkField[]): FieldValues {
  const own = fields.filter(
    ({ isMine, type, readOnly, calculate }) => isMine && !readOnly && calculate === null && takesValue(type),
  );
  return Object.fromEntries(own.map(({ id, type, value }) => [id, isTicked(type) ? value === "true" : (value ?? "")]));
}

/** The values of these fields; the same object if there are no others. */
export function valuesOf(fields: readonly LinkField[], values: FieldValues): FieldValues {
  const ids = new Set(fields.map(({ id }) => id));
  const all = Object.entries(values);
  const kept = all.filter(([id]) => ids.has(Number(id)));
  return kept.length === all.length ? values : Object.fromEntries(kept);
}

/** The values with this one; another button of the same group is no longer chosen. */
export function withValue(
  fields: readonly LinkField[],
  values: FieldValues,
  id: number,
  value: FieldValue,
): FieldValues {
  const field = fields.find((one) => one.id === id);
  const others = field?.type === "radio" && value === true ? groupOf(mineOf(fields), field) : [];
  return { ...values, ...Object.fromEntries(others.map((other) => [other.id, false])), [id]: value };
}

function mineOf(fields: readonly LinkField[]): LinkField[] {
  return fields.filter(({ isMine }) => isMine);
}

/** The place of a checkbox or radio button in its group. */
export interface GroupPlace {
  isFirst: boolean;
  /** One button of the group must be chosen. */
  isRequired: boolean;
}

/** The signer's fields that have a group, by their id. */
export function groupPlaces(fields: readonly LinkField[]): Map<number, GroupPlace> {
  const mine = inReadingOrder(mineOf(fields));
  const grouped = mine.filter(({ type, group }) => group !== null && isTicked(type));
  return new Map(
    grouped.map((field) => {
      const group = groupOf(mine, field);
      return [field.id, { isFirst: group[0]?.id === field.id, isRequired: group.some(({ required }) => required) }];
    }),
  );
}

/** Whether the signer has to fill this field. A group of radio buttons or checkboxes counts once. */
function isDemanded(mine: readonly LinkField[], field: LinkField): boolean {
  if (field.readOnly) return false;
  const group = groupOf(mine, field);
  const isFirst = group[0]?.id === field.id;
  if (field.type === "radio") return isFirst && group.some(({ required }) => required);
  return field.required || (isFirst && group.some(({ rules }) => (rules?.minChecked ?? 0) > 0));
}

function isImageMissing({ type, required }: LinkField, made: MadeImages): boolean {
  return required && isImageType(type) && !made[type];
}

/** The fields that the signer has to fill: the number of fields, and those that are blank or violate their rules. */
export function requiredFields(
  fields: readonly LinkField[],
  faults: ReadonlyMap<number, Fault>,
  made: MadeImages,
): { total: number; blank: LinkField[] } {
  const mine = inReadingOrder(mineOf(fields));
  return {
    total: mine.filter((field) => isDemanded(mine, field) || faults.has(field.id)).length,
    blank: mineOf(fields).filter((field) => faults.has(field.id) || isImageMissing(field, made)),
  };
}

/** The signer's optional fields that can be filled in and are not. */
export function optionalBlank(fields: readonly LinkField[], values: FieldValues): LinkField[] {
  const mine = inReadingOrder(mineOf(fields));
  return mine.filter((field) => {
    if (field.readOnly || !takesValue(field.type) || isDemanded(mine, field)) return false;
    if (field.type !== "radio") return values[field.id] !== true && String(values[field.id] || "").trim() === "";
    const group = groupOf(mine, field);
    return group[0]?.id === field.id && !group.some(({ id, required }) => required || values[id] === true);
  });
}

/** Fields to type or tick; a signature is made in its own dialog. */
export function toBeTyped(blank: readonly LinkField[]): LinkField[] {
  return blank.filter(({ type }) => takesValue(type));
}

/** The errors to show, by field: those of the given fields, and of fields that still contain refused text. */
export function shownFaults(
  faults: ReadonlyMap<number, Fault>,
  refused: FieldValues,
  values: FieldValues,
  isShown: (id: number, fault: Fault) => boolean,
): Map<number, FieldFault> {
  const unchanged = Object.keys(refused)
    .map(Number)
    .filter((id) => refused[id] === values[id]);
  return new Map<number, FieldFault>([
    ...unchanged.map((id) => [id, { code: "refused" }] as const),
    ...[...faults].filter(([id, fault]) => isShown(id, fault)),
  ]);
}

/** The field values to send when signing. */
export function fieldInputs(values: FieldValues): { elementId: number; value: string | boolean }[] {
  return Object.entries(values).map(([id, value]) => ({ elementId: Number(id), value }));
}

/** The DOM ID of a field's control. */
export function fieldId(id: number): string {
  return `field-${id}`;
}

type Placed = Pick<LinkField, "page" | "top" | "left">;

/** In reading order: page, then top, then left. */
export function inReadingOrder<Field extends Placed>(fields: readonly Field[]): Field[] {
  return [...fields].sort((a, b) => a.page - b.page || a.top - b.top || a.left - b.left);
}

/** The field after `current` in reading order, wrapping around; null if there is none. */
export function nextField<Field extends Placed & Pick<LinkField, "id">>(
  fields: readonly Field[],
  current: Field | null,
): Field | null {
  const ordered = inReadingOrder(fields);
  if (!current) return ordered[0] ?? null;
  const after = inReadingOrder([...fields.filter(({ id }) => id !== current.id), current]);
  const place = after.findIndex(({ id }) => id === current.id);
  return after[place + 1] ?? ordered[0] ?? null;
}
