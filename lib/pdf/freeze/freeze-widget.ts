import type { PdfDocument } from "@/lib/pdf/document";
import type { Located, PdfDict } from "@/lib/pdf/syntax/objects";
import { decodeString, textOf } from "@/lib/pdf/syntax/text-string";

/** A form field's widget on a page (ISO 32000-2, 12.5.6.19), with the entries inherited from its field and the form. */
export interface Widget {
  document: PdfDocument;
  object: Located<PdfDict>;
  type: "Sig" | "Tx" | "Btn" | "Ch" | null;
  /** Own or inherited /Ff. */
  flags: number;
  /** /MK, appearance characteristics. */
  look: Located<PdfDict> | null;
  /** Degrees counter-clockwise by which the appearance is rotated on the page. */
  rotation: 0 | 90 | 180 | 270;
  /** The size in which the appearance is drawn, before rotation, in user space units. */
  width: number;
  height: number;
}

const MAX_ANCESTORS = 32;
const LARGEST_SIDE = 14_400;

export function readWidget(document: PdfDocument, object: Located<PdfDict>): Widget {
  const look = document.dict(object.value.entries.get("MK"), object.bytes);
  const [x0 = 0, y0 = 0, x1 = 0, y1 = 0] = numbersOf(
    document,
    document.locate(object.value.entries.get("Rect"), object.bytes),
  );
  const rotation = quarterTurns(document.number(look?.value.entries.get("R")) ?? 0);
  const [across, up] = [sane(x1 - x0), sane(y1 - y0)];
  const isTurned = rotation === 90 || rotation === 270;
  const partial = { document, object, look, rotation, width: isTurned ? up : across, height: isTurned ? across : up };
  return { ...partial, type: typeOf(partial), flags: numberOf(partial, "Ff") };
}

/** An entry of the widget, or of the nearest ancestor field that has it, or of the form dictionary. */
export function inherited(widget: Pick<Widget, "document" | "object">, key: string): Located | null {
  const { document } = widget;
  let level: Located<PdfDict> | null = widget.object;
  for (let depth = 0; level !== null && depth < MAX_ANCESTORS; depth += 1) {
    const own: Located | null = document.locate(level.value.entries.get(key), level.bytes);
    if (own !== null && own.value.kind !== "null") {
      return own;
    }
    level = document.dict(level.value.entries.get("Parent"), level.bytes);
  }
  const catalog = document.catalog();
  const form = document.dict(catalog.value.entries.get("AcroForm"), catalog.bytes);
  return form === null ? null : document.locate(form.value.entries.get(key), form.bytes);
}

/** Decodes strings and returns names unchanged. Null for anything else. */
export function textIn(found: Located | null): string | null {
  if (found?.value.kind === "string") {
    return textOf(decodeString(found.bytes, found.value));
  }
  return found?.value.kind === "name" ? found.value.value : null;
}

export function numberOf(widget: Pick<Widget, "document" | "object">, key: string): number {
  const found = inherited(widget, key);
  return found?.value.kind === "number" ? found.value.value : 0;
}

export function numbersOf(document: PdfDocument, found: Located | null): number[] {
  return found?.value.kind === "array" ? found.value.items.map((item) => document.number(item) ?? 0) : [];
}

/** Coordinates far outside any page are caused by damage and would break the computation of appearances. */
function sane(length: number): number {
  return Math.min(Math.abs(length), LARGEST_SIDE);
}

function typeOf(widget: Pick<Widget, "document" | "object">): Widget["type"] {
  const found = inherited(widget, "FT")?.value;
  const name = found?.kind === "name" ? found.value : null;
  return name === "Sig" || name === "Tx" || name === "Btn" || name === "Ch" ? name : null;
}

function quarterTurns(degrees: number): Widget["rotation"] {
  const turned = (((Math.round(degrees / 90) * 90) % 360) + 360) % 360;
  return turned === 90 || turned === 180 || turned === 270 ? turned : 0;
}
