import type { ElementWire, NewElement } from "@/lib/elements/schema";
import type { PageSize } from "@/lib/geometry/fit-box";
import type { Box } from "@/lib/geometry/placement";
import { standardSizes } from "@/lib/geometry/standard-size";

export type ElementType = ElementWire["type"];

/** A box as the editor holds it. `key` names it from its first moment on, before the server has given it an id. */
export interface EditorElement {
  key: string;
  type: ElementType;
  signRequestId: number;
  /** Counted from 1. */
  page: number;
  /** Points from the top-left corner of the page as a reader sees it. */
  box: Box;
  required: boolean;
  label: string | null;
  value: string | null;
}

/** What a tool of the palette places; in the order of the palette. */
export const toolTypes = [
  "signature",
  "initial",
  "date",
  "name",
  "email",
  "text",
  "checkbox",
] as const satisfies readonly ElementType[];

/** The size, in points, that a box of this type has when it is placed. */
export function standardSize(type: ElementType): PageSize {
  return standardSizes[type];
}

/** A box that the server holds, by the id it has there. */
export interface StoredElement {
  id: number;
  element: EditorElement;
}

export function fromStored(element: ElementWire): StoredElement {
  return { id: element.elementId, element: fromWire(element) };
}

function fromWire(element: ElementWire): EditorElement {
  const { page, left, top, width, height } = element.coordinates;
  return {
    key: `stored-${element.elementId}`,
    type: element.type,
    signRequestId: element.signRequestId,
    page,
    box: { leftPt: left, topPt: top, widthPt: width, heightPt: height },
    required: element.required,
    label: element.label,
    value: element.value,
  };
}

/** Everything the server keeps of a box. */
export function toBody({ type, signRequestId, page, box, required, label, value }: EditorElement): NewElement {
  const coordinates = { page, left: box.leftPt, top: box.topPt, width: box.widthPt, height: box.heightPt };
  return { type, signRequestId, coordinates, required, label, value };
}

/** Whether both are the same for the server, whatever their keys. */
export function hasSameContent(first: EditorElement, second: EditorElement): boolean {
  return first === second || JSON.stringify(toBody(first)) === JSON.stringify(toBody(second));
}
