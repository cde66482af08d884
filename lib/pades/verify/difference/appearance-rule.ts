import { orWhenUnreadable } from "@/lib/pades/verify/file/account-bytes";
import { finding, type Finding } from "@/lib/pades/verify/report/findings";
import type { PdfDocument } from "@/lib/pdf/document";
import type { FormField } from "@/lib/pdf/fields/fields";
import { fileOfField, signerOfInputField } from "@/lib/pdf/fields/prepared-field";
import type { Located, PdfDict, PdfValue } from "@/lib/pdf/syntax/objects";
import { decodeString, textOf } from "@/lib/pdf/syntax/text-string";
import { showsLettersOf, type ShownLetters } from "./blanks";
import { isPlainlyBuilt } from "./field-facts";
import { plainDict, type Review } from "./review";
import { hasSameAppearance, shownBy, showsNothing } from "./shown-by";
import { needsAppearances } from "./stray-widgets";

/** Field flags (ISO 32000-2, tables 227, 229, 231 and 233). */
const readOnly = 1;
const multiline = 1 << 12;
const password = 1 << 13;
const comb = 1 << 24;
const pushButton = 1 << 16;
const combo = 1 << 17;
/** A choice field that accepts values other than its options. */
const edit = 1 << 18;

export interface ChangedField {
  before: FormField;
  after: FormField;
  /** Other fields of the later revision with this name, which programs treat as the same field. */
  namesakes: readonly FormField[];
  /** Keys that differ in the field or its widgets. */
  changed: readonly string[];
}

/**
 * Why a change to a field other than a signature field is not a permitted filling-in, or null if it is permitted. The
 * field must be fillable, its value must have changed, and its appearance must now show that value.
 */
export function problemOfFilling(review: Review, field: ChangedField): Finding | null {
  const { name, type, flags } = field.before;
  // A field that Paraph prepared and that was filled in by its signer's revision: `unsignedFieldLock` locks all
  // others. Only signers of the same preparation agreed to that.
  if (signerOfInputField(name) !== null && fileOfField(name) === review.preparation) {
    return null;
  }
  if ((flags & readOnly) !== 0 || (type === "Btn" && (flags & pushButton) !== 0)) {
    return finding("form_field_not_fillable", { field: name });
  }
  if (!isPlainlyBuilt(review.before, field.before) || !isPlainlyBuilt(review.after, field.after)) {
    return finding("form_field_appearance_unclear", { field: name });
  }
  if (!field.changed.includes("V")) {
    return field.changed.every((key) => key === "M" || (key === "AP" && isRedrawnAlike(review, field)))
      ? null
      : finding("form_field_appearance_changed", { field: name });
  }
  const shows = orWhenUnreadable(() => hasOneStatedValue(review.after, field) && showsValue(review, field), false);
  return shows ? null : finding("form_field_appearance_unclear", { field: name });
}

/**
 * A field that was filled in and then reset to its signed value looks unchanged if its appearances are copies of the
 * signed ones.
 */
function isRedrawnAlike(review: Review, { before, after }: ChangedField): boolean {
  return (
    before.type !== "Btn" &&
    before.widgets.length === after.widgets.length &&
    after.widgets.every((widget, index) => {
      const was = before.widgets[index];
      return was?.num === widget.num && orWhenUnreadable(() => hasSameAppearance(review, was, widget), false);
    })
  );
}

/**
 * Programs that show a widget on its own prefer the widget's own value or rich text (/RV) to the field's. A field of
 * the signed revision has them only if its form was written that way.
 */
export function hasOneStatedValue(
  document: PdfDocument,
  { after, namesakes }: Pick<ChangedField, "after" | "namesakes">,
): boolean {
  const { object, value, valueBytes, widgets } = after;
  const stated = statedBy(document, value, valueBytes);
  const repeats = (widget: Located<PdfDict>): boolean =>
    widget.num === object.num ||
    !widget.value.entries.has("V") ||
    statedBy(document, widget.value.entries.get("V"), widget.bytes) === stated;
  return (
    !object.value.entries.has("RV") &&
    widgets.every(repeats) &&
    namesakes.every((other) => statedBy(document, other.value, other.valueBytes) === stated)
  );
}

/** A value as one text, or null for an array or a stream. */
export function statedBy(document: PdfDocument, value: PdfValue | undefined, bytes: Buffer): string | null {
  return value === undefined ? "" : (document.name(value) ?? textAt(document, value, bytes));
}

function showsValue(review: Review, field: ChangedField): boolean {
  switch (field.before.type) {
    case "Btn":
      return showsChoice(review, field);
    case "Tx":
    case "Ch":
      return showsText(review, field);
    default:
      return false;
  }
}

/**
 * Checkboxes and radio buttons: every widget must show one of its signed states, namely the one selected by the
 * value.
 */
function showsChoice(review: Review, { before, after, changed }: ChangedField): boolean {
  const value = review.after.name(after.value) ?? (after.value === undefined ? "Off" : null);
  if (value === null || changed.includes("AP") || before.widgets.length !== after.widgets.length) {
    return false;
  }
  const states = before.widgets.map((widget) => statesOf(review.before, widget));
  const isKnown =
    value === "Off" || states.every((names) => names === null) || states.some((names) => names?.has(value));
  return (
    isKnown &&
    after.widgets.every((widget, index) => {
      const state = review.after.name(widget.value.entries.get("AS"));
      const names = states[index];
      if (!names) {
        return state === null || state === "Off" || state === value;
      }
      // Without /AS, readers draw no state at all, and the appearance of "Off" may have hidden something.
      const wasState = review.before.name(before.widgets[index]?.value.entries.get("AS"));
      return names.has(value) ? state === value : state === "Off" || (state === null && wasState === null);
    })
  );
}

