import { setTimeout as sleep } from "node:timers/promises";
import type pg from "pg";
import type { StartedServer } from "@/e2e/server";
import { readCpuTime, totalOf } from "./cpu-time";
import { makeCaller } from "./keep-alive-client";
import { documentsOf, sizes, untilDrained } from "./measure-journeys";
import { runJourneyOf } from "./one-journey";
import { makePeople } from "./people";

const warmUp = 10;
const journeys = 40;
/** Postgres publishes the counters of a connection at most a second after its last statement. */
const publishedMs = 2_000;
/** Smaller tables are read from end to end on purpose. */
const fewestRows = 1_000;

/**
 * Journeys by code of one caller on a database with many documents: their duration, their CPU time, and the tables that
 * their statements read from end to end, which takes longer with every document stored.
 */
export async function printJourneysOver(server: StartedServer, pool: pg.Pool, postmasterPid: number): Promise<void> {
  const people = await makePeople(server, { byCode: 4, byPassword: 0 });
  const caller = makeCaller(server.origin, { repeats: "without key" });
  const nextDocument = documentsOf(sizes[0]);
  const taken: number[] = [];
  const run = async (count: number): Promise<void> => {
    for (let turn = 0; turn < count; turn += 1) {
      const startedAt = performance.now();
      const signer = people.byCode[turn % people.byCode.length];
      if (signer) await runJourneyOf(caller, people, nextDocument(), [signer], "email");
      taken.push(performance.now() - startedAt);
    }
    await untilDrained(server);
    await sleep(publishedMs);
  };
  await run(warmUp);
  taken.length = 0;
  const cpuMs = (): number[] => [server.pid, postmasterPid].map((pid) => totalOf(readCpuTime(pid)) * 1000);
  const [scansBefore, cpuBefore] = [await readScans(pool), cpuMs()];
  await run(journeys);
  const [scans, cpu] = [await readScans(pool), cpuMs().map((ms, place) => (ms - (cpuBefore[place] ?? 0)) / journeys)];
  caller.close();
  taken.sort((one, other) => one - other);
  const read = [...scans]
    .map(([table, count]) => ({ table, perJourney: (count - (scansBefore.get(table) ?? 0)) / journeys }))
    .filter(({ perJourney }) => perJourney > 0)
    .map(({ table, perJourney }) => `${table} ${perJourney.toFixed(1)} times`);
  console.log(
    `\njourneys by code, one caller: p50 ${(taken[journeys >> 1] ?? NaN).toFixed(0)} ms, CPU ms each ${cpu.map((ms) => ms.toFixed(0)).join(" and of Postgres ")}; read from end to end in each: ${read.join(", ") || "no large table"}`,
  );
}

async function readScans(pool: pg.Pool): Promise<Map<string, number>> {
  const { rows } = await pool.query<{ table: string; scans: string }>(
    "select relname as table, seq_scan as scans from pg_stat_user_tables where n_live_tup >= $1",
    [fewestRows],
  );
  return new Map(rows.map(({ table, scans }) => [table, Number(scans)]));
}
