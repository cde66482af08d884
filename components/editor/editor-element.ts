import type { ElementWire, NewElement } from "@/lib/documents/fields/schema";
import type { TextStyle } from "@/lib/platform/geometry/field-text";
import type { PageSize } from "@/lib/platform/geometry/fit-box";
import type { Box } from "@/lib/platform/geometry/placement";
import { standardSizes } from "@/lib/platform/geometry/standard-size";

/** What the editor state needs from the rendered editor. */
export interface EditorSurface {
  focusBox: (element: EditorElement) => void;
  focusPages: () => void;
  focusInspector: () => void;
  /** The middle of the visible part of the page, in points; null if it is not visible. */
  middleOfSight: (page: number) => { xPt: number; yPt: number } | null;
}

export type ElementType = ElementWire["type"];

/** A field in the editor. `key` is stable, even before the server has assigned an ID. */
export interface EditorElement extends TextStyle {
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

/** Field types that the palette places, in its order. */
export const toolTypes = [
  "signature",
  "initial",
  "date",
  "name",
  "email",
  "text",
  "checkbox",
] as const satisfies readonly ElementType[];

/** Whether a field of this type shows text, whose look can be set. */
export function hasText(type: ElementType): boolean {
  return type === "date" || type === "name" || type === "email" || type === "text";
}

/** Initial size of a new field of this type, in points. */
export function standardSize(type: ElementType): PageSize {
  return standardSizes[type];
}

/** A stored field, by its ID on the server. */
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
    fontSizePt: element.fontSize,
    alignment: element.alignment,
    dateFormat: element.dateFormat,
  };
}

/** The stored properties of a field. */
export function toBody({
  type,
  signRequestId,
  page,
  box,
  required,
  label,
  value,
  ...style
}: EditorElement): NewElement {
  const coordinates = { page, left: box.leftPt, top: box.topPt, width: box.widthPt, height: box.heightPt };
  const { fontSizePt: fontSize, alignment, dateFormat } = style;
  return { type, signRequestId, coordinates, required, label, value, fontSize, alignment, dateFormat };
}

/** Whether both have the same stored properties, whatever their keys. */
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

/** A point on a page as fractions of its width and height: 0 to 1 inside, beyond that outside. */
export interface PointOnSheet {
  sheet: HTMLElement;
  page: number;
  share: { x: number; y: number };
}

/** The page under a point of the window; null if there is none. */
export function sheetAt(x: number, y: number): PointOnSheet | null {
  const sheet = document.elementsFromPoint(x, y).find((element) => element.matches("section[data-page]"));
  return sheet instanceof HTMLElement ? pointOnSheet(sheet, x, y) : null;
}

/** Position of a window point relative to this page. */
export function pointOnSheet(sheet: HTMLElement, x: number, y: number): PointOnSheet {
  const { left, top, width, height } = sheet.getBoundingClientRect();
  return { sheet, page: Number(sheet.dataset["page"]), share: { x: (x - left) / width, y: (y - top) / height } };
}
