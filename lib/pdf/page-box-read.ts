import { sliceOf, type Located, type PdfDict, type PdfValue } from "@/lib/pdf/syntax/objects";
import type { PageBox } from "@/lib/platform/geometry/placement";
import type { PdfDocument } from "./document";

/** Attributes that a page takes from its ancestors (ISO 32000-2, 7.7.3.4), with the buffer of each. */
interface InheritedValue {
  value: PdfValue;
  bytes: Buffer;
}
export type Inherited = ReadonlyMap<string, InheritedValue>;

type Rectangle = [number, number, number, number];

/** Other readers' default when a MediaBox is missing or has no area. */
const LETTER: Rectangle = [0, 0, 612, 792];
const INHERITED_KEYS = ["MediaBox", "CropBox", "Rotate"];
const SMALLEST_SIDE = 1;
const LARGEST_USER_UNIT = 75_000;

/** CropBox ∩ MediaBox, rotation and UserUnit of a page, with the defaults of ISO 32000-2, 7.7.3.3. */
export function readPageBox(document: PdfDocument, page: Located<PdfDict>, inherited: Inherited): PageBox {
  const media = readRectangle(document, inherited, "MediaBox");
  const sheet = media !== null && hasArea(media, SMALLEST_SIDE) ? media : LETTER;
  const crop = readRectangle(document, inherited, "CropBox");
  const visible = crop === null ? sheet : intersect(sheet, crop);
  const [x0, y0, x1, y1] = hasArea(visible, 0) ? visible : sheet;
  const rotate = document.number(inherited.get("Rotate")?.value) ?? 0;
  const userUnit = document.number(page.value.entries.get("UserUnit")) ?? 1;
  return {
    x0,
    y0,
    x1,
    y1,
    rotation: toQuarterTurns(rotate),
    userUnit: userUnit > 0 && userUnit <= LARGEST_USER_UNIT ? userUnit : 1,
  };
}

/**
 * Whether programs read the same box, rotation and unit from it: a /MediaBox and a /CropBox, if there is one, of four numbers that share an area, whole
 * quarter turns, and a positive unit. `readPageBox` answers for others as well.
 */
export function hasPlainBox(document: PdfDocument, page: Located<PdfDict>, inherited: Inherited): boolean {
  const media = readRectangle(document, inherited, "MediaBox");
  const crop = inherited.has("CropBox") ? readRectangle(document, inherited, "CropBox") : media;
  const rotate = inherited.has("Rotate") ? document.number(inherited.get("Rotate")?.value) : 0;
  const ownUnit = page.value.entries.get("UserUnit");
  const unit = ownUnit === undefined ? 1 : document.number(ownUnit);
  const isShown =
    media !== null && crop !== null && hasArea(media, SMALLEST_SIDE) && hasArea(intersect(media, crop), 0);
  const hasNull = [...INHERITED_KEYS, "Resources"].some(
    (key) => page.value.entries.has(key) && (document.resolve(page.value.entries.get(key))?.kind ?? "null") === "null",
  );
  return (
    isShown &&
    !hasNull &&
    ["MediaBox", "CropBox"].every((key) => isOfFour(document, inherited.get(key))) &&
    rotate !== null &&
    rotate % 90 === 0 &&
    isInteger(document, inherited.get("Rotate")) &&
    unit !== null &&
    unit > 0 &&
    unit <= LARGEST_USER_UNIT
  );
}

/** MuPDF takes a rectangle with more numbers for none. */
function isOfFour(document: PdfDocument, given: InheritedValue | undefined): boolean {
  return given === undefined || document.array(given.value, given.bytes)?.value.items.length === 4;
}

/** `90.0` is a quarter turn to most programs, and none to poppler. */
function isInteger(document: PdfDocument, given: InheritedValue | undefined): boolean {
  const found = given === undefined ? null : document.locate(given.value, given.bytes);
  return (
    found === null ||
    found.value.kind !== "number" ||
    /^[+-]?\d+$/.test(sliceOf(found.bytes, found.value).toString("latin1"))
  );
}

/** Four numbers of an array in any corner order, sorted (7.9.5); null when they are not four numbers. */
function readRectangle(document: PdfDocument, inherited: Inherited, key: string): Rectangle | null {
  const found = inherited.get(key);
  const array = found === undefined ? null : document.array(found.value, found.bytes);
  const numbers = array?.value.items.slice(0, 4).map((item) => document.number(item)) ?? [];
  const [a, b, c, d] = numbers;
  if (a == null || b == null || c == null || d == null) {
    return null;
  }
  return [Math.min(a, c), Math.min(b, d), Math.max(a, c), Math.max(b, d)];
}

function hasArea([x0, y0, x1, y1]: Rectangle, smallestSide: number): boolean {
  const [width, height] = [x1 - x0, y1 - y0];
  return width > 0 && height > 0 && width >= smallestSide && height >= smallestSide;
}

function intersect(one: Rectangle, other: Rectangle): Rectangle {
  return [
    Math.max(one[0], other[0]),
    Math.max(one[1], other[1]),
    Math.min(one[2], other[2]),
    Math.min(one[3], other[3]),
  ];
}

function toQuarterTurns(degrees: number): PageBox["rotation"] {
  const turns = (((Math.round(degrees / 90) % 4) + 4) % 4) as 0 | 1 | 2 | 3;
  return ([0, 90, 180, 270] as const)[turns];
}
