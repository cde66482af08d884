import type { LinkBox } from "@/lib/signing/schema";

export type FieldValues = Readonly<Record<number, string | boolean>>;

/** Whether an image is stored that goes into boxes of its type. */
export interface AdoptedImages {
  signature: boolean;
  initial: boolean;
}

/** What the signer's boxes hold at first: what the requester wrote into them. */
export function firstValues(boxes: readonly LinkBox[]): FieldValues {
  const own = boxes.filter(({ isMine, type }) => isMine && (type === "text" || type === "checkbox"));
  return Object.fromEntries(own.map(({ id, type, value }) => [id, type === "checkbox" ? value === "true" : (value ?? "")]));
}

/** True when nothing is left to do in this box; a proposed signature counts once it is adopted. */
export function isFilled(box: LinkBox, values: FieldValues, adopted: AdoptedImages): boolean {
  switch (box.type) {
    case "signature":
    case "initial":
      return adopted[box.type];
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
export function requiredFields(boxes: readonly LinkBox[], values: FieldValues, adopted: AdoptedImages): { total: number; blank: LinkBox[] } {
  const required = boxes.filter(({ isMine, required: isRequired }) => isMine && isRequired);
  return { total: required.length, blank: required.filter((box) => !isFilled(box, values, adopted)) };
}

/** Blank boxes that only the signer can fill; a signature is filled by adopting it. */
export function toBeTyped(blank: readonly LinkBox[]): LinkBox[] {
  return blank.filter(({ type }) => type === "text" || type === "checkbox");
}

/** What is sent when signing. */
export function fieldInputs(values: FieldValues): { elementId: number; value: string | boolean }[] {
  return Object.entries(values).map(([id, value]) => ({ elementId: Number(id), value }));
}
