import { and, asc, eq, inArray, isNull } from "drizzle-orm";
import Papa from "papaparse";
import { bulkRows } from "@/db/schema/bulk";
import { files, signRequests } from "@/db/schema/files";
import type { Actor, Ctx } from "@/lib/context/context";
import { readSettings } from "@/lib/context/settings/read";
import { getOwnTemplate } from "../templates/access";
import { knownColumns } from "./columns";
import { getOwnBulkSend } from "./show";

/** A table as a spreadsheet saved it. */
interface CsvTable {
  header: string[];
  rows: CsvRow[];
  separator: Separator;
}

export interface CsvRow {
  /** The row number in a spreadsheet: the header is row 1. */
  number: number;
  cells: string[];
}

export const separators = [",", ";", "\t"] as const;
type Separator = (typeof separators)[number];

export type CsvFault = "encoding_unknown" | "quote_unclosed" | "empty" | "too_many_rows";

/**
 * The most lines read, including empty ones: a file of 5 MiB may have millions, which would block all requests for
 * seconds.
 */
const mostLines = 100_000;
/** The most columns read. A template has fewer, and unknown columns are ignored. */
const mostColumns = 5_000;

/**
 * Reads a CSV file (RFC 4180) in UTF-8 or UTF-16, with or without a byte order mark. Of `,`, `;` and tab, the
 * separator is the one that gives the header the most columns that `isKnown` accepts, unless Excel's line `sep=;`
 * names it. Line ends may be mixed. Empty rows are skipped, but keep their number.
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

/**
 * Null if the bytes are neither UTF-8 nor UTF-16: other encodings cannot be distinguished, and a guess would change
 * names.
 */
function decodeText(bytes: Uint8Array): string | null {
  try {
    // TextDecoder removes the byte order mark. Line ends are unified because Papa supports one kind per file, and a
    // script that appends to a spreadsheet's file mixes them.
    return new TextDecoder(encodingOf(bytes), { fatal: true }).decode(bytes).replace(/\r\n?/g, "\n");
  } catch {
    return null;
  }
}

function encodingOf(bytes: Uint8Array): "utf-8" | "utf-16le" | "utf-16be" {
  const [first, second] = bytes;
  if (first === 0xff && second === 0xfe) return "utf-16le";
  if (first === 0xfe && second === 0xff) return "utf-16be";
  // Without a mark: in practice a header starts with an ASCII character, whose other byte is zero.
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

interface CsvFile {
  bytes: Buffer;
  mediaType: "text/csv; charset=utf-8";
  fileName: string;
}

/**
 * `GET /templates/{id}/bulk-sends/example`: a file with the columns of the template and one row. Throws `not_found`.
 */
export async function exampleCsv(ctx: Ctx, actor: Actor, { id }: { id: number }): Promise<CsvFile> {
  const { version } = await getOwnTemplate(ctx, actor, { id });
  const columns = knownColumns(version, (await readSettings(ctx)).signMethod).filter(({ isShown }) => isShown);
  const cells = columns.map(({ target }, index) => {
    if (target.kind === "title") return version.name;
    if (target.kind === "value") return version.fields.find(({ name }) => name === target.field)?.value ?? "";
    if (target.member === "email") return `person${index === 0 ? "" : index}@example.org`;
    return target.member === "phone" ? "+491701234567" : "Ana Souza";
  });
  return csvFile([columns.map(({ header }) => header), cells], `template-${id}-example.csv`);
}

/**
 * `GET /bulk-sends/{id}/results`: one line per row, with its document, the states of document and signers, and the
 * error. Cells that a spreadsheet would run as a formula are defused. Throws `not_found`.
 */
export async function resultsCsv(ctx: Ctx, actor: Actor, { id }: { id: number }): Promise<CsvFile> {
  const bulkSend = await getOwnBulkSend(ctx, actor, id);
  const rows = await ctx.db
    .select({ row: bulkRows, file: { uuid: files.uuid, status: files.status, name: files.name } })
    .from(bulkRows)
    .leftJoin(files, eq(files.id, bulkRows.fileId))
    .where(eq(bulkRows.bulkSendId, bulkSend.id))
    .orderBy(asc(bulkRows.number));
  const signers = await readSigners(
    ctx,
    rows.flatMap(({ row }) => (row.fileId === null ? [] : [row.fileId])),
  );
  const lines = rows.map(({ row, file }) => [
    String(row.number),
    row.state,
    file?.uuid ?? "",
    file?.name ?? row.title ?? "",
    file?.status ?? "",
    signers.get(row.fileId ?? 0) ?? row.people.map(({ email }) => email).join("; "),
    row.problem?.code ?? "",
    row.problem?.column ?? "",
    row.problem?.detail ?? "",
  ]);
  const header = ["row", "state", "document", "title", "documentState", "signers", "error", "column", "detail"];
  return csvFile([header, ...lines], `bulk-send-${bulkSend.id}-results.csv`);
}

/** `ana@x.example: signed; bo@x.example: pending`, by file. */
async function readSigners(ctx: Ctx, fileIds: readonly number[]): Promise<Map<number, string>> {
  const texts = new Map<number, string>();
  if (fileIds.length === 0) return texts;
  const people = await ctx.db
    .select({ fileId: signRequests.fileId, email: signRequests.email, status: signRequests.status })
    .from(signRequests)
    .where(and(inArray(signRequests.fileId, [...fileIds]), isNull(signRequests.removedAt)))
    .orderBy(asc(signRequests.signingOrder), asc(signRequests.id));
  for (const { fileId, email, status } of people) {
    const before = texts.get(fileId);
    texts.set(fileId, `${before === undefined ? "" : `${before}; `}${email}: ${status}`);
  }
  return texts;
}

/** With a byte order mark, which Excel needs to recognise UTF-8. */
function csvFile(lines: readonly string[][], fileName: string): CsvFile {
  const text = Papa.unparse(
    lines.map((cells) => cells.map(withoutFormulas)),
    { newline: "\r\n" },
  );
  return { bytes: Buffer.from(`\uFEFF${text}\r\n`), mediaType: "text/csv; charset=utf-8", fileName };
}

/**
 * Puts an apostrophe before each character that makes a spreadsheet run a cell (OWASP, CSV Injection), including
 * full-width forms. Where the system's list separator is a semicolon, or a tab was chosen, the text after that
 * character is a separate cell. Spreadsheets drop quotes and spaces at the start of such a cell.
 */
export function withoutFormulas(cell: string): string {
  return cell.replace(/(?<=^|[;\t\r\n])(?=["\x20\xA0]*[=+\-@\t\r\uFF1D\uFF0B\uFF0D\uFF20])/g, "'");
}
