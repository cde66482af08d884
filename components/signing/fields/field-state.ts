import type { LinkBox } from "@/lib/signing/schema";

export type FieldValues = Readonly<Record<number, string | boolean>>;
export type FieldFault = "blank" | "refused";

/** Whether an image exists for the fields of its type: stored, or proposed and stored by "Adopt and sign". */
export interface MadeImages {
  signature: boolean;
  initial: boolean;
}

/** Initial values of the signer's fields, as set by the requester. */
export function firstValues(boxes: readonly LinkBox[]): FieldValues {
  const own = boxes.filter(({ isMine, type }) => isMine && (type === "text" || type === "checkbox"));
  return Object.fromEntries(
    own.map(({ id, type, value }) => [id, type === "checkbox" ? value === "true" : (value ?? "")]),
  );
}

/** Whether the field needs nothing more. */
function isFilled(box: LinkBox, values: FieldValues, made: MadeImages): boolean {
  switch (box.type) {
    case "signature":
    case "initial":
      return made[box.type];
    case "text":
      return String(values[box.id] ?? "").trim() !== "";
    case "checkbox":
      return values[box.id] === true;
    case "date":
    case "name":
    case "email":
      return true;
  }
}

/** The signer's required fields: their number, and the blank ones. */
export function requiredFields(
  boxes: readonly LinkBox[],
  values: FieldValues,
  made: MadeImages,
): { total: number; blank: LinkBox[] } {
  const required = boxes.filter(({ isMine, required: isRequired }) => isMine && isRequired);
  return { total: required.length, blank: required.filter((box) => !isFilled(box, values, made)) };
}

/** The signer's optional fields that can be filled in and are not. */
export function optionalBlank(boxes: readonly LinkBox[], values: FieldValues): LinkBox[] {
  const none: MadeImages = { signature: true, initial: true };
  return boxes.filter((box) => box.isMine && !box.required && !isFilled(box, values, none));
}

/** Blank fields to type or tick; a signature is made in its own dialog. */
export function toBeTyped(blank: readonly LinkBox[]): LinkBox[] {
  return blank.filter(({ type }) => type === "text" || type === "checkbox");
}

/** Errors by field: blank ones, and those that still hold refused text. */
export function faults(blank: readonly LinkBox[], refused: FieldValues, values: FieldValues): Map<number, FieldFault> {
  const unchanged = Object.keys(refused)
    .map(Number)
    .filter((id) => refused[id] === values[id]);
  return new Map([
    ...unchanged.map((id) => [id, "refused"] as const),
    ...blank.map(({ id }) => [id, "blank"] as const),
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

type Placed = Pick<LinkBox, "page" | "top" | "left">;

/** In reading order: page, then top, then left. */
export function inReadingOrder<Box extends Placed>(boxes: readonly Box[]): Box[] {
  return [...boxes].sort((a, b) => a.page - b.page || a.top - b.top || a.left - b.left);
}

/** The field after `current` in reading order, wrapping around; null if there is none. */
export function nextBox<Box extends Placed & Pick<LinkBox, "id">>(
  boxes: readonly Box[],
  current: Box | null,
): Box | null {
  const ordered = inReadingOrder(boxes);
  if (!current) return ordered[0] ?? null;
  const after = inReadingOrder([...boxes.filter(({ id }) => id !== current.id), current]);
  const place = after.findIndex(({ id }) => id === current.id);
  return after[place + 1] ?? ordered[0] ?? null;
}
