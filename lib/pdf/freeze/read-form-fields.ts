import { annotationsOf } from "@/lib/pdf/active/active-content";
import { PdfDocument } from "@/lib/pdf/document";
import { readPages, type PdfPage } from "@/lib/pdf/pages";
import type { ByteSource } from "@/lib/pdf/syntax/byte-source";
import type { Located, PdfDict } from "@/lib/pdf/syntax/objects";
import { decodeString, textOf } from "@/lib/pdf/syntax/text-string";
import { mostOptions } from "@/lib/platform/field-rules/details";
import { cleanText } from "@/lib/platform/field-rules/faults";
import type { DateFormat } from "@/lib/platform/geometry/field-text";
import { displaySize, toDisplayBox, type Box } from "@/lib/platform/geometry/placement";
import { chosenValues, optionsOf } from "./appearance-generation";
import { inherited, numberOf, numbersOf, readWidget, textIn, type Widget } from "./freeze-widget";

/** The kind of value of a form field. `format` is determined by the form's own script, which is read but never run. */
export type FormFieldKind =
  | { kind: "text"; isMultiline: boolean; maxLength: number | null; format: TextFormat | null }
  /** `isOpen`: values outside the list are allowed too. */
  | { kind: "choice"; options: string[]; isOpen: boolean }
  /** `answer` is the name of its checked state. */
  | { kind: "checkbox"; answer: string }
  /** One button of a group. `answer` is the value of selecting it. */
  | { kind: "radio"; answer: string }
  | { kind: "signature" };

type TextFormat =
  /** `sign`: the currency sign with its spaces, or empty for none. */
  | { kind: "number"; decimals: number; mark: "." | ","; sign: string; isSignBefore: boolean }
  | { kind: "date"; dateFormat: DateFormat | null }
  | { kind: "mask"; mask: string };

/** One widget of a field of an uploaded form that a person can fill in. */
export type FoundFormField = FormFieldKind & {
  /** Counted from 1. */
  page: number;
  /** In points of the displayed page. */
  box: Box;
  /** Fully qualified (ISO 32000-2, 12.7.4.2). */
  name: string;
  /** The field's descriptive name, or else the last part of its name. */
  label: string;
  isRequired: boolean;
  /** Text, or `true` if checked. Null if the form has no value for it. For a choice, the displayed value. */
  value: string | null;
};

export interface FormFields {
  fields: FoundFormField[];
  /**
   * Widgets that cannot become our fields: buttons with actions, read-only and hidden ones, those without a size or
   * outside their page, signed ones, lists with more or longer options than our fields may have, and those whose
   * value is a password, is too long for our fields or has several parts.
   */
  skipped: number;
}

const hiddenFlags = 1 | 2 | 32;
const readOnly = 1;
const required = 2;
const multiline = 0x1000;
const password = 0x2000;
const radio = 0x8000;
const combo = 0x20000;
const edit = 0x40000;
const pushButton = 0x10000;
/** Shorter sides have no room for text or a tick. */
const smallestPt = 4;
const longestText = 255;
/** Limit for a value, in UTF-16 units. */
const longestValue = 1000;

/** The number of fields of a form that can become our fields. Any others keep their appearance. */
export const mostFormFields = 1000;

/**
 * The fields of a form that was not frozen yet, page by page in the order of the file. Throws the PdfErrors of the
 * reader.
 */
export function readFormFields(source: ByteSource): FormFields {
  const document = PdfDocument.open(source);
  const fields: FoundFormField[] = [];
  let skipped = 0;
  for (const [index, page] of readPages(document, { maxPages: 2000 }).entries()) {
    for (const annotation of annotationsOf(document, page)) {
      if (document.name(annotation.value.entries.get("Subtype")) !== "Widget") continue;
      const found = fields.length < mostFormFields ? readField(document, page, index + 1, annotation) : null;
      if (found) fields.push(found);
      else skipped += 1;
    }
  }
  return { fields: withExclusiveBoxes(fields), skipped };
}

/**
 * Checkboxes with the same name and different checked states are mutually exclusive (ISO 32000-2, 12.7.5.2.3), like
 * radio buttons.
 */
function withExclusiveBoxes(fields: readonly FoundFormField[]): FoundFormField[] {
  const answers = new Map<string, Set<string>>();
  for (const field of fields) {
    if (field.kind !== "checkbox") continue;
    const known = answers.get(field.name) ?? new Set();
    answers.set(field.name, known.add(field.answer));
  }
  return fields.map((field) =>
    field.kind === "checkbox" && (answers.get(field.name)?.size ?? 0) > 1 ? { ...field, kind: "radio" } : field,
  );
}

