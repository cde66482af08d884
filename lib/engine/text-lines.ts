import type { ByteSource } from "@/lib/pdf/byte-source";
import { drawnPlaces, type DrawnPlace } from "./drawn-places";
import { structOf, withDocument, type Pdfium } from "./pdfium";

/** The requested lines of a document's text, with limits on the work. */
export interface TextLinesRequest {
  /** Lines that hold one of these. */
  containing: readonly string[];
  maxPages: number;
  maxLines: number;
  /** No further page is begun once this time has gone by. */
  budgetMs: number;
}

/** The position of a character: left, top, right and bottom as shares of the displayed page, from 0 to 1 from its top-left corner. */
export type CharacterBox = readonly [number, number, number, number];

export interface TextLine {
  /** Counted from 1. */
  page: number;
  text: string;
  /** One for each UTF-16 unit of `text`; null for characters that are not on the page, such as an inserted space between two words. */
  boxes: (CharacterBox | null)[];
}

export interface TextLines {
  lines: TextLine[];
  /** Lines to write on and boxes to tick. */
  drawn: DrawnPlace[];
  /** Pages that were read, from the first on. */
  pagesRead: number;
}

// No page meant for reading holds more; the rest is left out.
const maxCharactersPerPage = 100_000;
const maxCharactersPerLine = 2_000;

/** Fine enough for a hundredth of a point on the longest page. */
const deviceSide = 2 ** 22;

/**
 * The lines of text that hold one of `containing`, and what is drawn to be filled in, with the place of each character on the page as a reader sees it (CropBox, /Rotate).
 * PDFium joins the runs that stand side by side on a line. A page that cannot be read has none. Throws `damaged`, `encrypted`.
 */
export function findTextLines(pdfium: Pdfium, source: ByteSource, request: TextLinesRequest): TextLines {
  const endsAt = performance.now() + request.budgetMs;
  return withDocument(pdfium, source, (document) => {
    const lines: TextLine[] = [];
    const drawn: DrawnPlace[] = [];
    const count = Math.min(pdfium.call.FPDF_GetPageCount(document), request.maxPages);
    let pagesRead = 0;
    while (pagesRead < count && lines.length < request.maxLines && performance.now() < endsAt) {
      const [found] = placesOfPage(pdfium, document, (pagesRead += 1), request.containing);
      lines.push(...(found?.lines ?? []));
      drawn.push(...(found?.drawn ?? []));
    }
    return { lines: lines.slice(0, request.maxLines), drawn: drawn.slice(0, request.maxLines), pagesRead };
  });
}

/** The text of one page, line by line; empty for a page that cannot be read or holds none, as a scan. Throws `damaged`, `encrypted`. */
export function readPageText(pdfium: Pdfium, source: ByteSource, number: number): string[] {
  return withDocument(pdfium, source, (document) =>
    onTextPage(pdfium, document, number, (_page, text) => {
      return splitLines(pdfium, text)
        .map((line) => line.text.trim())
        .filter((line) => line !== "");
    }),
  );
}

/** The place of every character of a page, also of text that is not seen. */
export function characterBoxes(pdfium: Pdfium, document: number, number: number): CharacterBox[] {
  return onTextPage(pdfium, document, number, (page, text) => {
    const placeOf = placing(pdfium, page, text);
    const count = Math.min(pdfium.call.FPDFText_CountChars(text), maxCharactersPerPage);
    return Array.from({ length: count }, (_, index) => placeOf(index)).flatMap((box) => (box ? [box] : []));
  });
}

/** One entry, or none for a page that cannot be read. */
function placesOfPage(
  pdfium: Pdfium,
  document: number,
  number: number,
  containing: readonly string[],
): Pick<TextLines, "lines" | "drawn">[] {
  return onTextPage(pdfium, document, number, (page, text) => {
    const placeOf = placing(pdfium, page, text);
    const all = splitLines(pdfium, text);
    const lines = all
      .filter((line) => containing.some((wanted) => line.text.includes(wanted)))
      .map((line) => ({ page: number, text: line.text, boxes: line.indexes.map(placeOf) }));
    return [{ lines, drawn: drawnPlaces(pdfium, page, number, all, placeOf) }];
  });
}

function onTextPage<Line>(
  { call }: Pdfium,
  document: number,
  number: number,
  read: (page: number, text: number) => Line[],
): Line[] {
  const page = call.FPDF_LoadPage(document, number - 1);
  if (page === 0) return [];
  const text = call.FPDFText_LoadPage(page);
  try {
    return text === 0 ? [] : read(page, text);
  } finally {
    if (text !== 0) call.FPDFText_ClosePage(text);
    call.FPDF_ClosePage(page);
  }
}

export interface IndexedLine {
  text: string;
  /** PDFium's number of the character that each UTF-16 unit belongs to. */
  indexes: number[];
}

function splitLines({ call }: Pdfium, text: number): IndexedLine[] {
  const lines: IndexedLine[] = [];
  let line: IndexedLine = { text: "", indexes: [] };
  const count = Math.min(call.FPDFText_CountChars(text), maxCharactersPerPage);
  for (let index = 0; index < count; index++) {
    const code = call.FPDFText_GetUnicode(text, index);
    if (code === 0x0a || code === 0x0d || line.text.length >= maxCharactersPerLine) {
      lines.push(line);
      line = { text: "", indexes: [] };
    }
    if (code < 0x20 || code > 0x10ffff) continue;
    const character = String.fromCodePoint(code);
    line.text += character;
    for (let unit = 0; unit < character.length; unit++) line.indexes.push(index);
  }
  return [...lines, line];
}

/** Answers where the character with a number stands on the displayed page. */
function placing({ call, runtime }: Pdfium, page: number, text: number): (index: number) => CharacterBox | null {
  const read = (pointer: number, type: "double" | "i32"): number => runtime.getValue(pointer, type);
  const toShare = (x: number, y: number, target: number): [number, number] => {
    call.FPDF_PageToDevice(page, 0, 0, deviceSide, deviceSide, 0, x, y, target, target + 4);
    return [read(target, "i32") / deviceSide, read(target + 4, "i32") / deviceSide];
  };
  return (index) => {
    // Four doubles: left, right, bottom, top in user space; two integers for the answer of PageToDevice.
    const room = structOf(runtime, new Array<number>(10).fill(0));
    try {
      if (!call.FPDFText_GetCharBox(text, index, room, room + 8, room + 16, room + 24)) return null;
      const [x0, y0] = toShare(read(room, "double"), read(room + 16, "double"), room + 32);
      const [x1, y1] = toShare(read(room + 8, "double"), read(room + 24, "double"), room + 32);
      if (x0 === x1 && y0 === y1) return null;
      return [Math.min(x0, x1), Math.min(y0, y1), Math.max(x0, x1), Math.max(y0, y1)];
    } finally {
      runtime.wasmExports.free(room);
    }
  };
}
