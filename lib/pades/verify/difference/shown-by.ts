import { orWhenUnreadable } from "@/lib/pades/verify/account-bytes";
import type { PdfDocument } from "@/lib/pdf/document";
import { readRect } from "@/lib/pdf/fields/annotation-overlap";
import type { IndirectObject, Located, PdfDict, PdfValue } from "@/lib/pdf/syntax/objects";
import { Parser } from "@/lib/pdf/syntax/parser";
import { decodeString } from "@/lib/pdf/syntax/text-string";
import type { ShownLetters } from "./blanks";
import { differingKeys } from "./equal-values";
import { fontDecoder, isWholeUnchanged, type FontDecoder } from "./font-text";
import { referencesIn } from "./reachable";
import { plainDict, type Review } from "./review";
import { needsAppearances } from "./stray-widgets";
import {
  colourOf,
  hasOnly,
  TextPlacement,
  wholeBox,
  type Box,
  type Decoration,
  type Enlargement,
} from "./text-placement";

/** Entries of a form XObject (ISO 32000-2, table 93) that change nothing about what it shows, or that are looked at. */
const plainKeys = new Set([
  "Type",
  "Subtype",
  "FormType",
  "BBox",
  "Matrix",
  "Resources",
  "Length",
  "Filter",
  "DecodeParms",
  "LastModified",
  "Name",
]);

/**
 * The text shown by the normal appearance of a widget in the final file. Null when it cannot be determined for certain: for images,
 * outlines, fonts with unknown characters, a background or border that the field did not have in the signed revision and that could hide
 * the page under the field, and a background left out that may have hidden it. Throws PdfError.
 */
export function shownBy(review: Review, before: Located<PdfDict>, widget: Located<PdfDict>): ShownLetters | null {
  const shown = readAppearance(review.after, widget, unchangedIn(review));
  const signed = drawnBy(review.before, before);
  const isAlike =
    shown !== null &&
    signed !== null &&
    hasOnly(shown.decoration, withCharacteristics(review.before, before, signed)) &&
    hasOnly({ grounds: signed.grounds, frames: [] }, shown.decoration);
  return isAlike ? shown : null;
}

const nothing: Decoration = { grounds: [], frames: [] };

/** The backgrounds and borders of a widget's appearance; null for one that cannot be read and may hide anything. */
function drawnBy(document: PdfDocument, widget: Located<PdfDict>): Decoration | null {
  if (!widget.value.entries.has("AP")) {
    return nothing;
  }
  return orWhenUnreadable(() => readAppearance(document, widget, () => true), null)?.decoration ?? null;
}

/** What a widget's appearance shows in its own document, by the same rules; null when it cannot be determined. Throws PdfError. */
export function readOwnAppearance(document: PdfDocument, widget: Located<PdfDict>): Shown | null {
  return readAppearance(document, widget, () => true);
}

/** The same for a content stream with these fonts. */
export function readDrawing(document: PdfDocument, content: Buffer, box: Box, fonts: Located<PdfDict>): Shown | null {
  return readShownText(
    content,
    box,
    { x: 1, y: 1 },
    decoderIn(document, fonts, () => true),
  );
}

/** Whether a widget's appearance is empty: no text, background or border. Throws PdfError. */
export function showsNothing(document: PdfDocument, widget: Located<PdfDict>): boolean {
  const shown = readAppearance(document, widget, () => true);
  return (
    shown !== null &&
    shown.letters === "" &&
    shown.decoration.grounds.length === 0 &&
    shown.decoration.frames.length === 0
  );
}

/** Whether a widget of the final file has a copy of its signed appearance, with the same unchanged resources. Throws PdfError. */
export function hasSameAppearance(review: Review, before: Located<PdfDict>, widget: Located<PdfDict>): boolean {
  const [was, now] = [onlyAppearance(review.before, before), onlyAppearance(review.after, widget)];
  if (!was || !now || was.value.kind !== "dict" || now.value.kind !== "dict") {
    return false;
  }
  const isAboutData = (key: string): boolean => ["Length", "Filter", "DecodeParms", "LastModified"].includes(key);
  const differing = differingKeys(was.value, was.bytes, now.value, now.bytes);
  return (
    was.streamStart >= 0 &&
    now.streamStart >= 0 &&
    differing.every(isAboutData) &&
    review.before.decodedStream(was).equals(review.after.decodedStream(now)) &&
    referencesIn(now.value).every((num) => isWholeUnchanged(review.after, num, unchangedIn(review)))
  );
}

function unchangedIn({ before, changes }: Review): (num: number) => boolean {
  return (num) => before.entry(num) !== null && !changes.changed.has(num) && !changes.added.has(num);
}

