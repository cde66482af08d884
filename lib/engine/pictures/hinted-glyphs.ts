import type { Bitmap } from "@/lib/engine/pages/bitmap";
import { PdfDocument } from "@/lib/pdf/document";
import { PagePrograms, readHints, type HintedProgram } from "@/lib/pdf/fonts/page-programs";
import { smallPdf, type SmallObject } from "@/lib/pdf/small-pdf";
import { fromBuffer, type ByteSource } from "@/lib/pdf/syntax/byte-source";
import { PdfError } from "@/lib/pdf/syntax/errors";
import { sha256Hex } from "@/lib/platform/blobs/sha256";
import { openDocument, type Pdfium } from "../pages/pdfium";
import { drawBitmap, openForm } from "../pages/render-page";
import { cellContent, cellsPerSheet, isOtherCell, sheetSize, type Greys } from "./letters";

/**
 * Up to 50 pixels, PDFium runs a TrueType program's instructions, always at 64 pixels per em, and scales the result.
 * Above, it draws letters by their outlines, as all other programs do at any size. These two sizes are on either side
 * of that limit and are otherwise the same.
 */
const instructedPx = 49.99;
const outlinePx = 50.01;

/** Honest instructions round to whole pixels at 64 pixels per em. */
const tolerancePx = 2;
const blackest = 255;

const mostKnown = 500;
const known = new Map<string, boolean>();

/** Finds pages with letters that PDFium shows differently at small sizes. */
export class HintedGlyphs {
  private readonly programs: PagePrograms | null;
  private readonly judged = new Map<number, boolean>();

  constructor(
    private readonly pdfium: Pdfium,
    source: ByteSource,
  ) {
    this.programs = programsOf(source);
  }

  /** Null if the answer is not known before this point in time, in milliseconds of `performance.now()`. */
  changeOn(page: number, until: number): boolean | null {
    const nums = this.programs ? this.programs.of(page) : [];
    if (nums === null) return null;
    let changes = false;
    for (const num of nums) {
      const answer = this.judged.get(num) ?? this.judge(num, until);
      if (answer === null) return null;
      this.judged.set(num, answer);
      changes ||= answer;
    }
    return changes;
  }

  private judge(num: number, until: number): boolean | null {
    const program = this.programs?.read(num) ?? null;
    if (program === "unreadable") return null;
    const hints = program && readHints(program);
    if (!program || !hints) return false;
    const key = sha256Hex(program);
    const answer = known.get(key) ?? drawsOtherwise(this.pdfium, program, hints, until);
    if (answer !== null) remember(key, answer);
    return answer;
  }
}

function programsOf(source: ByteSource): PagePrograms | null {
  try {
    return new PagePrograms(PdfDocument.open(source));
  } catch (error) {
    if (error instanceof PdfError) return null;
    throw error;
  }
}

function remember(key: string, answer: boolean): void {
  known.delete(key);
  known.set(key, answer);
  const [oldest] = known.keys();
  if (known.size > mostKnown && oldest !== undefined) known.delete(oldest);
}

function drawsOtherwise(
  pdfium: Pdfium,
  program: Buffer,
  { glyphs, plain }: HintedProgram,
  until: number,
): boolean | null {
  const small = openSheets(pdfium, program, glyphs, instructedPx);
  const large = openSheets(pdfium, plain, glyphs, outlinePx);
  try {
    for (let from = 0; from < glyphs.length; from += cellsPerSheet) {
      if (performance.now() > until) return null;
      const page = from / cellsPerSheet;
      const count = Math.min(cellsPerSheet, glyphs.length - from);
      if (haveOtherCells(small.draw(page, count), large.draw(page, count), count)) return true;
    }
    return false;
  } finally {
    large.close();
    small.close();
  }
}

interface Sheets {
  /** Pages are counted from 0. */
  draw(page: number, count: number): Bitmap;
  close(): void;
}

function openSheets(pdfium: Pdfium, program: Buffer, glyphs: readonly number[], sizePx: number): Sheets {
  const { call } = pdfium;
  const document = openDocument(pdfium, fromBuffer(sheetsPdf(program, glyphs, sizePx)));
  const form = openForm(call, document.pointer);
  return {
    draw(number, count) {
      const page = call.FPDF_LoadPage(document.pointer, number);
      if (page === 0) throw new Error("PDFium cannot read the letters that we wrote");
      try {
        return drawBitmap(pdfium, { page, form: form.pointer }, sheetSize(count));
      } finally {
        call.FPDF_ClosePage(page);
      }
    },
    close() {
      form.close();
      document.close();
    },
  };
}

/** Each glyph by its number, one per cell, from the top left. */
function sheetsPdf(program: Buffer, glyphs: readonly number[], sizePx: number): Buffer {
  const sheets = Array.from({ length: Math.ceil(glyphs.length / cellsPerSheet) }, (_, sheet) =>
    glyphs.slice(sheet * cellsPerSheet, (sheet + 1) * cellsPerSheet),
  );
  const kids = sheets.map((_, sheet) => `${7 + sheet * 2} 0 R`).join(" ");
  const objects: SmallObject[] = [
    "<</Type/Catalog/Pages 2 0 R>>",
    `<</Type/Pages/Kids[${kids}]/Count ${sheets.length}/Resources<</Font<</F 3 0 R>>>>>>`,
    "<</Type/Font/Subtype/Type0/BaseFont/AAAAAA+Own/Encoding/Identity-H/DescendantFonts[4 0 R]>>",
    "<</Type/Font/Subtype/CIDFontType2/BaseFont/AAAAAA+Own/CIDSystemInfo<</Registry(Adobe)/Ordering(Identity)/Supplement 0>>/FontDescriptor 5 0 R/CIDToGIDMap/Identity>>",
    "<</Type/FontDescriptor/FontName/AAAAAA+Own/Flags 4/FontBBox[0 -200 1000 1000]/ItalicAngle 0/Ascent 800/Descent -200/CapHeight 700/StemV 80/FontFile2 6 0 R>>",
    [`/Length1 ${program.length}`, program],
  ];
  sheets.forEach((sheet, index) => {
    const { width, height } = sheetSize(sheet.length);
    objects.push(`<</Type/Page/Parent 2 0 R/MediaBox[0 0 ${width} ${height}]/Contents ${8 + index * 2} 0 R>>`);
    objects.push(["", Buffer.from(sheet.map((glyph, at) => cellOf(glyph, at, sizePx, height)).join("\n"), "latin1")]);
  });
  return smallPdf(objects);
}

function cellOf(glyph: number, at: number, sizePt: number, height: number): string {
  return cellContent(at, { code: glyph.toString(16).padStart(4, "0"), font: "F", sizePt }, height);
}

function haveOtherCells(one: Bitmap, other: Bitmap, count: number): boolean {
  const [first, second] = [greysOf(one), greysOf(other)];
  return Array.from({ length: count }, (_, at) => at).some((at) => isOtherCell(first, second, at, tolerancePx));
}

function greysOf({ pixels, width, height }: Bitmap): Greys {
  const ink = new Uint8Array(width * height);
  for (let at = 0; at < ink.length; at++) ink[at] = blackest - (pixels[at * 4] ?? 0);
  return { ink, width, height };
}
