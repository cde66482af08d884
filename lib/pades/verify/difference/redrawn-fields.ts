import { orWhenUnreadable } from "@/lib/pades/verify/file/account-bytes";
import type { PdfDocument } from "@/lib/pdf/document";
import { readRect } from "@/lib/pdf/fields/annotation-overlap";
import type { FormField } from "@/lib/pdf/fields/fields";
import type { Located, PdfDict, PdfValue } from "@/lib/pdf/syntax/objects";
import { decodeString } from "@/lib/pdf/syntax/text-string";
import { expectedTexts, hasOneStatedValue, optionsOf, selectsValue, showsOneOf } from "./appearance-rule";
import { plainNumbers } from "./plain-operands";
import type { Shown } from "./read-shown-text";
import { plainDict } from "./review";
import { readDrawing, readOwnAppearance } from "./shown-by";
import { ancestry } from "./stray-widgets";
import { colourOf, hasOnly, wholeBox, type Decoration } from "./text-placement";

/** Field flags (ISO 32000-2, tables 229, 231 and 233). */
const password = 1 << 13;
const pushButton = 1 << 16;
const combo = 1 << 17;

/**
 * Whether all fields certainly look the same, whether programs redraw them or use the stored appearances
 * (/NeedAppearances, ISO 32000-2, 12.7.3).
 */
export function lookTheSameRedrawn(document: PdfDocument, fields: readonly FormField[]): boolean {
  const sameName = new Map<string, FormField[]>();
  for (const field of fields) {
    sameName.set(field.name, [...(sameName.get(field.name) ?? []), field].slice(0, mostNamesakes));
  }
  return fields.every((field) => {
    const namesakes = sameName.get(field.name) ?? [];
    return namesakes.length < mostNamesakes && looksTheSameRedrawn(document, field, namesakes);
  });
}

/** Limit of compared fields with the same name. Beyond it, the values count as different. */
const mostNamesakes = 100;

/**
 * A text field qualifies if its appearance shows its value in one font, with the background and border of its
 * characteristics. A checkbox or radio button never does: each program draws its own mark, and the stored one may be
 * any drawing.
 */
function looksTheSameRedrawn(document: PdfDocument, field: FormField, namesakes: readonly FormField[]): boolean {
  const { type, flags, widgets } = field;
  if (type === "Sig" || widgets.length === 0) {
    return true;
  }
  if (type === "Btn") {
    return (
      (flags & pushButton) !== 0 &&
      widgets.every(({ value: { entries } }) => !["MK", "AP"].some((key) => entries.has(key)))
    );
  }
  return orWhenUnreadable(() => isPlainText(document, field, namesakes) && showsItsValue(document, field), false);
}

/**
 * Whether programs write the value itself when they draw the field: no asterisks, list, script or rich text, and no
 * other value under the same name.
 */
function isPlainText(document: PdfDocument, field: FormField, namesakes: readonly FormField[]): boolean {
  const { type, flags, widgets, object } = field;
  const isOfText = type === "Tx" ? (flags & password) === 0 : type === "Ch" && (flags & combo) !== 0;
  const has = (key: string): boolean => [object, ...widgets].some((part) => inherited(document, part, key) !== null);
  return (
    isOfText &&
    [object, ...widgets].every(({ value }) => value.duplicates.length === 0) &&
    !["AA", "RV", "DS"].some(has) &&
    (!has("I") || selectsValue(document, field)) &&
    hasOneStatedValue(document, { after: field, namesakes })
  );
}

function showsItsValue(document: PdfDocument, field: FormField): boolean {
  const text = textDrawn(document, field);
  return (
    text !== null &&
    field.widgets.every((widget) => {
      const stored = widget.value.entries.has("AP") ? readOwnAppearance(document, widget) : nothing;
      const named = characteristicsOf(document, widget);
      return (
        stored !== null &&
        named !== null &&
        stored.fontChoices <= 1 &&
        showsOneOf(new Set([text]), stored, field) &&
        hasOnly(stored.decoration, named) &&
        stored.decoration.grounds.length >= named.grounds.length &&
        stored.decoration.frames.length >= named.frames.length &&
        (text === "" || isWrittenWhole(document, field, widget, text))
      );
    })
  );
}

const nothing: Shown = {
  letters: "",
  gaps: [],
  decoration: { grounds: [], frames: [] },
  fontChoices: 0,
};

/**
 * The value as programs write it: for a choice, the displayed text of the only option with this value. Null if
 * programs may write something else.
 */