/** With those of the widget's appearance characteristics (/MK), where programs regenerate appearances and draw them too. */
function withCharacteristics(document: PdfDocument, widget: Located<PdfDict>, drawn: Decoration): Decoration {
  if (!needsAppearances(document)) {
    return drawn;
  }
  const characteristics = plainDict(document, widget.value.entries.get("MK"), widget.bytes);
  const named = (key: string) => {
    const components = characteristics ? numbersIn(document, characteristics, key) : [];
    return components.length === 0 ? [] : [wholeBox(colourOf(components))];
  };
  return { grounds: [...named("BG"), ...drawn.grounds], frames: [...named("BC"), ...drawn.frames] };
}

function readAppearance(
  document: PdfDocument,
  widget: Located<PdfDict>,
  isUnchanged: (num: number) => boolean,
): Shown | null {
  const form = onlyAppearance(document, widget);
  const box = form && isUpright(document, widget, form) ? boxOf(document, form) : null;
  if (!form || form.value.kind !== "dict" || !box) {
    return null;
  }
  const fonts = fontsOf(document, { value: form.value, bytes: form.bytes, num: form.num, gen: form.gen });
  const decoderOf = decoderIn(document, fonts, isUnchanged);
  return readShownText(document.decodedStream(form), box, enlargementOf(document, widget, form, box), decoderOf);
}

function decoderIn(
  document: PdfDocument,
  fonts: Located<PdfDict> | null,
  isUnchanged: (num: number) => boolean,
): (name: string) => FontDecoder | null {
  const known = new Map<string, FontDecoder | null>();
  return (name) => {
    const decoder = known.get(name) ?? (fonts ? fontDecoder(document, fonts, name, isUnchanged) : null);
    known.set(name, decoder);
    return decoder;
  };
}

/** The normal appearance of a widget that has no others: those are drawn while the pointer is over the field or pressed. */
function onlyAppearance(document: PdfDocument, widget: Located<PdfDict>): IndirectObject | null {
  const appearance = plainDict(document, widget.value.entries.get("AP"), widget.bytes);
  const normal = appearance?.value.entries.get("N");
  const isOnly = appearance?.value.entries.size === 1 && appearance.value.duplicates.length === 0;
  return isOnly && normal?.kind === "ref" ? document.load(normal.num) : null;
}

/** The box is fitted into the rectangle (ISO 32000-2, 12.5.5). A rectangle without area, as hidden fields have it, enlarges nothing. */
function enlargementOf(document: PdfDocument, widget: Located<PdfDict>, form: IndirectObject, box: Box): Enlargement {
  const [x0, y0, x1, y1] = readRect(document, widget) ?? [0, 0, 0, 0];
  if (x0 === x1 || y0 === y1) {
    return { x: 1, y: 1 };
  }
  const [a = 1] = numbersOf(document, form, "Matrix");
  const [width, height] = a === 0 ? [y1 - y0, x1 - x0] : [x1 - x0, y1 - y0];
  return { x: width / (box.x1 - box.x0), y: height / (box.y1 - box.y0) };
}

function boxOf(document: PdfDocument, form: IndirectObject): Box | null {
  if (form.value.kind !== "dict" || form.streamStart < 0 || form.value.duplicates.length > 0) {
    return null;
  }
  const { entries } = form.value;
  if ([...entries.keys()].some((key) => !plainKeys.has(key)) || !isPlainlyCoded(document, form.value, form.bytes)) {
    return null;
  }
  const [a, b, c, d] = numbersOf(document, form, "BBox");
  if (a === undefined || b === undefined || c === undefined || d === undefined) {
    return null;
  }
  const box = { x0: Math.min(a, c), y0: Math.min(b, d), x1: Math.max(a, c), y1: Math.max(b, d) };
  return box.x1 - box.x0 > 1 && box.y1 - box.y0 > 1 ? box : null;
}

/** Without a filter or with FlateDecode alone, and without parameters. Readers differ about damaged data of others, and about odd parameters. */
function isPlainlyCoded(document: PdfDocument, { entries }: PdfDict, bytes: Buffer): boolean {
  const filter = document.locate(entries.get("Filter"), bytes);
  const [first = filter?.value, ...others] = filter?.value.kind === "array" ? filter.value.items : [];
  const name = first === undefined ? "FlateDecode" : document.name(first);
  const parameters = document.locate(entries.get("DecodeParms"), bytes);
  return others.length === 0 && name === "FlateDecode" && (parameters === null || parameters.value.kind === "null");
}

const quarterTurns = ["1 0 0 1", "0 1 -1 0", "-1 0 0 -1", "0 -1 1 0"];

