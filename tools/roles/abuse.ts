import { missing, type Target } from "@/lib/pades/verify/testing/mutations/mutation";
import { overlaps, visibleAnnotations } from "@/lib/pdf/fields/annotation-overlap";
import type { FormField } from "@/lib/pdf/fields/fields";
import { pdfRef } from "@/lib/pdf/syntax/serialize";
import type { Area } from "../judges/picture";
import type { Group } from "./judge-mutant";
import type { Party } from "./sign-subject";

/** A revision appended to a signed file: close to the permitted changes, or one of them. */
export interface Abuse {
  /** The permission that it exploits. */
  group: Group;
  /** A change that not every signature permits. */
  needs?: "filling" | "new_fields";
  name: string;
  apply(bytes: Buffer, party: Party): Buffer | Promise<Buffer>;
  isHonest?: boolean;
  mayChange?: readonly Area[];
  /** Green only with a warning that names page 1. */
  mustWarn?: boolean;
  shows?: ShownContent;
}

/** The content that a filled field must show. */
export interface ShownContent {
  area: Area;
  /** Its value, if nothing else is drawn in its area. */
  text: string | null;
  /** Fills the field honestly with the same value. */
  alike: (bytes: Buffer) => Buffer;
}

/** Bands of a page to try for a field over its text: their lower and upper edge as shares of the page height. */
const bands = [
  [0.82, 0.98],
  [0.6, 0.8],
  [0.4, 0.6],
  [0.2, 0.4],
  [0.02, 0.2],
] as const;

/**
 * The `/Rect` of a field over the first page's text that touches no annotation, because fields that touch one are
 * refused for that.
 */
export function overText(target: Target, isBackwards = false): string {
  const [page] = target.pages;
  const { x0, y0, x1, y1 } = page?.box ?? missing("a page");
  const seen = visibleAnnotations(target.document, target.array(target.page, "Annots"));
  const rects = bands.map(([low, high]): [number, number, number, number] => [
    x0 + (x1 - x0) * 0.04,
    y0 + (y1 - y0) * low,
    x0 + (x1 - x0) * 0.65,
    y0 + (y1 - y0) * high,
  ]);
  const [left, bottom, right, top] =
    rects.find((rect) => seen.every((annotation) => !overlaps(annotation.rect, rect))) ??
    missing("a place free of annotations");
  return isBackwards ? `/Rect[${right} ${top} ${left} ${bottom}]` : `/Rect[${left} ${bottom} ${right} ${top}]`;
}

/** A form XObject that paints the whole page black. */
export function paint(target: Target): string {
  return pdfRef(target.drawing());
}

/** Adds the widget of a field to the first page and the field to the form, which need not be one object. */
export function addSplitField(target: Target, field: string, widgets: readonly string[]): void {
  const { revision } = target;
  const parent = revision.reserve();
  const kids = widgets.map((entries) =>
    revision.add(`<</Type/Annot/Subtype/Widget/P ${pdfRef(target.page.num)}/Parent ${pdfRef(parent)}${entries}>>`),
  );
  revision.replace(parent, 0, `<<${field}/Kids[${kids.map((kid) => pdfRef(kid)).join(" ")}]>>`);
  target.edit(target.page, {
    Annots: `[${[...target.items(target.page, "Annots"), ...kids.map((kid) => pdfRef(kid))].join(" ")}]`,
  });
  target.edit(target.form, { Fields: `[${[...target.items(target.form, "Fields"), pdfRef(parent)].join(" ")}]` });
}

/** The field of this name, which foreign forms have and our files do not. */
export function fieldNamed(target: Target, name: string): FormField & { object: { num: number } } {
  return target.field((field) => field.name === name);
}

/** Object number of the stream of a field's normal appearance. */
export function drawingOf(target: Target, field: FormField, state?: string): number {
  const appearances = target.document.dict(field.object.value.entries.get("AP"), field.object.bytes);
  const normal = appearances?.value.entries.get("N");
  const states = state === undefined ? null : target.document.dict(normal, field.object.bytes);
  const drawing = state === undefined ? normal : states?.value.entries.get(state);
  return drawing?.kind === "ref" ? drawing.num : missing("a drawing of its own");
}

export function contentOf(target: Target): number {
  const contents = target.page.value.entries.get("Contents");
  const list = target.array(target.page, "Contents");
  const first = list ? list.value.items[0] : contents;
  return first?.kind === "ref" ? first.num : missing("a content stream");
}