/** The states for which a widget has appearances, or null if it has no appearance. */
function statesOf(document: PdfDocument, widget: Located<PdfDict>): ReadonlySet<string> | null {
  const appearance = plainDict(document, widget.value.entries.get("AP"), widget.bytes);
  if (!appearance) {
    return null;
  }
  const normal = plainDict(document, appearance.value.entries.get("N"), appearance.bytes);
  return new Set(normal?.value.entries.keys() ?? []);
}

function showsText(review: Review, { before, after }: ChangedField): boolean {
  const isList = before.type === "Ch" && (before.flags & combo) === 0;
  const isHidden = before.type === "Tx" && (before.flags & password) !== 0;
  const expected = expectedTexts(review.after, after);
  const isFree = before.type !== "Ch" || (before.flags & edit) !== 0;
  const has = (key: string): boolean => after.object.value.entries.has(key);
  // /TI scrolls a list, and programs highlight the options in /I.
  const isScrolled = isList && has("TI");
  return (
    expected.size > 0 &&
    !isScrolled &&
    (before.type !== "Ch" || !has("I") || selectsValue(review.after, after)) &&
    (isFree || isOption(review.after, after)) &&
    after.widgets.every((widget, index) => {
      const was = before.widgets[index];
      if (!was || widget.num !== was.num) {
        return false;
      }
      if (!widget.value.entries.has("AP")) {
        return !was.value.entries.has("AP") || (!isList && !isHidden && isLeftToReaders(review, was));
      }
      const shown = isList || isHidden ? null : shownBy(review, was, widget);
      return shown !== null && showsOneOf(expected, shown, before);
    })
  );
}

/**
 * Whether readers draw the field from its value, and a reader that does not shows as little as in the signed
 * revision.
 */
function isLeftToReaders(review: Review, was: Located<PdfDict>): boolean {
  return needsAppearances(review.before) && needsAppearances(review.after) && showsNothing(review.before, was);
}

export function showsOneOf(texts: ReadonlySet<string>, shown: ShownLetters, { type, flags }: FormField): boolean {
  const isComb = type === "Tx" && (flags & comb) !== 0 && (flags & (multiline | password)) === 0;
  return [...texts].some((text) => showsLettersOf(text, shown, isComb));
}

/**
 * The value and, for a choice, the text displayed for its option (ISO 32000-2, 12.7.5.4). Empty if the value belongs
 * to several options, or is the displayed text of another one.
 */
export function expectedTexts(document: PdfDocument, field: FormField): ReadonlySet<string> {
  const text = valueOf(document, field);
  const own = optionsOf(document, field).filter(({ exported, shown }) => exported === text || shown === text);
  if (text === null || own.some(({ exported, shown }) => exported !== own[0]?.exported || shown !== own[0].shown)) {
    return new Set();
  }
  return new Set([text, ...own.flatMap(({ exported, shown }) => (exported === text ? (shown ?? []) : []))]);
}

/** Whether a choice has no value, no options, or the value of one of them. */
function isOption(document: PdfDocument, field: FormField): boolean {
  const options = optionsOf(document, field);
  const text = valueOf(document, field);
  return text === "" || options.length === 0 || options.some(({ exported, shown }) => [exported, shown].includes(text));
}

/** Whether the selected indexes (/I) of a choice match its value. */
export function selectsValue(document: PdfDocument, field: FormField): boolean {
  const selected = document.array(field.object.value.entries.get("I"), field.object.bytes)?.value.items ?? [];
  const [index] = selected.map((item) => document.number(item));
  const option = index == null ? undefined : optionsOf(document, field)[index];
  return (
    option !== undefined &&
    selected.length === 1 &&
    field.value !== undefined &&
    option.exported !== null &&
    option.exported === valueOf(document, field)
  );
}

/**
 * The options of a choice: the text of each, or a pair of its value and its displayed text. Null for anything that is
 * not text.
 */
export function optionsOf(
  document: PdfDocument,
  { object, type }: FormField,
): { exported: string | null; shown: string | null }[] {
  const options = type === "Ch" ? document.array(object.value.entries.get("Opt"), object.bytes) : null;
  return (options?.value.items ?? []).map((item) => {
    const bytes = options?.bytes ?? Buffer.alloc(0);
    const pair = document.array(item, bytes);
    const [exported, shown] = pair ? pair.value.items : [item, item];
    const textOfPart = (part: PdfValue | undefined): string | null =>
      part === undefined ? null : textAt(document, part, pair?.bytes ?? bytes);
    return { exported: textOfPart(exported), shown: textOfPart(shown) };
  });
}

/** The value of a text or choice, or null for an array, a stream or a name. */
function valueOf(document: PdfDocument, { value, valueBytes }: FormField): string | null {
  return value === undefined ? "" : textAt(document, value, valueBytes);
}

function textAt(document: PdfDocument, value: PdfValue, bytes: Buffer): string | null {
  const found = document.locate(value, bytes);
  if (found === null || found.value.kind === "null") {
    return "";
  }
  return found.value.kind === "string" ? textOf(decodeString(found.bytes, found.value)) : null;
}
