import { structOf, type Pdfium } from "./pdfium";

/** The position of a character: left, top, right and bottom as shares of the displayed page, from 0 to 1 from its top-left corner. */
export type CharacterBox = readonly [number, number, number, number];

// No page meant for reading holds more. Further characters are ignored.
export const maxCharactersPerPage = 100_000;
const maxCharactersPerLine = 2_000;

/** Gives a resolution of a hundredth of a point on the longest page. */
export const deviceSide = 2 ** 22;

/** Runs `read` with a page and its text. Returns nothing for a page that cannot be read. */
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
  /** For each UTF-16 unit, PDFium's index of its character. */
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

interface Placed {
  call: Pdfium["call"];
  /** Four doubles: left, right, bottom, top in user space. Then two integers for the result of PageToDevice. */
  room: number;
  read: (pointer: number, type: "double" | "float" | "i32") => number;
}

type ReadRect = (placed: Placed, text: number, index: number) => readonly [number, number, number, number] | null;

/** The outline of a character. */
const outlineOf: ReadRect = ({ call, room, read }, text, index) =>
  call.FPDFText_GetCharBox(text, index, room, room + 8, room + 16, room + 24)
    ? [read(room, "double"), read(room + 16, "double"), read(room + 8, "double"), read(room + 24, "double")]
    : null;

/** The cell of a character on its line, regardless of its visible shape. */
export const cellOf: ReadRect = ({ call, room, read }, text, index) =>
  // Four floats: left, top, right, bottom.
  call.FPDFText_GetLooseCharBox(text, index, room)
    ? [read(room, "float"), read(room + 12, "float"), read(room + 8, "float"), read(room + 4, "float")]
    : null;

/** Returns a function that gives the position of a character on the displayed page. */
export function placing(
  { call, runtime }: Pdfium,
  page: number,
  text: number,
  rectOf: ReadRect = outlineOf,
): (index: number) => CharacterBox | null {
  const read = (pointer: number, type: "double" | "float" | "i32"): number => runtime.getValue(pointer, type);
  const toShare = (x: number, y: number, target: number): [number, number] => {
    call.FPDF_PageToDevice(page, 0, 0, deviceSide, deviceSide, 0, x, y, target, target + 4);
    return [read(target, "i32") / deviceSide, read(target + 4, "i32") / deviceSide];
  };
  return (index) => {
    const room = structOf(runtime, new Array<number>(10).fill(0));
    try {
      const rect = rectOf({ call, room, read }, text, index);
      if (!rect) return null;
      const [x0, y0] = toShare(rect[0], rect[1], room + 32);
      const [x1, y1] = toShare(rect[2], rect[3], room + 32);
      if (x0 === x1 && y0 === y1) return null;
      return [Math.min(x0, x1), Math.min(y0, y1), Math.max(x0, x1), Math.max(y0, y1)];
    } finally {
      runtime.wasmExports.free(room);
    }
  };
}
