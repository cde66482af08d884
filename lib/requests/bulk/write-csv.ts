import { and, asc, eq, inArray, isNull } from "drizzle-orm";
import Papa from "papaparse";
import { bulkRows } from "@/db/schema/bulk";
import { files, signRequests } from "@/db/schema/files";
import type { Actor, Ctx } from "@/lib/platform/context";
import { readSettings } from "@/lib/platform/settings/read";
import { getOwnTemplate } from "../templates/access";
import { knownColumns } from "./columns";
import { getOwnBulkSend } from "./show";

export interface CsvFile {
  bytes: Buffer;
  mediaType: "text/csv; charset=utf-8";
  fileName: string;
}

/** `GET /templates/{id}/bulk-sends/example`: a file with the columns of the template and one row. Throws `not_found`. */
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
 * `GET /bulk-sends/{id}/results`: one line a row, with its document, the states of document and signers, and the error. Cells that a
 * spreadsheet would run as a formula are defused. Throws `not_found`.
 */
export async function resultsCsv(ctx: Ctx, actor: Actor, { id }: { id: number }): Promise<CsvFile> {
  const batch = await getOwnBulkSend(ctx, actor, id);
  const rows = await ctx.db
    .select({ row: bulkRows, file: { uuid: files.uuid, status: files.status, name: files.name } })
    .from(bulkRows)
    .leftJoin(files, eq(files.id, bulkRows.fileId))
    .where(eq(bulkRows.bulkSendId, batch.id))
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
  return csvFile([header, ...lines], `bulk-send-${batch.id}-results.csv`);
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

/** With a byte order mark, by which Excel recognises UTF-8. */
function csvFile(lines: readonly string[][], fileName: string): CsvFile {
  const text = Papa.unparse(
    lines.map((cells) => cells.map(withoutFormulas)),
    { newline: "\r\n" },
  );
  return { bytes: Buffer.from(`\uFEFF${text}\r\n`), mediaType: "text/csv; charset=utf-8", fileName };
}

/**
 * Puts an apostrophe before each character that makes a spreadsheet run a cell (OWASP, CSV Injection), also in full width. Where the list separator of the
 * system is a semicolon, or a tab was chosen, text after it is a cell of its own.
 */
export function withoutFormulas(cell: string): string {
  return cell.replace(/(?<=^|[;\t\r\n])(?=[=+\-@\t\r\uFF1D\uFF0B\uFF0D\uFF20])/g, "'");
}
