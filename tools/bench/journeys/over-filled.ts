import { setTimeout as sleep } from "node:timers/promises";
import type pg from "pg";
import type { StartedServer } from "@/e2e/server";
import { makePasswordHasher } from "@/lib/platform/secrets/argon2-hasher";
import { readCpuTime, totalOf } from "./cpu-time";
import { makeCaller } from "./keep-alive-client";
import { documentsOf, sizes } from "./measure-journeys";
import { runJourneyOf } from "./one-journey";
import { makePeople } from "./people";

const warmUp = 10;
const journeys = 40;
/** Postgres publishes the counters of a connection at most a second after its last statement. */
const publishedMs = 2_000;
/** A statement with an index reads fewer than ten pages for a row. */
const manyPages = 200;

/**
 * Journeys by code of one caller on a database with many documents: their duration, their CPU time, and the tables of
 * which their statements read many pages, which takes longer with every document stored.
 */
export async function printJourneysOver(server: StartedServer, pool: pg.Pool, postmasterPid: number): Promise<void> {
  // A server makes its first administrator only in an empty database.
  await pool.query(
    `insert into accounts (email, display_name, password_hash, role, made_by, email_proved_at, email_proof)
    values ($1, 'Bench', $2, 'admin', 'administrator', now(), 'administrator') on conflict do nothing`,
    [server.admin.email, await makePasswordHasher().hash(server.admin.password)],
  );
  const people = await makePeople(server, { byCode: 4, byPassword: 0 });
  const caller = makeCaller(server.origin, { repeats: "without_key" });
  const nextDocument = documentsOf(sizes[0]);
  const taken: number[] = [];
  const run = async (count: number): Promise<void> => {
    for (let turn = 0; turn < count; turn += 1) {
      const startedAt = performance.now();
      const signer = people.byCode[turn % people.byCode.length];
      if (signer) await runJourneyOf(caller, people, nextDocument(), [signer], "email");
      taken.push(performance.now() - startedAt);
    }
    await untilNothingIsDue(pool);
    await sleep(publishedMs);
  };
  await run(warmUp);
  taken.length = 0;
  const cpuMs = (): number[] => [server.pid, postmasterPid].map((pid) => totalOf(readCpuTime(pid)) * 1000);
  const [pagesBefore, cpuBefore] = [await readPages(pool), cpuMs()];
  await run(journeys);
  const [pages, cpu] = [await readPages(pool), cpuMs().map((ms, place) => (ms - (cpuBefore[place] ?? 0)) / journeys)];
  caller.close();
  taken.sort((one, other) => one - other);
  const read = [...pages]
    .map(([table, count]) => ({ table, perJourney: (count - (pagesBefore.get(table) ?? 0)) / journeys }))
    .filter(({ perJourney }) => perJourney > manyPages)
    .sort((one, other) => other.perJourney - one.perJourney)
    .map(({ table, perJourney }) => `${table} ${perJourney.toFixed(0)}`);
  console.log(
    `\njourneys by code, one caller: p50 ${(taken[journeys >> 1] ?? NaN).toFixed(0)} ms, CPU ms each ${cpu.map((ms) => ms.toFixed(0)).join(" and of Postgres ")}; pages of 8 KB read in each, where more than ${String(manyPages)}: ${read.join(", ") || "none"}`,
  );
}

/** A filled database also has jobs that failed and wait for their next attempt. */
async function untilNothingIsDue(pool: pg.Pool): Promise<void> {
  const endsAt = performance.now() + 60_000;
  const due = "select 1 from outbox_jobs where done_at is null and dead_at is null and run_at <= now() limit 1";
  while ((await pool.query(due)).rows.length > 0) {
    if (performance.now() > endsAt) throw new Error("jobs were due for a minute");
    await sleep(100);
  }
}

/** Pages of each table and its indexes, read from memory or disk so far. */
async function readPages(pool: pg.Pool): Promise<Map<string, number>> {
  const { rows } = await pool.query<{ table: string; pages: string }>(
    `select relname as table, coalesce(heap_blks_hit + heap_blks_read, 0) + coalesce(idx_blks_hit + idx_blks_read, 0) as pages
    from pg_statio_user_tables`,
  );
  return new Map(rows.map(({ table, pages }) => [table, Number(pages)]));
}
