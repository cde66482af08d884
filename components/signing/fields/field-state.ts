import type { LinkBox } from "@/lib/signing/schema";

export type FieldValues = Readonly<Record<number, string | boolean>>;
export type FieldFault = "blank" | "refused";

/** Whether there is an image for the boxes of its type: stored, or proposed and to be stored by the press of "Adopt and sign". */
export interface MadeImages {
  signature: boolean;
  initial: boolean;
}

/** What the signer's boxes hold at first: what the requester wrote into them. */
export function firstValues(boxes: readonly LinkBox[]): FieldValues {
  const own = boxes.filter(({ isMine, type }) => isMine && (type === "text" || type === "checkbox"));
  return Object.fromEntries(
    own.map(({ id, type, value }) => [id, type === "checkbox" ? value === "true" : (value ?? "")]),
  );
}

/** True when nothing is left to do in this box. */
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

/** The signer's required boxes: how many there are, and those that are still blank. */
export function requiredFields(
  boxes: readonly LinkBox[],
  values: FieldValues,
  made: MadeImages,
): { total: number; blank: LinkBox[] } {
  const required = boxes.filter(({ isMine, required: isRequired }) => isMine && isRequired);
  return { total: required.length, blank: required.filter((box) => !isFilled(box, values, made)) };
}

/** Blank boxes to be typed or ticked; a signature is made in its own window. */
export function toBeTyped(blank: readonly LinkBox[]): LinkBox[] {
  return blank.filter(({ type }) => type === "text" || type === "checkbox");
}

/** What is wrong with which box: blank ones, and those that still hold the text that was refused. */
export function faults(blank: readonly LinkBox[], refused: FieldValues, values: FieldValues): Map<number, FieldFault> {
  const unchanged = Object.keys(refused)
    .map(Number)
    .filter((id) => refused[id] === values[id]);
  return new Map([
    ...unchanged.map((id) => [id, "refused"] as const),
    ...blank.map(({ id }) => [id, "blank"] as const),
  ]);
}

/** What is sent when signing. */
export function fieldInputs(values: FieldValues): { elementId: number; value: string | boolean }[] {
  return Object.entries(values).map(([id, value]) => ({ elementId: Number(id), value }));
}

/** The DOM id of a box's control. */
export function fieldId(boxId: number): string {
  return `field-${boxId}`;
}

type Placed = Pick<LinkBox, "page" | "top" | "left">;

/** In the order in which a page is read: page, then top, then left. */
export function inReadingOrder<Box extends Placed>(boxes: readonly Box[]): Box[] {
  return [...boxes].sort((a, b) => a.page - b.page || a.top - b.top || a.left - b.left);
}

/** The box that follows `current` in reading order, from the first again after the last; null when there is none. */
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