/** Whether an appearance is turned by its /Matrix as far as its widget says (/MK /R, ISO 32000-2, table 192), so that it stands upright. */
function isUpright(document: PdfDocument, widget: Located<PdfDict>, form: IndirectObject): boolean {
  const characteristics = plainDict(document, widget.value.entries.get("MK"), widget.bytes);
  const turned = document.number(characteristics?.value.entries.get("R")) ?? 0;
  const [a = 1, b = 0, c = 0, d = 1] = numbersOf(document, form, "Matrix");
  return quarterTurns[(((turned / 90) % 4) + 4) % 4] === [a, b, c, d].map((part) => part + 0).join(" ");
}

function numbersOf(document: PdfDocument, { value, bytes, num, gen }: IndirectObject, key: string): number[] {
  return value.kind === "dict" ? numbersIn(document, { value, bytes, num, gen }, key) : [];
}

function numbersIn(document: PdfDocument, owner: Located<PdfDict>, key: string): number[] {
  const array = document.array(owner.value.entries.get(key), owner.bytes);
  return array?.value.items.flatMap((item) => document.number(item) ?? []) ?? [];
}

// Without resources of its own, readers differ about where its fonts are. Its colour spaces may stand in for those of `g`, `rg` and `k` (ISO 32000-2,
// 8.6.5.6).
function fontsOf(document: PdfDocument, form: Located<PdfDict>): Located<PdfDict> | null {
  const own = plainDict(document, form.value.entries.get("Resources"), form.bytes);
  return own === null || redefinesColours(document, own)
    ? null
    : plainDict(document, own.value.entries.get("Font"), own.bytes);
}

function redefinesColours(document: PdfDocument, resources: Located<PdfDict>): boolean {
  const named = resources.value.entries.get("ColorSpace");
  const spaces = plainDict(document, named, resources.bytes);
  return (
    named !== undefined &&
    (spaces === null || [...spaces.value.entries.keys()].some((key) => key.startsWith("Default")))
  );
}

const mostOperators = 20_000;

type Operator = (reader: ShownText, operands: readonly PdfValue[]) => boolean;

export interface Shown extends ShownLetters {
  /** Fills and strokes around its box. */
  decoration: Decoration;
  /** How often a font is chosen. */
  fontChoices: number;
}

/**
 * The text that a content stream shows, in the order in which it stands there; null as soon as it does anything else than filling and
 * framing its box and writing plain, visible text line by line. Throws PdfError for content that cannot be parsed.
 */
function readShownText(
  content: Buffer,
  box: Box,
  enlarged: Enlargement,
  decoderOf: (font: string) => FontDecoder | null,
): Shown | null {
  const reader = new ShownText(content, box, enlarged, decoderOf);
  const parser = new Parser(content);
  let operands: PdfValue[] = [];
  for (let count = 0; count < mostOperators;) {
    parser.skipSpace();
    if (parser.pos >= content.length) {
      return operands.length === 0 ? reader.shown : null;
    }
    const value = parser.value();
    if (value.kind !== "keyword") {
      if (!isPlain(content, value)) {
        return null;
      }
      operands.push(value);
      continue;
    }
    if (operators.get(value.value)?.(reader, operands) !== true) {
      return null;
    }
    operands = [];
    count += 1;
  }
  return null;
}

const plainNumber = /^[+-]?(?:\d+\.?\d*|\.\d+)$/;
/** Bytes. MuPDF cuts longer names (ISO 32000-2, annex C), so that two of them are one. */
const longestName = 127;
const plainHex = /^<[\dA-Fa-f\s]*>$/;

/** Whether all readers take an operand for the same: they differ about numbers such as `7-`, other characters in a hexadecimal string, and long names. */
function isPlain(content: Buffer, value: PdfValue): boolean {
  switch (value.kind) {
    case "number":
      return plainNumber.test(content.toString("latin1", value.start, value.end));
    case "string":
      return !value.hex || plainHex.test(content.toString("latin1", value.start, value.end));
    case "name":
      return value.value.length <= longestName;
    case "array":
      return value.items.every((item) => isPlain(content, item));
    default:
      return true;
  }
}

class ShownText {
  private letters = "";
  readonly placement: TextPlacement;
  private font: FontDecoder | null = null;
  /** Fonts of the saved graphics states. */
  private readonly savedFonts: (FontDecoder | null)[] = [];
  private fontChoices = 0;

  constructor(
    private readonly content: Buffer,
    box: Box,
    enlarged: Enlargement,
    private readonly decoderOf: (font: string) => FontDecoder | null,
  ) {
    this.placement = new TextPlacement(box, enlarged);
  }

  get shown(): Shown {
    const { letters, placement, fontChoices } = this;
    return { letters, gaps: placement.gaps, decoration: placement.decoration, fontChoices };
  }

  save(): boolean {
    this.savedFonts.push(this.font);
    return this.placement.save();
  }

  restore(): boolean {
    this.font = this.savedFonts.pop() ?? null;
    return this.placement.restore();
  }

