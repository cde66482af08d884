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
export function firstValues(boxes: readonly LinkField[]): FieldValues {
  const own = boxes.filter(
    ({ isMine, type, readOnly, calculate }) => isMine && !readOnly && calculate === null && takesValue(type),
  );
  return Object.fromEntries(own.map(({ id, type, value }) => [id, isTicked(type) ? value === "true" : (value ?? "")]));
}

/** The values of these fields; the same object if there are no others. */
export function valuesOf(boxes: readonly LinkField[], values: FieldValues): FieldValues {
  const ids = new Set(boxes.map(({ id }) => id));
  const all = Object.entries(values);
  const kept = all.filter(([id]) => ids.has(Number(id)));
  return kept.length === all.length ? values : Object.fromEntries(kept);
}

/** The values with this one; another button of the same group is no longer chosen. */
export function withValue(
  boxes: readonly LinkField[],
  values: FieldValues,
  id: number,
  value: FieldValue,
): FieldValues {
  const box = boxes.find((one) => one.id === id);
  const others = box?.type === "radio" && value === true ? groupOf(mineOf(boxes), box) : [];
  return { ...values, ...Object.fromEntries(others.map((other) => [other.id, false])), [id]: value };
}

function mineOf(boxes: readonly LinkField[]): LinkField[] {
  return boxes.filter(({ isMine }) => isMine);
}

/** The place of a checkbox or radio button in its group. */
export interface GroupPlace {
  isFirst: boolean;
  /** One button of the group must be chosen. */
  isRequired: boolean;
}

/** The signer's fields that have a group, by their id. */
export function groupPlaces(boxes: readonly LinkField[]): Map<number, GroupPlace> {
  const mine = inReadingOrder(mineOf(boxes));
  const grouped = mine.filter(({ type, group }) => group !== null && isTicked(type));
  return new Map(
    grouped.map((box) => {
      const group = groupOf(mine, box);
      return [box.id, { isFirst: group[0]?.id === box.id, isRequired: group.some(({ required }) => required) }];
    }),
  );
}

/** Whether the signer has to fill this field. A group of radio buttons or checkboxes counts once. */
function isDemanded(mine: readonly LinkField[], box: LinkField): boolean {
  if (box.readOnly) return false;
  const group = groupOf(mine, box);
  const isFirst = group[0]?.id === box.id;
  if (box.type === "radio") return isFirst && group.some(({ required }) => required);
  return box.required || (isFirst && group.some(({ rules }) => (rules?.minChecked ?? 0) > 0));
}

function isImageMissing({ type, required }: LinkField, made: MadeImages): boolean {
  return required && isImageType(type) && !made[type];
}

/** The fields that the signer has to fill: the number of fields, and those that are blank or violate their rules. */
export function requiredFields(
  boxes: readonly LinkField[],
  faults: ReadonlyMap<number, Fault>,
  made: MadeImages,
): { total: number; blank: LinkField[] } {
  const mine = inReadingOrder(mineOf(boxes));
  return {
    total: mine.filter((box) => isDemanded(mine, box) || faults.has(box.id)).length,
    blank: mineOf(boxes).filter((box) => faults.has(box.id) || isImageMissing(box, made)),
  };
}

/** The signer's optional fields that can be filled in and are not. */
export function optionalBlank(boxes: readonly LinkField[], values: FieldValues): LinkField[] {
  const mine = inReadingOrder(mineOf(boxes));
  return mine.filter((box) => {
    if (box.readOnly || !takesValue(box.type) || isDemanded(mine, box)) return false;
    if (box.type !== "radio") return values[box.id] !== true && String(values[box.id] || "").trim() === "";
    const group = groupOf(mine, box);
    return group[0]?.id === box.id && !group.some(({ id, required }) => required || values[id] === true);
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
export function fieldId(boxId: number): string {
  return `field-${boxId}`;
}

type Placed = Pick<LinkField, "page" | "top" | "left">;

/** In reading order: page, then top, then left. */
export function inReadingOrder<Box extends Placed>(boxes: readonly Box[]): Box[] {
  return [...boxes].sort((a, b) => a.page - b.page || a.top - b.top || a.left - b.left);
}

/** The field after `current` in reading order, wrapping around; null if there is none. */
export function nextField<Box extends Placed & Pick<LinkField, "id">>(
  boxes: readonly Box[],
  current: Box | null,
): Box | null {
  const ordered = inReadingOrder(boxes);
  if (!current) return ordered[0] ?? null;
  const after = inReadingOrder([...boxes.filter(({ id }) => id !== current.id), current]);
  const place = after.findIndex(({ id }) => id === current.id);
  return after[place + 1] ?? ordered[0] ?? null;
}
