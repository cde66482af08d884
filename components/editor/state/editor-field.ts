import { useTranslations } from "next-intl";
import { useMemo } from "react";
import type { FieldWire, NewField } from "@/lib/documents/fields/schema";
import {
  detailsOf,
  groupOf,
  imageTypes,
  isImageType,
  isRequiredByDefault,
  isTicked,
  plainDetails,
  type FieldDetails,
  type FieldType,
} from "@/lib/platform/field-rules/details";
import { plainStyle, type TextStyle } from "@/lib/platform/geometry/field-text";
import { standardSizes, type PageSize } from "@/lib/platform/geometry/fit-box";
import type { Box } from "@/lib/platform/geometry/placement";

/** The parts of the rendered editor that the editor state uses. */
export interface EditorSurface {
  focusField: (field: EditorField) => void;
  focusPages: () => void;
  focusInspector: () => void;
  /** The middle of the visible part of the page, in points; null if it is not visible. */
  middleOfSight: (page: number) => { xPt: number; yPt: number } | null;
}

/** A field in the editor. `key` is stable, even before the server has assigned an ID. */
export interface EditorField extends TextStyle, FieldDetails {
  key: string;
  type: FieldType;
  signRequestId: number;
  /** Counted from 1. */
  page: number;
  /** Points from the top-left corner of the page as a reader sees it. */
  box: Box;
  required: boolean;
  label: string | null;
  value: string | null;
  /** The signer cannot change the value. */
  readOnly: boolean;
}

/** Field types that the palette places, in its groups and order. */
export const toolGroups = [
  { name: "sign", types: imageTypes },
  { name: "automatic", types: ["date", "name", "email"] },
  { name: "input", types: ["text", "number", "phone", "day"] },
  { name: "choice", types: ["checkbox", "radio", "dropdown"] },
] as const satisfies readonly { name: string; types: readonly FieldType[] }[];

export const toolTypes: readonly FieldType[] = toolGroups.flatMap(({ types }) => [...types]);

/** Whether a field of this type shows text with a configurable look. */
export function hasText(type: FieldType): boolean {
  return !isImageType(type) && !isTicked(type);
}

/** Initial size of a new field of this type, in points. */
export function standardSize(type: FieldType): PageSize {
  return standardSizes[type];
}

/** A stored field, by its ID on the server. */
export interface StoredField {
  id: number;
  field: EditorField;
}

export function fromStored(field: FieldWire): StoredField {
  return { id: field.elementId, field: fromWire(field) };
}

function fromWire(field: FieldWire): EditorField {
  const { page, left, top, width, height } = field.coordinates;
  return {
    key: `stored-${field.elementId}`,
    type: field.type,
    signRequestId: field.signRequestId,
    page,
    box: { leftPt: left, topPt: top, widthPt: width, heightPt: height },
    required: field.required,
    label: field.label,
    value: field.value,
    readOnly: field.readOnly,
    fontSizePt: field.fontSize,
    alignment: field.alignment,
    dateFormat: field.dateFormat,
    colour: field.colour,
    font: field.font,
    ...detailsOf(field),
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
  readOnly,
  ...rest
}: EditorField): NewField {
  const coordinates = { page, left: box.leftPt, top: box.topPt, width: box.widthPt, height: box.heightPt };
  const { fontSizePt: fontSize, alignment, dateFormat, colour, font } = rest;
  const look = { fontSize, alignment, dateFormat, colour, font };
  return { type, signRequestId, coordinates, required, label, value, readOnly, ...look, ...detailsOf(rest) };
}

/** Whether both have the same stored properties, regardless of their keys. */
export function hasSameContent(first: EditorField, second: EditorField): boolean {
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

/** The radio buttons or checkboxes of a field's group, including itself; only itself if it has no group. */
export function groupAround(fields: readonly EditorField[], field: EditorField): readonly EditorField[] {
  const own = fields.filter(({ signRequestId }) => signRequestId === field.signRequestId);
  return field.group === null ? [field] : groupOf(own, field);
}

/**
 * The fields affected by a change to the field: for a radio button its whole group, which has one value of one signer.
 */
export function keysOf(fields: readonly EditorField[], field: EditorField): string[] {
  return field.type === "radio" ? groupAround(fields, field).map(({ key }) => key) : [field.key];
}

/** Initial names for the options of a new list and for a new group. */
interface Defaults {
  group: (number: number) => string;
  option: (number: number) => string;
}

export function useDefaults(): Defaults {
  const t = useTranslations("editor.choices");
  return useMemo(
    () => ({
      group: (number) => t("newGroup", { number }),
      option: (number) => t("newOption", { number }),
    }),
    [t],
  );
}

/** The gap between two new radio buttons, in points. */
const gapPt = 6;

/** The fields that the palette places: one field, or a group of two radio buttons. */
export function newFields(
  place: Pick<EditorField, "type" | "signRequestId" | "page" | "box">,
  others: readonly EditorField[],
  defaults: Defaults,
  newKey: () => string,
): EditorField[] {
  const plain = {
    ...place,
    required: isRequiredByDefault(place.type),
    label: null,
    value: null,
    readOnly: false,
    ...plainStyle,
  };
  const details = { ...plainDetails, ...detailsOfType(place.type, place.signRequestId, others, defaults) };
  const first: EditorField = { key: newKey(), ...plain, ...details };
  if (place.type !== "radio") return [first];
  const { box } = place;
  return [
    { ...first, label: defaults.option(1) },
    {
      ...first,
      key: newKey(),
      label: defaults.option(2),
      box: { ...box, topPt: box.topPt + box.heightPt + gapPt },
    },
  ];
}

/** Options of a dropdown and the group of a radio button, which such fields require. */
export function detailsOfType(
  type: FieldType,
  signRequestId: number,
  others: readonly EditorField[],
  defaults: Defaults,
): Partial<Pick<EditorField, "rules" | "group">> {
  if (type === "dropdown") return { rules: { options: [defaults.option(1), defaults.option(2)] } };
  if (type !== "radio") return {};
  const taken = new Set(others.filter((other) => other.signRequestId === signRequestId).map(({ group }) => group));
  let number = 1;
  while (taken.has(defaults.group(number))) number += 1;
  return { group: defaults.group(number) };
}

/** One more button of the group, below its lowest one. */
export function nextChoice(
  group: readonly EditorField[],
  defaults: Defaults,
  newKey: () => string,
): EditorField | null {
  const lowest = [...group].sort((a, b) => a.page - b.page || a.box.topPt - b.box.topPt).at(-1);
  if (!lowest) return null;
  const labels = new Set(group.map(({ label }) => label));
  let number = group.length + 1;
  while (labels.has(defaults.option(number))) number += 1;
  return {
    ...lowest,
    key: newKey(),
    label: defaults.option(number),
    value: null,
    box: { ...lowest.box, topPt: lowest.box.topPt + lowest.box.heightPt + gapPt },
  };
}