function textDrawn(document: PdfDocument, field: FormField): string | null {
  const [value, ...names] = expectedTexts(document, field);
  const options = optionsOf(document, field).filter(({ exported }) => exported === value);
  const most = number(document, inherited(document, field.object, "MaxLen")) ?? Infinity;
  const text = names.length > 0 ? names[0] : value;
  return text === undefined || names.length > 1 || options.length > 1 || text.length > most ? null : text;
}

/**
 * The background and border that programs draw according to the characteristics (/MK). Null if the characteristics
 * rotate the field or add a caption.
 */
function characteristicsOf(document: PdfDocument, widget: Located<PdfDict>): Decoration | null {
  if (!widget.value.entries.has("MK")) {
    return nothing.decoration;
  }
  const found = plainDict(document, widget.value.entries.get("MK"), widget.bytes);
  if (!found || found.value.duplicates.length > 0) {
    return null;
  }
  const isPlain = [...found.value.entries].every(
    ([key, value]) => ["BG", "BC"].includes(key) || (key === "R" && document.number(value) === 0),
  );
  const [ground, frame] = ["BG", "BC"].map((key) => plainNumbers(document, found, key));
  const named = (parts: readonly number[]) => (parts.length === 0 ? [] : [wholeBox(colourOf(parts))]);
  return isPlain && ground && frame ? { grounds: named(ground), frames: named(frame) } : null;
}

/** A default appearance with one font, one size and at most one colour. */
const plainDefault =
  /^\s*((?:[\d.]+\s+){1}g\s+|(?:[\d.]+\s+){3}rg\s+|(?:[\d.]+\s+){4}k\s+)?\/([A-Za-z0-9_.+-]+)\s+(\d*\.?\d+)\s+Tf((?:\s+[\d.]+){1}\s+g|(?:\s+[\d.]+){3}\s+rg|(?:\s+[\d.]+){4}\s+k)?\s*$/;
/** Sizes to try when programs choose one that fits. */
const sizes = [12, 8, 6, 4, 2.5];
const margin = 2;

/**
 * Whether the value is completely visible when it is written with the default appearance and the form's fonts, in one
 * line. Without a default appearance, programs use a font of their own.
 */
function isWrittenWhole(document: PdfDocument, field: FormField, widget: Located<PdfDict>, text: string): boolean {
  const form = formOf(document);
  const found = inherited(document, widget, "DA") ?? (form && entryOf(form, "DA"));
  if (found === null) {
    return true;
  }
  const stated = document.locate(found.value, found.bytes);
  const written = stated?.value.kind === "string" ? decodeString(stated.bytes, stated.value).toString("latin1") : "";
  const [, before = "", font = "", size = "", after = ""] = plainDefault.exec(written) ?? [];
  const resources = form && plainDict(document, form.value.entries.get("DR"), form.bytes);
  const fonts = resources && plainDict(document, resources.value.entries.get("Font"), resources.bytes);
  const [x0, y0, x1, y1] = readRect(document, widget) ?? [0, 0, 0, 0];
  const [width, height] = [Math.abs(x1 - x0), Math.abs(y1 - y0)];
  const isAmbiguous = [form, resources].some((part) => part && part.value.duplicates.length > 0);
  if (font === "" || !fonts || isAmbiguous || !/^[\u0020-\u007e\u00a0-\u00ff]+$/.test(text)) {
    return false;
  }
  const codes = Buffer.from(text, "latin1").toString("hex");
  return (Number(size) === 0 ? sizes : [Number(size)]).some((points) => {
    const baseline = Math.max(0, (height - points) / 2) + points / 5;
    const content = `${before} BT /${font} ${points} Tf ${after} ${margin} ${baseline} Td <${codes}> Tj ET`;
    const box = { x0: 0, y0: 0, x1: width, y1: height };
    const drawn = readDrawing(document, Buffer.from(content, "latin1"), box, fonts);
    return drawn !== null && showsOneOf(new Set([text]), drawn, field);
  });
}

function formOf(document: PdfDocument): Located<PdfDict> | null {
  const catalog = document.catalog();
  return document.dict(catalog.value.entries.get("AcroForm"), catalog.bytes);
}

interface Entry {
  value: PdfValue;
  bytes: Buffer;
}

function inherited(document: PdfDocument, part: Located<PdfDict>, key: string): Entry | null {
  for (const owner of ancestry(document, part)) {
    const found = entryOf(owner, key);
    if (found) return found;
  }
  return null;
}

function entryOf({ value, bytes }: Located<PdfDict>, key: string): Entry | null {
  const found = value.entries.get(key);
  return found ? { value: found, bytes } : null;
}

function number(document: PdfDocument, entry: Entry | null): number | null {
  return entry ? document.number(entry.value) : null;
}
