import Papa from "papaparse";

/** A table as a spreadsheet saved it. */
export interface CsvTable {
  header: string[];
  rows: CsvRow[];
  separator: Separator;
}

export interface CsvRow {
  /** As a spreadsheet numbers it: the header is row 1. */
  number: number;
  cells: string[];
}

export const separators = [",", ";", "\t"] as const;
export type Separator = (typeof separators)[number];

export type CsvFault = "encoding_unknown" | "quote_unclosed" | "empty" | "too_many_rows";

/** Lines that are read, empty ones included: a file of 5 MiB may have millions, which would hold up everybody for seconds. */
const mostLines = 100_000;
/** Columns that are read. A template knows fewer, and unknown columns are ignored. */
const mostColumns = 5_000;

/**
 * Reads a CSV file (RFC 4180) in UTF-8 or UTF-16, with or without a byte order mark. Of `,`, `;` and tab, the separator is the one with
 * which the header has the most columns that `isKnown`; Excel's line `sep=;` names it. Line ends may differ. Rows without any content are skipped, but count.
 */
export function readCsv(bytes: Uint8Array, isKnown: (header: string) => boolean): CsvTable | { fault: CsvFault } {
  const decoded = decodeText(bytes);
  if (decoded === null) return { fault: "encoding_unknown" };
  const { text, named } = withoutSeparatorLine(decoded);
  const separator = named ?? chooseSeparator(text, isKnown);
  const { data, errors } = Papa.parse<string[]>(text, {
    ...{ delimiter: separator, newline: "\n" },
    preview: mostLines + 1,
  });
  if (errors.some(({ type }) => type === "Quotes")) return { fault: "quote_unclosed" };
  if (data.length > mostLines) return { fault: "too_many_rows" };
  const [header = [], ...rows] = data.map((cells) => cells.slice(0, mostColumns));
  if (header.every(isBlank)) return { fault: "empty" };
  return {
    header: header.map((cell) => cell.trim()),
    rows: rows.map((cells, index) => ({ number: index + 2, cells })).filter(({ cells }) => !cells.every(isBlank)),
    separator,
  };
}

function isBlank(cell: string): boolean {
  return cell.trim() === "";
}

/** Null if the bytes are neither UTF-8 nor UTF-16: other encodings cannot be distinguished, and a guess would change names. */
function decodeText(bytes: Uint8Array): string | null {
  try {
    // It removes the byte order mark. A script that appends to a spreadsheet's file mixes line ends, of which Papa knows one a file.
    return new TextDecoder(encodingOf(bytes), { fatal: true }).decode(bytes).replace(/\r\n?/g, "\n");
  } catch {
    return null;
  }
}

function encodingOf(bytes: Uint8Array): "utf-8" | "utf-16le" | "utf-16be" {
  const [first, second] = bytes;
  if (first === 0xff && second === 0xfe) return "utf-16le";
  if (first === 0xfe && second === 0xff) return "utf-16be";
  // Without a mark: a header starts with an ASCII character in practice, whose other byte is zero.
  if (second === 0 && first !== 0) return "utf-16le";
  if (first === 0 && second !== 0) return "utf-16be";
  return "utf-8";
}

function withoutSeparatorLine(text: string): { text: string; named: Separator | null } {
  const [line, character] = /^"?sep=([,;\t])"?\n/i.exec(text) ?? [];
  if (line === undefined) return { text, named: null };
  return { text: text.slice(line.length), named: separators.find((known) => known === character) ?? null };
}

function chooseSeparator(text: string, isKnown: (header: string) => boolean): Separator {
  const scored = separators.map((separator) => {
    const [header = []] = Papa.parse<string[]>(text, { delimiter: separator, newline: "\n", preview: 1 }).data;
    return { separator, known: header.filter(isKnown).length, cells: header.length };
  });
  const [best] = scored.sort((a, b) => b.known - a.known || b.cells - a.cells);
  return best?.separator ?? ",";
}