/** Null for a widget that cannot become one of our fields. */
export function readField(
  document: PdfDocument,
  page: PdfPage,
  number: number,
  annotation: Located<PdfDict>,
): FoundFormField | null {
  const widget = readWidget(document, annotation);
  const flags = Math.trunc(document.number(annotation.value.entries.get("F")) ?? 0);
  if ((flags & hiddenFlags) !== 0 || (widget.flags & readOnly) !== 0) return null;
  const box = boxOf(document, page, annotation);
  const kind = formFieldKindOf(widget);
  const value = valueOf(widget);
  if (!box || !kind || value === undefined) return null;
  const name = namesOf(widget).join(".");
  const label = (textIn(inherited(widget, "TU")) ?? namesOf(widget).at(-1) ?? "").replace(/\s+/g, " ").trim();
  return {
    ...kind,
    page: number,
    box,
    name,
    label: label.slice(0, longestText),
    isRequired: (widget.flags & required) !== 0,
    value,
  };
}

function boxOf(document: PdfDocument, page: PdfPage, annotation: Located<PdfDict>): Box | null {
  const [x0 = 0, y0 = 0, x1 = 0, y1 = 0] = numbersOf(
    document,
    document.locate(annotation.value.entries.get("Rect"), annotation.bytes),
  );
  const box = toDisplayBox(page.box, [Math.min(x0, x1), Math.min(y0, y1), Math.max(x0, x1), Math.max(y0, y1)]);
  const { widthPt, heightPt } = displaySize(page.box);
  const left = Math.max(0, box.leftPt);
  const top = Math.max(0, box.topPt);
  const right = Math.min(widthPt, box.leftPt + box.widthPt);
  const bottom = Math.min(heightPt, box.topPt + box.heightPt);
  if (!(right - left >= smallestPt && bottom - top >= smallestPt)) return null;
  return { leftPt: left, topPt: top, widthPt: right - left, heightPt: bottom - top };
}

function formFieldKindOf(widget: Widget): FormFieldKind | null {
  switch (widget.type) {
    case "Sig":
      return { kind: "signature" };
    case "Ch": {
      const options = [...new Set(optionsOf(widget).map(({ shown }) => asOption(shown)))].filter((one) => one !== "");
      // Leaving out some of the options would change the question.
      return options.length > mostOptions || options.some((one) => one.length > longestText)
        ? null
        : { kind: "choice", options, isOpen: (widget.flags & combo) !== 0 && (widget.flags & edit) !== 0 };
    }
    case "Tx": {
      const most = numberOf(widget, "MaxLen");
      return {
        kind: "text",
        isMultiline: (widget.flags & multiline) !== 0,
        maxLength: most > 0 ? Math.trunc(most) : null,
        format: formatOf(widget),
      };
    }
    case "Btn":
      if ((widget.flags & pushButton) !== 0) return null;
      return (widget.flags & radio) !== 0
        ? { kind: "radio", answer: answerOf(widget) }
        : { kind: "checkbox", answer: answerOf(widget) };
    default:
      return null;
  }
}

/** Puts the text on one line and cleans it as values are cleaned before they are compared. */
function asOption(shown: string): string {
  return cleanText(shown.replace(/\s+/g, " "));
}

/** The value of a radio button: its entry in /Opt, or else the name of its "on" appearance. */
function answerOf(widget: Widget): string {
  const state = onState(widget) ?? "";
  const options = optionsOf(widget);
  const place = /^\d{1,4}$/.test(state) ? Number(state) : -1;
  return (options[place]?.shown || state).trim().slice(0, longestText);
}

function onState({ document, object }: Widget): string | null {
  const appearances = document.dict(object.value.entries.get("AP"), object.bytes);
  const normal = appearances && document.dict(appearances.value.entries.get("N"), appearances.bytes);
  return (normal && [...normal.value.entries.keys()].find((state) => state !== "Off")) ?? null;
}

/** A button without its own state has that of its field, which is the state name of one button. */
function isOn(widget: Widget): boolean {
  const state = widget.document.name(widget.object.value.entries.get("AS")) ?? textIn(inherited(widget, "V"));
  const on = onState(widget);
  return state !== null && state !== "Off" && state !== "" && (on === null || on === state);
}

/** Undefined for a value that our fields cannot have. */
function valueOf(widget: Widget): string | null | undefined {
  if (widget.type === "Btn") return isOn(widget) ? "true" : null;
  const value = inherited(widget, "V");
  if (value === null || value.value.kind === "null") return null;
  if (widget.type === "Sig") return undefined;
  const parts = widget.type === "Ch" ? chosenValues(widget, optionsOf(widget)) : [textIn(value) ?? ""];
  const [text = ""] = parts;
  if (parts.length > 1 || text.length > longestValue) return undefined;
  if (text.trim() === "") return null;
  // The page shows asterisks instead.
  if (widget.type === "Tx" && (widget.flags & password) !== 0) return undefined;
  if (widget.type !== "Ch") return shownText(widget, text);
  return asOption(optionsOf(widget).find(({ exported }) => exported === text)?.shown ?? text);
}

const mostAncestors = 32;

/** The partial names from the form's root to the field. */
function namesOf({ document, object }: Widget): string[] {
  const names: string[] = [];
  let level: Located<PdfDict> | null = object;
  for (let depth = 0; level !== null && depth < mostAncestors; depth += 1) {
    const own: string | null = textIn(document.locate(level.value.entries.get("T"), level.bytes));
    if (own !== null) names.unshift(own);
    level = document.dict(level.value.entries.get("Parent"), level.bytes);
  }
  return names;
}

