import { readFileSync } from "node:fs";
import path from "node:path";
import pg from "pg";
import { startServer, type StartedServer } from "@/e2e/server";
import { makeCaller } from "./journeys/keep-alive-client";
import { documentsOf, metricsToken, untilDrained } from "./journeys/measure-journeys";
import { runJourneyOf } from "./journeys/one-journey";
import { makePeople, type Signer } from "./journeys/people";
import { wideLimits } from "./journeys/wide-limits";

/**
 * The bytes that a signed document adds to the append-only tables: `npm run bench -- trail`. Bytes of rows are as
 * Postgres counts them. Bytes with indexes are the growth of the table and its indexes, which a small number of
 * documents overstates. `--documents=100` measures more than 20.
 */
const given = process.argv.find((argument) => argument.startsWith("--documents="))?.slice("--documents=".length);
const documents = Number(given ?? 20);
const tables = ["audit_events", "audit_callers", "audit_personal_values", "events"];

const server = await startServer({ env: { LIMITS: wideLimits(process.cwd()), METRICS_TOKEN: metricsToken } });
const database = new pg.Client({ connectionString: databaseOf(server) });
try {
  await database.connect();
  const people = await makePeople(server, { byCode: 3, byPassword: 0 });
  for (const count of [1, 2, 3]) await measure(people.byCode.slice(0, count));

  async function measure(signers: readonly Signer[]): Promise<void> {
    const before = await sizes();
    const first = await newest();
    const caller = makeCaller(server.origin);
    const nextDocument = documentsOf({ name: "small", bytes: 52_000, pages: 1, target: {} });
    for (let document = 0; document < documents; document++)
      await runJourneyOf(caller, people, nextDocument(), signers, "email");
    caller.close();
    await untilDrained(server);
    const after = await sizes();
    console.log(
      `\n${String(signers.length)} signer(s) by code, a document\n\n| table | rows | bytes of rows | with indexes |\n|---|---|---|---|`,
    );
    let [rowBytes, allBytes] = [0, 0];
    for (const table of tables) {
      const { rows, bytes } = await rowsOf(table, first);
      const grown = ((after.get(table) ?? 0) - (before.get(table) ?? 0)) / documents;
      console.log(`| ${table} | ${rows.toFixed(1)} | ${bytes.toFixed(0)} | ${grown.toFixed(0)} |`);
      rowBytes += bytes;
      allBytes += grown;
    }
    console.log(`| together | | ${rowBytes.toFixed(0)} | ${allBytes.toFixed(0)} |`);
    console.log(`\nin the store, with all revisions and the evidence: ${String(await storedBytes(first))} bytes`);
    if (process.argv.includes("--columns")) for (const table of tables) await printColumns(table, first);
  }
} finally {
  await database.end();
  await server.stop();
}

async function newest(): Promise<number> {
  const { rows } = await database.query<{ id: number }>("select coalesce(max(id), 0) as id from files");
  return rows[0]?.id ?? 0;
}

async function sizes(): Promise<Map<string, number>> {
  const found = new Map<string, number>();
  for (const table of tables) {
    const { rows } = await database.query<{ n: string }>(`select pg_total_relation_size('${table}') as n`);
    found.set(table, Number(rows[0]?.n));
  }
  return found;
}

async function rowsOf(table: string, after: number): Promise<{ rows: number; bytes: number }> {
  const { rows } = await database.query<{ rows: string; bytes: string }>(
    `select count(*) as rows, coalesce(sum(pg_column_size(t.*)), 0) as bytes from ${table} t where file_id > $1`,
    [after],
  );
  return { rows: Number(rows[0]?.rows) / documents, bytes: Number(rows[0]?.bytes) / documents };
}

async function storedBytes(after: number): Promise<number> {
  const { rows } = await database.query<{ n: string }>(
    "select round(avg(f.size + e.size)) as n from files f join evidence_documents e on e.file_id = f.id where f.id > $1",
    [after],
  );
  return Number(rows[0]?.n);
}

async function printColumns(table: string, after: number): Promise<void> {
  const { rows } = await database.query<{ name: string }>(
    "select attname as name from pg_attribute where attrelid = $1::regclass and attnum > 0 and not attisdropped",
    [table],
  );
  for (const { name } of rows) {
    const {
      rows: [size],
    } = await database.query<{ n: string }>(
      `select coalesce(sum(pg_column_size("${name}")), 0) as n from ${table} where file_id > $1`,
      [after],
    );
    console.log(`  ${table}.${name}: ${(Number(size?.n) / documents).toFixed(0)}`);
  }
  if (table !== "audit_events") return;
  const types = await database.query<{ type: string; n: string; bytes: string }>(
    "select type, count(*) as n, sum(pg_column_size(t.*)) as bytes from audit_events t where file_id > $1 group by type order by bytes desc",
    [after],
  );
  for (const { type, n, bytes } of types.rows)
    console.log(
      `  ${type}: ${(Number(n) / documents).toFixed(1)} rows, ${(Number(bytes) / documents).toFixed(0)} bytes`,
    );
}

/** Connects to the embedded database as its superuser. */
function databaseOf({ dataDir }: StartedServer): string {
  const socketDir = readFileSync(path.join(dataDir, "postgres", "postmaster.pid"), "utf8").split("\n")[4] ?? "";
  const password = readFileSync(path.join(dataDir, "postgres.password"), "utf8");
  return `postgres://app:${password}@localhost/postgres?host=${encodeURIComponent(socketDir)}`;
}