  setFont([name, size, ...surplus]: readonly PdfValue[]): boolean {
    this.fontChoices += 1;
    this.font = name?.kind === "name" && surplus.length === 0 ? this.decoderOf(name.value) : null;
    return this.font !== null && size?.kind === "number" && this.placement.setSize(size.value);
  }

  show(value: PdfValue | undefined): boolean {
    if (value?.kind !== "string") {
      return false;
    }
    const glyphs = this.font?.(decodeString(this.content, value)) ?? null;
    if (glyphs === null || !this.placement.take(glyphs)) {
      return false;
    }
    this.letters += glyphs.map(({ text }) => text.trim()).join("");
    return true;
  }

  /** Moves glyphs apart or together. */
  showParts(value: PdfValue | undefined): boolean {
    const move = (item: PdfValue): boolean => item.kind === "number" && this.placement.advance(-item.value);
    return (
      value?.kind === "array" && value.items.every((item) => (item.kind === "string" ? this.show(item) : move(item)))
    );
  }
}

const ignore: Operator = () => true;

/** Takes an operator without operands. */
function bare(apply: (reader: ShownText) => boolean): Operator {
  return (reader, operands) => operands.length === 0 && apply(reader);
}

/** Takes an operator whose operands are all numbers. */
function withNumbers(count: number, apply: (reader: ShownText, numbers: number[]) => boolean): Operator {
  return (reader, operands) => {
    const numbers = operands.flatMap((operand) => (operand.kind === "number" ? [operand.value] : []));
    return numbers.length === count && operands.length === count && apply(reader, numbers);
  };
}

/** Takes an operator with one operand. Of two, some readers take the first and others the last. */
function withOne(apply: (reader: ShownText, operand: PdfValue | undefined) => boolean): Operator {
  return (reader, operands) => operands.length === 1 && apply(reader, operands[0]);
}

const colour = (count: number): Operator =>
  withNumbers(count, ({ placement }, components) => placement.setColour(components));
const lineColour = (count: number): Operator =>
  withNumbers(count, ({ placement }, components) => placement.setLineColour(components));

const operators = new Map<string, Operator>([
  ["q", bare((reader) => reader.save())],
  ["Q", bare((reader) => reader.restore())],
  ["cm", withNumbers(6, ({ placement }, matrix) => placement.transform(matrix))],
  ["w", withNumbers(1, ({ placement }, [width = 0]) => placement.setLineWidth(width))],
  ...["J", "j", "M", "d", "i", "ri", "BMC", "EMC"].map((name): [string, Operator] => [name, ignore]),
  ["g", colour(1)],
  ["rg", colour(3)],
  ["k", colour(4)],
  ["G", lineColour(1)],
  ["RG", lineColour(3)],
  ["K", lineColour(4)],
  ["re", withNumbers(4, ({ placement }, rectangle) => placement.addRectangle(rectangle))],
  ["W", bare(({ placement }) => placement.clip())],
  ["W*", bare(({ placement }) => placement.clip())],
  ["n", bare(({ placement }) => placement.endPath())],
  ...["f", "F", "f*"].map((name): [string, Operator] => [name, bare(({ placement }) => placement.fill())]),
  ...["B", "B*", "b", "b*"].map((name): [string, Operator] => [
    name,
    bare(({ placement }) => placement.fillAndStroke()),
  ]),
  ...["S", "s"].map((name): [string, Operator] => [name, bare(({ placement }) => placement.stroke())]),
  ["BT", bare(({ placement }) => placement.begin())],
  ["ET", bare(({ placement }) => placement.end())],
  ["Tf", (reader, operands) => reader.setFont(operands)],
  ["Td", withNumbers(2, ({ placement }, [x = 0, y = 0]) => placement.move(x, y))],
  ["TD", withNumbers(2, ({ placement }, [x = 0, y = 0]) => placement.setLeading(-y) && placement.move(x, y))],
  ["TL", withNumbers(1, ({ placement }, [leading = 0]) => placement.setLeading(leading))],
  ["Tm", withNumbers(6, ({ placement }, matrix) => placement.setMatrix(matrix))],
  ["T*", bare(({ placement }) => placement.nextLine())],
  ["Tc", withNumbers(1, ({ placement }, [space = 0]) => placement.setSpacing(space))],
  ["Tw", withNumbers(1, ({ placement }, [space = 0]) => placement.setWordSpacing(space))],
  ["Tz", withNumbers(1, ({ placement }, [scale = 0]) => placement.setStretch(scale))],
  ["Ts", withNumbers(1, (_reader, [rise = 0]) => rise === 0)],
  ["Tr", withNumbers(1, (_reader, [mode = -1]) => mode === 0)],
  ["Tj", withOne((reader, text) => reader.show(text))],
  ["TJ", withOne((reader, parts) => reader.showParts(parts))],
  ["'", withOne((reader, text) => reader.placement.nextLine() && reader.show(text))],
]);
