import { canonicalDict, canonicalValue } from "@/lib/pdf/canonical/canonical-value";
import { PdfDocument } from "@/lib/pdf/document";
import { ShownCodes, type ShownCode, type ShownFont } from "@/lib/pdf/fonts/shown-codes";
import { smallPdf, type SmallObject } from "@/lib/pdf/small-pdf";
import { fromBuffer, type ByteSource } from "@/lib/pdf/syntax/byte-source";
import { PdfError } from "@/lib/pdf/syntax/errors";
import type { IndirectObject, Located, PdfDict } from "@/lib/pdf/syntax/objects";
import { cellContent, cellsPerSheet, packGreys, sheetSize } from "./letters";
import type { OpenForReading, ReadDocument } from "./reader";

/** PDFium draws letters above 50 pixels by their outlines, as all other programs draw letters of any size. */
const sizePt = 50.01;

/** A drawing of letters in the format of `packGreys`. */
export interface LetterSheet {
  /** The number of used cells. */
  letters: number;
  greys: Uint8Array;
}

/**
 * Every letter that the pages show in embedded fonts, drawn large and separately: at one pixel per point, a different
 * digit cannot be told from smoothing. Both readers draw the same file, made of the fonts and codes only.
 */
export class LetterSheets {
  readonly drawn: LetterSheet[] = [];

  private constructor(
    /** Letters by page, from page 1. Pages that could not be read are missing. */
    private readonly pages: readonly (readonly number[])[],
    private readonly letters: number,
    private readonly document: ReadDocument | null,
  ) {}

  /** Pages that cannot be read before `until`, in milliseconds of `performance.now()`, are left out. */
  static async open(
    open: OpenForReading,
    source: ByteSource,
    { mostPages, until }: { mostPages: number; until: number },
  ): Promise<LetterSheets> {
    const document = documentOf(source);
    // Our own reader cannot open the file: the upload was not accepted.
    if (!document)
      return new LetterSheets(
        Array.from({ length: mostPages }, () => []),
        0,
        null,
      );
    const shown = new ShownCodes(document, until);
    const pages = shown.read(mostPages);
    const { codes } = shown;
    if (codes.length === 0) return new LetterSheets(pages, 0, null);
    const bytes = sheetsPdf(document, shown);
    const sheets = bytes && (await open(fromBuffer(bytes)));
    return new LetterSheets(sheets ? pages : untilFirstLetter(pages), codes.length, sheets);
  }

  /** The letters of a page, once their sheets are drawn. Null if that cannot be done in time. */
  async of(page: number, until: number): Promise<Uint32Array | null> {
    const letters = this.pages[page - 1];
    if (!letters) return null;
    const last = letters.reduce((most, letter) => Math.max(most, letter), -1);
    while (last >= this.drawn.length * cellsPerSheet) {
      const sheet = performance.now() < until ? await this.draw() : null;
      if (!sheet) return null;
      this.drawn.push(sheet);
    }
    return Uint32Array.from(letters);
  }

  /** The size of the sheets drawn so far. */
  get bytes(): number {
    return this.drawn.reduce((sum, { greys }) => sum + greys.length, 0);
  }

  async close(): Promise<void> {
    await this.document?.close();
  }

  private async draw(): Promise<LetterSheet | null> {
    const number = this.drawn.length;
    try {
      const bitmap = await this.document?.draw(number + 1);
      const letters = Math.min(cellsPerSheet, this.letters - number * cellsPerSheet);
      return bitmap ? { letters, greys: packGreys(bitmap) } : null;
    } catch (error) {
      if (error instanceof PdfError) return null;
      throw error;
    }
  }
}

function documentOf(source: ByteSource): PdfDocument | null {
  try {
    return PdfDocument.open(source);
  } catch (error) {
    if (error instanceof PdfError) return null;
    throw error;
  }
}

function untilFirstLetter(pages: readonly (readonly number[])[]): (readonly number[])[] {
  const first = pages.findIndex((letters) => letters.length > 0);
  return first < 0 ? [...pages] : pages.slice(0, first);
}

