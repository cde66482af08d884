import type pg from "pg";
import { accountStatements } from "./accounts";
import { documentStatements } from "./documents";
import { trailStatements } from "./trail";
import { workStatements } from "./work";

const batch = 25_000;
const watched = ["files", "sign_requests"];

/** Throws when the database has documents already: rows of a real instance and rows without bytes must not mix. */
export async function fillDatabase(client: pg.Client, documents: number, say: (line: string) => void): Promise<void> {
  const { rows } = await client.query("select 1 from files limit 1");
  if (rows.length > 0) throw new Error("The database has documents already; give an empty one.");
  await client.query(
    "set synchronous_commit = off; set work_mem = '64MB'; set maintenance_work_mem = '512MB'; set jit = off",
  );
  const startedAt = Date.now();
  // The tallies and the search text are made once at the end: row by row they would take as long as all the rest.
  for (const table of watched) await client.query(`alter table ${table} disable trigger user`);
  for (const { sql } of accountStatements) await client.query(sql, sql.includes("$1") ? [documents] : []);
  for (let first = 1; first <= documents; first += batch) {
    const values = [first, Math.min(first + batch - 1, documents), documents];
    await client.query("begin");
    for (const { sql } of [...documentStatements, ...trailStatements, ...workStatements])
      await client.query(sql, values.slice(0, sql.includes("$3") ? 3 : 2));
    await client.query("commit");
    say(`${values[1]} of ${documents} documents, ${((Date.now() - startedAt) / 1000).toFixed(0)} s`);
  }
  for (const table of watched) await client.query(`alter table ${table} enable trigger user`);
  await client.query("select rebuild_list_tallies(), rebuild_file_search()");
  await client.query("vacuum analyze");
  say(`filled and analysed in ${((Date.now() - startedAt) / 1000).toFixed(0)} s`);
}
