import { structOf, type Pdfium } from "./pdfium";

/** The position of a character: left, top, right and bottom as shares of the displayed page, from 0 to 1 from its top-left corner. */
export type CharacterBox = readonly [number, number, number, number];

// No page meant for reading holds more; the rest is left out.
export const maxCharactersPerPage = 100_000;
const maxCharactersPerLine = 2_000;

/** Fine enough for a hundredth of a point on the longest page. */
export const deviceSide = 2 ** 22;

/** Runs `read` with a page and its text; nothing for a page that cannot be read. */
export function onTextPage<Line>(
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

/** The lines of a page's text. PDFium joins the runs that stand side by side on a line. */
export function splitLines({ call }: Pdfium, text: number): IndexedLine[] {
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
export function placing({ call, runtime }: Pdfium, page: number, text: number): (index: number) => CharacterBox | null {
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
