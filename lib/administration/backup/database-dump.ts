import type { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import type { ClientBase } from "pg";
import { from as copyFrom, to as copyTo } from "pg-copy-streams";
import type { AppliedMigration } from "./archive-format";

export interface TableShape {
  name: string;
  columns: string[];
}

/**
 * COPY's text format depends on these settings, so they must be the same during the restore. No time limits, because
 * copying a large table takes longer than a request may.
 */
const transactionSettings = `
  set local datestyle = 'ISO, MDY'; set local intervalstyle = 'postgres'; set local timezone = 'UTC'; set local bytea_output = 'hex';
  set local extra_float_digits = 1; set local client_encoding = 'UTF8'; set local synchronize_seqscans = off; set local statement_timeout = 0;
  set local lock_timeout = 0; set local idle_in_transaction_session_timeout = 0`;

/**
 * Begins a transaction with these settings, which end with it, because a pooler then passes the connection on to
 * others.
 */
export async function beginCopying(client: ClientBase, mode: "" | "isolation level repeatable read read only" = "") {
  await client.query(`begin ${mode}`);
  await client.query(transactionSettings);
}

/** Every table, referenced tables first. A partitioned table counts once, with the rows of all its partitions. */
export async function listTables(client: ClientBase): Promise<TableShape[]> {
  const { rows } = await client.query<TableShape & { refers: string[] }>(`
    select c.relname::text as name,
      array(select a.attname::text from pg_attribute a
        where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
        order by a.attnum) as columns,
      array(select distinct t.relname::text from pg_constraint k join pg_class t on t.oid = k.confrelid
        where k.conrelid = c.oid and k.contype = 'f' and k.confrelid <> c.oid) as refers
    from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where n.nspname = 'public' and c.relkind in ('r', 'p') and not c.relispartition
      and not exists (select from pg_depend d where d.classid = 'pg_class'::regclass and d.objid = c.oid and d.deptype = 'e')
    order by c.relname`);
  const ordered: TableShape[] = [];
  const isOrdered = new Set<string>();
  for (let left = rows; left.length > 0;) {
    const next = left.filter(({ refers }) => refers.every((name) => isOrdered.has(name)));
    if (next.length === 0) throw new Error("tables refer to each other in a circle");
    for (const { name, columns } of next) {
      isOrdered.add(name);
      ordered.push({ name, columns });
    }
    left = left.filter(({ name }) => !isOrdered.has(name));
  }
  return ordered;
}

/** The rows of a table as seen by the transaction. */
export function tableRows(client: ClientBase, { name, columns }: TableShape): AsyncIterable<Buffer> {
  const names = columns.map((column) => client.escapeIdentifier(column)).join(", ");
  return copyOut(client, `select ${names} from ${client.escapeIdentifier(name)}`) as AsyncIterable<Buffer>;
}

/** Sequences are not transactional: read after the snapshot was taken, each value is beyond every row of it. */
export async function readSequences(client: ClientBase): Promise<{ name: string; value: string }[]> {
  const { rows } = await client.query<{ name: string; value: string }>(
    "select sequencename::text as name, last_value::text as value from pg_sequences where schemaname = 'public' and last_value is not null order by 1",
  );
  return rows;
}

export async function readMigrations(client: ClientBase): Promise<AppliedMigration[]> {
  const { rows } = await client.query<{ hash: string; at: string }>(
    "select hash, created_at as at from drizzle.__drizzle_migrations order by created_at",
  );
  return rows.map(({ hash, at }) => ({ hash, at: Number(at) }));
}

/** Whether anything was ever created in this database. */
export async function isEmptyDatabase(client: ClientBase): Promise<boolean> {
  const { rows } = await client.query<{ tables: number }>(`
    select count(*)::int as tables from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where n.nspname in ('public', 'drizzle') and c.relkind in ('r', 'p', 'v', 'm')
      and not exists (select from pg_depend d where d.classid = 'pg_class'::regclass and d.objid = c.oid and d.deptype = 'e')`);
  return rows[0]?.tables === 0;
}

/**
 * Writes the rows of one table without the triggers that would derive other tables from them, because the backup
 * contains those tables as well. Returns the number of rows.
 */
export async function loadTable(client: ClientBase, table: TableShape, rows: AsyncIterable<Buffer>): Promise<number> {
  const name = client.escapeIdentifier(table.name);
  const { rows: triggers } = await client.query<{ name: string }>(
    "select tgname::text as name from pg_trigger where tgrelid = $1::regclass and not tgisinternal and tgenabled = 'O'",
    [`public.${name}`],
  );
  for (const trigger of triggers)
    await client.query(`alter table ${name} disable trigger ${client.escapeIdentifier(trigger.name)}`);
  const count = await copyIn(client, table.name, table.columns, rows);
  for (const trigger of triggers)
    await client.query(`alter table ${name} enable trigger ${client.escapeIdentifier(trigger.name)}`);
  return count;
}

export async function loadSequences(
  client: ClientBase,
  sequences: readonly { name: string; value: string }[],
): Promise<void> {
  for (const { name, value } of sequences)
    await client.query("select setval($1::regclass, $2::bigint)", [`public.${client.escapeIdentifier(name)}`, value]);
}

/**
 * The rows of a query in COPY's text format, as they arrive. The client must not run another query until the last row
 * has been read.
 */
function copyOut(client: ClientBase, query: string): Readable {
  return client.query(copyTo(`copy (${query}) to stdout`));
}

/** Writes rows from `copyOut` and returns their number. `columns` belong to `table`. Both are quoted here. */
async function copyIn(
  client: ClientBase,
  table: string,
  columns: readonly string[],
  rows: AsyncIterable<Buffer>,
): Promise<number> {
  const names = columns.map((column) => client.escapeIdentifier(column)).join(", ");
  const stream = client.query(copyFrom(`copy ${client.escapeIdentifier(table)} (${names}) from stdin`));
  await pipeline(rows, stream);
  return stream.rowCount;
}
