import { sliceOf, type Located, type PdfArray, type PdfDict, type PdfValue } from "@/lib/pdf/syntax/objects";
import type { PageBox } from "@/lib/platform/geometry/placement";
import type { PdfDocument } from "./document";
import { PdfError } from "./syntax/errors";

export interface PdfPage {
  /** Counted from 0. */
  index: number;
  object: Located<PdfDict> & { num: number };
  box: PageBox;
}

/** Attributes that a page inherits from the nodes above it (table 31). /Resources is read separately. */
const INHERITED_KEYS = ["MediaBox", "CropBox", "Rotate"];
/** Entries of /Kids to visit beyond the pages themselves, so that shared arrays cannot multiply. */
const SPARE_KIDS = 100_000;

interface Level {
  kids: Located<PdfArray>;
  next: number;
  inherited: Inherited;
}

/**
 * All pages in one walk of the tree. Wrong /Count values are ignored, and loops are skipped. Throws PdfError
 * `no_page`, `too_large` beyond `maxPages`, and `damaged` for a page that is not an indirect object.
 */
export function readPages(document: PdfDocument, { maxPages }: { maxPages: number }): PdfPage[] {
  const catalog = document.catalog();
  const walk = new PageWalk(document, maxPages);
  walk.visit(catalog.value.entries.get("Pages"), catalog.bytes, new Map());
  const pages = walk.run();
  if (pages.length === 0) {
    throw new PdfError("no_page", "the page tree holds no page");
  }
  return pages;
}

/** At most the first `count` pages. A document with more pages, or with none, is not an error. */
export function readFirstPages(document: PdfDocument, count: number): PdfPage[] {
  const catalog = document.catalog();
  const walk = new PageWalk(document, count);
  walk.visit(catalog.value.entries.get("Pages"), catalog.bytes, new Map());
  return walk.run(true);
}

class PageWalk {
  private readonly pages: PdfPage[] = [];
  private readonly seen = new Set<number>();
  private readonly stack: Level[] = [];
  private budget: number;

  constructor(
    private readonly document: PdfDocument,
    private readonly maxPages: number,
  ) {
    this.budget = maxPages + SPARE_KIDS;
  }

  run(isPrefix = false): PdfPage[] {
    for (
      let level = this.stack.at(-1);
      level !== undefined && !(isPrefix && this.pages.length === this.maxPages);
      level = this.stack.at(-1)
    ) {
      const kid = level.kids.value.items[level.next];
      if (kid === undefined) {
        this.stack.pop();
        continue;
      }
      level.next += 1;
      this.visit(kid, level.kids.bytes, level.inherited);
    }
    return this.pages;
  }

  visit(reference: PdfValue | undefined, bytes: Buffer, inherited: Inherited): void {
    const node = this.document.dict(reference, bytes);
    if (node === null || this.isRepeated(node)) {
      return;
    }
    const attributes = inherit(this.document, node, inherited);
    const kids = this.document.array(node.value.entries.get("Kids"), node.bytes);
    if (kids !== null && this.document.name(node.value.entries.get("Type")) !== "Page") {
      // Deducted when the branch is found, not when it is walked: forty wide ones take seconds to read.
      this.budget -= kids.value.items.length;
      if (this.budget < 0) {
        throw new PdfError("too_large", "the page tree has too many branches");
      }
      this.stack.push({ kids, next: 0, inherited: attributes });
      return;
    }
    this.addPage(node, attributes);
  }

  private isRepeated(node: Located): boolean {
    if (node.num === null) {
      return false;
    }
    if (this.seen.has(node.num)) {
      return true;
    }
    this.seen.add(node.num);
    return false;
  }

  private addPage(node: Located<PdfDict>, attributes: Inherited): void {
    if (node.num === null) {
      throw new PdfError("damaged", "a page is not an object of its own");
    }
    if (this.pages.length === this.maxPages) {
      throw new PdfError("too_large", `more than ${this.maxPages} pages`);
    }
    const object = { ...node, num: node.num };
    this.pages.push({ index: this.pages.length, object, box: readPageBox(this.document, object, attributes) });
  }
}

/** Inheritable attributes of a page tree node (ISO 32000-2, 7.7.3.4). A null entry equals a missing one (7.3.7). */
export function inherit(document: PdfDocument, node: Located<PdfDict>, inherited: Inherited): Inherited {
  const own = INHERITED_KEYS.filter((key) => !isNothing(document, node.value.entries.get(key)));
  if (own.length === 0) {
    return inherited;
  }
  const merged = new Map(inherited);
  for (const key of own) {
    const value = node.value.entries.get(key);
    if (value !== undefined) {
      merged.set(key, { value, bytes: node.bytes });
    }
  }
  return merged;
}

function isNothing(document: PdfDocument, value: PdfValue | undefined): boolean {
  return (
    value === undefined ||
    value.kind === "null" ||
    (value.kind === "ref" && (document.resolve(value)?.kind ?? "null") === "null")
  );
}

const MAX_ANCESTORS = 32;

/** /Resources of a page, or of its nearest ancestor (ISO 32000-2, 7.7.3.4). */
export function resourcesOf(document: PdfDocument, page: Located<PdfDict>): Located<PdfDict> | null {
  let level: Located<PdfDict> | null = page;
  for (let depth = 0; level !== null && depth < MAX_ANCESTORS; depth += 1) {
    const own: Located<PdfDict> | null = document.dict(level.value.entries.get("Resources"), level.bytes);
    if (own !== null) {
      return own;
    }
    level = document.dict(level.value.entries.get("Parent"), level.bytes);
  }
  return null;
}

/** An attribute that a page inherits from its ancestors (ISO 32000-2, 7.7.3.4), with its buffer. */
interface InheritedValue {
  value: PdfValue;
  bytes: Buffer;
}
export type Inherited = ReadonlyMap<string, InheritedValue>;

type Rectangle = [number, number, number, number];

/** The default of other readers if a MediaBox is missing or has no area. */
const LETTER: Rectangle = [0, 0, 612, 792];
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
 * Whether programs read the same box, rotation and unit from the page: a /MediaBox and a /CropBox, if present, of
 * four numbers that share an area, whole quarter turns, and a positive unit. `readPageBox` returns a result for other
 * pages too.
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

/** MuPDF ignores a rectangle with more numbers. */
function isOfFour(document: PdfDocument, given: InheritedValue | undefined): boolean {
  return given === undefined || document.array(given.value, given.bytes)?.value.items.length === 4;
}

/** `90.0` is a quarter turn for most programs, but not for poppler. */
function isInteger(document: PdfDocument, given: InheritedValue | undefined): boolean {
  const found = given === undefined ? null : document.locate(given.value, given.bytes);
  return (
    found === null ||
    found.value.kind !== "number" ||
    /^[+-]?\d+$/.test(sliceOf(found.bytes, found.value).toString("latin1"))
  );
}

/** Four numbers of an array in any corner order, sorted (7.9.5), or null if they are not four numbers. */
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