/** Null if the fonts cannot be copied. */
function sheetsPdf(document: PdfDocument, { fonts, codes }: Pick<ShownCodes, "fonts" | "codes">): Buffer | null {
  const sheets = Array.from({ length: Math.ceil(codes.length / cellsPerSheet) }, (_, sheet) =>
    codes.slice(sheet * cellsPerSheet, (sheet + 1) * cellsPerSheet),
  );
  const first = 3 + sheets.length * 2;
  const copied = copyFonts(
    document,
    fonts.map(({ font }) => font),
    first,
  );
  if (!copied) return null;
  const kids = sheets.map((_, sheet) => `${3 + sheet * 2} 0 R`).join(" ");
  const named = copied.written.map((font, index) => `/F${index} ${font}`).join("\n");
  const sizes = fonts.map((shown) => sizeOf(document, shown));
  return smallPdf([
    "<</Type/Catalog/Pages 2 0 R>>",
    `<</Type/Pages/Kids[${kids}]/Count ${sheets.length}/Resources<</Font<<${named}>>>>>>`,
    ...sheets.flatMap((sheet, index) => pageOf(sheet, index, sizes)),
    ...copied.objects,
  ]);
}

function pageOf(sheet: readonly ShownCode[], index: number, sizes: readonly number[]): SmallObject[] {
  const { width, height } = sheetSize(sheet.length);
  const content = sheet.map(({ font, code }, at) =>
    cellContent(at, { code, font: `F${font}`, sizePt: sizes[font] ?? sizePt }, height),
  );
  return [
    `<</Type/Page/Parent 2 0 R/MediaBox[0 0 ${width} ${height}]/Contents ${4 + index * 2} 0 R>>`,
    ["", Buffer.from(content.join("\n"), "latin1")],
  ];
}

const unitsOfEm = 1000;

/** The glyphs of a Type 3 font are in their own units. FontBBox gives their size in these units. */
function sizeOf(document: PdfDocument, { font, isType3 }: ShownFont): number {
  if (!isType3) return sizePt;
  const numbers = (key: string): number[] => {
    const list = document.array(font.value.entries.get(key), font.bytes);
    return (list?.value.items ?? []).map((item) => document.number(item) ?? 0);
  };
  const [left = 0, bottom = 0, right = 0, top = 0] = numbers("FontBBox");
  const [a = 0, b = 0, c = 0, d = 0] = numbers("FontMatrix");
  const unit = Math.max(Math.hypot(a, b), Math.hypot(c, d));
  const extent = Math.max(Math.abs(right - left), Math.abs(top - bottom)) * unit || unit * unitsOfEm;
  return extent > 0 ? Number((sizePt / extent).toFixed(4)) : sizePt;
}

const mostObjects = 20_000;
const mostBytes = 48 * 2 ** 20;

/**
 * Copies fonts and everything that they refer to for another file: their dictionaries, and the objects, numbered
 * there from `first`. Null beyond the limits, or if an object cannot be read.
 */
function copyFonts(
  document: PdfDocument,
  fonts: readonly Located<PdfDict>[],
  first: number,
): { written: string[]; objects: SmallObject[] } | null {
  const numbers = new Map<number, number>();
  const waiting: IndirectObject[] = [];
  const renumber = (num: number): number | null => {
    const known = numbers.get(num);
    if (known !== undefined) return known;
    const object = document.load(num);
    if (!object) return null;
    const own = first + numbers.size;
    numbers.set(num, own);
    waiting.push(object);
    return own;
  };
  try {
    const written = fonts.map(({ value, bytes }) => canonicalValue(value, bytes, renumber));
    const objects: SmallObject[] = [];
    let size = 0;
    for (let next = waiting.shift(); next; next = waiting.shift()) {
      const object = copyOf(document, next, renumber);
      size += typeof object === "string" ? object.length : object[1].length;
      if (numbers.size > mostObjects || size > mostBytes) return null;
      objects.push(object);
    }
    return { written, objects };
  } catch (error) {
    if (error instanceof PdfError) return null;
    throw error;
  }
}

function copyOf(document: PdfDocument, object: IndirectObject, renumber: (num: number) => number | null): SmallObject {
  const { value, bytes, streamStart } = object;
  if (streamStart < 0 || value.kind !== "dict") return canonicalValue(value, bytes, renumber);
  const { offset, length } = document.rawStream(object);
  const dict = canonicalDict(value, bytes, renumber, { Length: null });
  return [dict.slice(2, -2), document.source.read(offset, length)];
}