/** The text of the script that formats the displayed value. */
function formatScript(widget: Widget): string {
  const actions = inherited(widget, "AA");
  if (actions?.value.kind !== "dict") return "";
  const format = widget.document.dict(actions.value.entries.get("F"), actions.bytes);
  const script = format && widget.document.locate(format.value.entries.get("JS"), format.bytes);
  return script?.value.kind === "string" ? textOf(decodeString(script.bytes, script.value)) : "";
}

/** From Acrobat's list: US postal codes and social security numbers. */
const masks: Readonly<Record<string, string>> = { "0": "00000", "1": "00000-0000", "3": "000-00-0000" };

/** Detects Acrobat's own format scripts by the text of the call. */
function formatOf(widget: Widget): TextFormat | null {
  const text = formatScript(widget);
  const mask = masks[/^\s*AFSpecial_Format\(\s*(\d)\s*\)/.exec(text)?.[1] ?? ""];
  if (mask !== undefined) return { kind: "mask", mask };
  if (/^\s*AFDate_Format/.test(text)) return { kind: "date", dateFormat: dateFormatOf(text) };
  const [, decimals, style] = /^\s*AFNumber_Format\(\s*(\d{1,2})\s*(?:,\s*(\d))?/.exec(text) ?? [];
  if (decimals === undefined) return null;
  // Styles 2 and 3 are 1.234,56 and 1234,56.
  const mark = style === "2" || style === "3" ? "," : ".";
  return { kind: "number", decimals: Math.min(10, Number(decimals)), mark, ...currencyOf(text) };
}

/** The last two arguments of AFNumber_Format: the sign, and whether it precedes the number. */
function currencyOf(script: string): { sign: string; isSignBefore: boolean } {
  const [, quoted, sign = "", isBefore] =
    /^\s*AFNumber_Format\((?:\s*\d{1,2}\s*,){4}\s*(["'])((?:(?!\1)[^\\]|\\.)*)\1\s*,\s*(true|false)\s*\)/s.exec(
      script,
    ) ?? [];
  return { sign: quoted === undefined ? "" : unescaped(sign), isSignBefore: isBefore !== "false" };
}

/** Decodes the content of a JavaScript string literal. */
function unescaped(text: string): string {
  return text.replace(
    /\\(?:u([0-9a-f]{4})|x([0-9a-f]{2})|([0-3]?[0-7]{1,2})|(.))/gis,
    (_all, unicode?: string, hexadecimal?: string, octal?: string, other?: string) => {
      if (other !== undefined) return other;
      const code = octal === undefined ? Number.parseInt(unicode ?? hexadecimal ?? "", 16) : Number.parseInt(octal, 8);
      return String.fromCharCode(code);
    },
  );
}

/** The text that the form shows, for scripts whose format our fields do not support. */
function shownText(widget: Widget, value: string): string {
  const script = formatScript(widget);
  const [, decimals, style] = /^\s*AFPercent_Format\(\s*(\d{1,2})\s*(?:,\s*(\d))?/.exec(script) ?? [];
  if (decimals !== undefined && /^-?\d{1,12}([.,]\d{1,12})?$/.test(value)) {
    const text = (Number(value.replace(",", ".")) * 100).toFixed(Math.min(10, Number(decimals)));
    return `${style === "2" || style === "3" ? text.replace(".", ",") : text}%`;
  }
  const phone = /^\s*AFSpecial_Format\(\s*2\s*\)/.test(script) ? /^(\d{3})?(\d{3})(\d{4})$/.exec(value) : null;
  return phone ? `${phone[1] ? `(${phone[1]}) ` : ""}${phone[2]}-${phone[3]}` : value;
}

/** The formats of Acrobat's list with day, month and year in digits. */
const numberedDates: Readonly<Record<string, string>> = { "1": "m/d/yy", "2": "mm/dd/yy", "7": "yy-mm-dd" };

/** Our format with the same order, with dots where the form uses dots. Null for month names and partial dates. */
function dateFormatOf(script: string): DateFormat | null {
  const [, number, given] = /^\s*AFDate_Format(?:Ex)?\(\s*(?:(\d{1,2})|["']([^"']*)["'])\s*\)/.exec(script) ?? [];
  const format = given ?? numberedDates[number ?? ""] ?? "";
  if (/^y{2,4}[-./ ]m{1,2}[-./ ]d{1,2}$/.test(format)) return "YYYY-MM-DD";
  if (/^m{1,2}[-./ ]d{1,2}[-./ ]y{2,4}$/.test(format)) return "MM/DD/YYYY";
  if (!/^d{1,2}[-./ ]m{1,2}[-./ ]y{2,4}$/.test(format)) return null;
  return format.includes(".") ? "DD.MM.YYYY" : "DD/MM/YYYY";
}
