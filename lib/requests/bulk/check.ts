import { assertMayRequest } from "@/lib/accounts/actor";
import type { Actor, Ctx } from "@/lib/context/context";
import { readSettings } from "@/lib/context/settings/read";
import { decodeBase64 } from "@/lib/platform/base64";
import { DomainError, invalid } from "@/lib/platform/errors";
import { getOwnTemplate, type WholeTemplate } from "../templates/access";
import { checkRows, type ReadRow } from "./check-rows";
import { knownColumns, matchColumns, normalise } from "./columns";
import { readCsv, type CsvFault } from "./csv";
import type { BulkCheck, BulkCheckWire, BulkProblem } from "./schema";

/** A file read against the current version of a template. */
export interface ReadFile extends Omit<BulkCheckWire, "good" | "preview"> {
  whole: WholeTemplate;
  good: ReadRow[];
}

const previewed = 5;

/** `POST /templates/{id}/bulk-sends/check`: the dry run. Creates nothing. Throws what `readBulkFile` throws. */
export async function checkBulkSend(ctx: Ctx, actor: Actor, input: BulkCheck & { id: number }): Promise<BulkCheckWire> {
  const { whole, good, ...file } = await readBulkFile(ctx, actor, input);
  return {
    ...file,
    good: good.length,
    preview: good.slice(0, previewed).map(({ number, title, people, values }) => ({
      row: number,
      title: title ?? whole.version.name,
      people: people.map(({ role, email, displayName }) => ({ role, email, displayName })),
      values,
    })),
  };
}

/**
 * Reads a file and checks every row. Throws `not_found`, `validation_failed` for a body without a file,
 * `base64_invalid`, `too_large`, `signers_missing` for a template without a signer, and what `checkRows` throws.
 */
export async function readBulkFile(
  ctx: Ctx,
  actor: Actor,
  { id, csv, duplicates }: BulkCheck & { id: number },
): Promise<ReadFile> {
  const acting = assertMayRequest(actor);
  const whole = await getOwnTemplate(ctx, acting, { id });
  const { version } = whole;
  if (!version.roles.some(({ role = "signer" }) => role === "signer"))
    throw new DomainError("signers_missing", { detail: "No signers." });
  const settings = await readSettings(ctx);
  const known = knownColumns(version, settings.signMethod);
  const names = new Set(known.flatMap((column) => column.names));
  const table = readCsv(bytesOf(ctx, csv), (header) => names.has(normalise(header)));
  const nothing = { whole, rows: 0, good: [], columns: [], unknownColumns: [] };
  if ("fault" in table) return { ...nothing, problems: [fileProblem(table.fault, null, faultTexts[table.fault])] };
  const matched = matchColumns(table.header, known);
  const file = {
    whole,
    rows: table.rows.length,
    columns: matched.byPosition.flatMap((column) => (column ? [column.header] : [])),
    unknownColumns: matched.unknown,
  };
  const problems = [
    ...matched.missing.map(({ header }) => fileProblem("column_missing", header, `The column ${header} is missing`)),
    ...matched.repeated.map((header) => fileProblem("column_repeated", header, `The column ${header} is there twice`)),
    ...(table.rows.length === 0 ? [fileProblem("empty", null, faultTexts.empty)] : []),
    ...tooMany(ctx, table.rows.length),
  ];
  if (problems.length > 0) return { ...file, good: [], problems };
  const rules = { version, settings, matched, allowsDuplicates: duplicates === "allow" };
  return { ...file, ...(await checkRows(ctx, table.rows, rules)) };
}

const faultTexts: Record<CsvFault, string> = {
  encoding_unknown: "The file is neither UTF-8 nor UTF-16: save it as CSV UTF-8",
  quote_unclosed: "A quoted cell does not end, or has text after its closing quote",
  empty: "The file has no rows",
  too_many_rows: "The file has more than 100,000 lines",
};

function fileProblem(code: BulkProblem["code"], column: string | null, detail: string): BulkProblem {
  return { row: null, column, code, detail };
}

function tooMany({ limits }: Pick<Ctx, "limits">, count: number): BulkProblem[] {
  if (count <= limits.bulkRows) return [];
  return [fileProblem("too_many_rows", null, `The file has ${count} rows, and at most ${limits.bulkRows} are allowed`)];
}

function bytesOf({ limits }: Pick<Ctx, "limits">, { base64, text }: BulkCheck["csv"]): Uint8Array {
  if ((base64 === undefined) === (text === undefined))
    throw invalid("/csv", base64 === undefined ? "required" : "ambiguous", "csv needs exactly one of base64 and text");
  const bytes = text === undefined ? decodeBase64(base64 ?? "") : Buffer.from(text);
  if (bytes === null) throw new DomainError("base64_invalid", { detail: "csv.base64 is not base64." });
  if (bytes.length > limits.bulkCsvBytes)
    throw new DomainError("too_large", { detail: `A CSV file may have ${limits.bulkCsvBytes} bytes at most.` });
  return bytes;
}
