import type { PdfDocument } from "@/lib/pdf/document";
import type { Located, PdfDict, PdfValue } from "@/lib/pdf/syntax/objects";
import type { FontFacts } from "./plain-font";
import { numbersAt } from "./plain-function";
import { judgeSpace } from "./plain-space";

/** How an area or a line is coloured. */
export interface Paint {
  /** The number of components of a colour, or null if unknown. */
  components: number | null;
  isPattern: boolean;
  /** The colour space was set without a colour, and programs start with different default colours. */
  isUnset: boolean;
  highest: number | null;
  /** A colour of printing inks other than black alone. */
  isInk: boolean;
  /** Every component has the range from 0 to 1. */
  isOfLevels: boolean;
}

/** The part of the graphics state (8.4) on which programs differ. `q` saves it and `Q` restores it. */
export interface GraphicsState {
  fill: Paint;
  stroke: Paint;
  /** Null before the first one is set. */
  font: FontFacts | "missing" | null;
  /** The layer whose content set the font; null outside of layers. */
  fontLayer: MarkedContent | null;
  mode: number;
  /** Non-default horizontal scaling and leading, set in the content that draws this form: PDFium drops them there. */
  isStretchedOutside: boolean;
  hasLeadingOutside: boolean;
  /** Whether this content sets it. */
  isStretched: boolean;
  hasLeading: boolean;
  /** Line width. */
  width: number;
  line: LineStyle;
  overprints: boolean;
  /** Transparent: the backdrop shows through. */
  mixes: boolean;
  /** Transparent by opacity. */
  fades: boolean;
}

/** How lines end, and their dashes. */
export interface LineStyle {
  cap: number;
  hasZeroDash: boolean;
}

/** Marked content, and whether it belongs to a layer. */
export interface MarkedContent {
  isLayer: boolean;
}

export const BLACK: Paint = {
  components: 1,
  isPattern: false,
  isUnset: false,
  highest: null,
  isInk: false,
  isOfLevels: true,
};

/** The state at the start of a page. */
export const INITIAL: GraphicsState = {
  fill: BLACK,
  stroke: BLACK,
  font: null,
  fontLayer: null,
  mode: 0,
  isStretchedOutside: false,
  hasLeadingOutside: false,
  isStretched: false,
  hasLeading: false,
  width: 1,
  line: { cap: 0, hasZeroDash: false },
  overprints: false,
  mixes: false,
  fades: false,
};

/** The state at the start of a form (8.10.1). */
export function inherited(outer: GraphicsState): GraphicsState {
  return {
    ...outer,
    // Programs differ in the origin of a pattern that was selected outside.
    fill: { ...outer.fill, isUnset: outer.fill.isUnset || outer.fill.isPattern },
    stroke: { ...outer.stroke, isUnset: outer.stroke.isUnset || outer.stroke.isPattern },
    isStretchedOutside: outer.isStretchedOutside || outer.isStretched,
    hasLeadingOutside: outer.hasLeadingOutside || outer.hasLeading,
    isStretched: false,
    hasLeading: false,
  };
}

/** Whether all programs apply a graphics state (8.4.5) alike. */
export function isPlainState(document: PdfDocument, { value: { entries }, bytes }: Located<PdfDict>): boolean {
  // Poppler ignores a font that is set here.
  if (entries.has("Font")) {
    return false;
  }
  if (!isPlainBlending(document, entries.get("BM"), bytes)) {
    return false;
  }
  const isPassThrough = ["TR", "TR2"].every(
    (key) => !entries.has(key) || ["Identity", "Default"].includes(document.name(entries.get(key)) ?? ""),
  );
  const isPlainLine = ["LC", "LJ"].every(
    (key) => !entries.has(key) || isLineStyle(document.number(entries.get(key)) ?? -1),
  );
  return (
    isPassThrough &&
    isPlainLine &&
    ["ca", "CA"].every((key) => !entries.has(key) || isOpacity(document.number(entries.get(key)))) &&
    !((document.number(entries.get("LW")) ?? 0) < 0) &&
    isPlainDash(document, entries.get("D"), bytes) &&
    isPlainMask(document, entries.get("SMask"), bytes) &&
    hasPlainHalftone(document, entries.get("HT"), bytes)
  );
}

/**
 * PDFium, poppler and MuPDF implement the other modes differently (11.3.5): the separable ones on a transparent
 * backdrop, and the non-separable ones within groups. From an array, a program uses the first mode that it supports.
 */
const PLAIN_MODES = new Set([
  "Normal",
  "Compatible",
  "Multiply",
  "Screen",
  "Overlay",
  "ColorDodge",
  "ColorBurn",
  "HardLight",
  "SoftLight",
]);

function isPlainBlending(document: PdfDocument, value: PdfValue | undefined, bytes: Buffer): boolean {
  const list = document.array(value, bytes)?.value.items;
  return value === undefined || PLAIN_MODES.has(document.name(list ? list[0] : value) ?? "");
}

function isPlainDash(document: PdfDocument, value: PdfValue | undefined, bytes: Buffer): boolean {
  const list = document.array(value, bytes);
  const lengths = list && numbersAt(document, list.value.items[0], list.bytes);
  return (
    value === undefined || (lengths !== null && isPlainPattern(lengths, document.number(list?.value.items[1]) ?? -1))
  );
}

function isOpacity(value: number | null): boolean {
  return value !== null && value >= 0 && value <= 1;
}

/** Valid line caps and joins (8.4.3.3, 8.4.3.4). */
export function isLineStyle(value: number): boolean {
  return Number.isInteger(value) && value >= 0 && value <= 2;
}

/** The lengths of dashes and gaps, and the offset at which the line starts in them (8.4.3.6). */
export function isPlainPattern(lengths: readonly number[], phase: number): boolean {
  return (
    phase >= 0 &&
    lengths.every((length) => length >= 0) &&
    (lengths.length === 0 || lengths.some((length) => length > 0))
  );
}

function isPlainMask(document: PdfDocument, value: PdfValue | undefined, bytes: Buffer): boolean {
  const found = document.locate(value, bytes);
  if (found === null || found.value.kind === "null" || found.value.kind === "name") {
    return value === undefined || document.name(value) === "None";
  }
  const mask = document.dict(value, bytes);
  const form = mask && document.dict(mask.value.entries.get("G"), mask.bytes);
  const group = form && document.dict(form.value.entries.get("Group"), form.bytes);
  if (!mask || !form || !group) {
    return false;
  }
  const kind = document.name(mask.value.entries.get("S"));
  const transfer = mask.value.entries.get("TR");
  const backdrop = mask.value.entries.get("BC");
  const space = group.value.entries.has("CS") ? judgeSpace(document, group.value.entries.get("CS"), group.bytes) : null;
  const isPlainBackdrop =
    backdrop === undefined ||
    (space !== null && numbersAt(document, backdrop, mask.bytes)?.length === space.components);
  return (
    // If the group has no colour space, poppler cannot compute the luminosity.
    (kind === "Alpha" || (kind === "Luminosity" && space !== null)) &&
    (transfer === undefined || document.name(transfer) === "Identity") &&
    isPlainBackdrop &&
    (space === null || space.isPlain)
  );
}

/** A halftone is meant for a press. With a transfer function, it changes the colours of prints only. */
function hasPlainHalftone(document: PdfDocument, value: PdfValue | undefined, bytes: Buffer): boolean {
  const transfer = document.dict(value, bytes)?.value.entries.get("TransferFunction");
  return transfer === undefined || document.name(transfer) === "Identity";
}
