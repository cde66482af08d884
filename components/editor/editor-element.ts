import type { ElementWire, NewElement } from "@/lib/documents/fields/schema";
import type { PageSize } from "@/lib/platform/geometry/fit-box";
import type { Box } from "@/lib/platform/geometry/placement";
import { standardSizes } from "@/lib/platform/geometry/standard-size";

/** What the state needs of the parts that are drawn. */
export interface EditorSurface {
  focusBox: (element: EditorElement) => void;
  focusPages: () => void;
  focusInspector: () => void;
  /** The middle of what is seen of the page, in points; null when nothing of it is. */
  middleOfSight: (page: number) => { xPt: number; yPt: number } | null;
}

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

/** Holds the latest value, for callbacks with a stable identity. */
export interface Latest<Value> {
  read: () => Value;
  write: (value: Value) => void;
}

export function latest<Value>(value: Value): Latest<Value> {
  let held = value;
  return {
    read: () => held,
    write: (next) => {
      held = next;
    },
  };
}

/** A point on a page: how far right and down of it, 0 to 1 (beyond, outside of it). */
export interface PointOnSheet {
  sheet: HTMLElement;
  page: number;
  share: { x: number; y: number };
}

/** The page under a point of the window; null when none is there. */
export function sheetAt(x: number, y: number): PointOnSheet | null {
  const sheet = document.elementsFromPoint(x, y).find((element) => element.matches("section[data-page]"));
  return sheet instanceof HTMLElement ? pointOnSheet(sheet, x, y) : null;
}

/** Where a point of the window lies as seen from this page. */
export function pointOnSheet(sheet: HTMLElement, x: number, y: number): PointOnSheet {
  const { left, top, width, height } = sheet.getBoundingClientRect();
  return { sheet, page: Number(sheet.dataset["page"]), share: { x: (x - left) / width, y: (y - top) / height } };
}
