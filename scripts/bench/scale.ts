import { startServer } from "@/e2e/server";
import { cpuMilliseconds } from "./scale/cpu-time";
import { printExports, printSweeps } from "./scale/long-work";
import { scaleMeasures, type Measure } from "./scale/measures";
import { openScaleDatabase } from "./scale/open-database";

/**
 * What lists, searches, exports, sweeps and a start cost with many documents. `npm run bench scale -- --documents=1000000` takes another size,
 * `--keep=FOLDER` a data folder that stays filled, `--no-start` leaves the start of a server out.
 */
const options = process.argv.slice(2);
const given = (name: string): string | null =>
  options.find((option) => option.startsWith(`--${name}=`))?.slice(name.length + 3) ?? null;
const sizes = given("documents") ? [Number(given("documents"))] : [10_000, 300_000];
const turns = 60;
const startTargetMs = 3000;

for (const documents of sizes) await measure(documents);

async function measure(documents: number): Promise<void> {
  console.log(`\n## ${documents.toLocaleString("en")} documents`);
  const { ctx, dataDir, connection, postmasterPid, close } = await openScaleDatabase(documents, given("keep"));
  try {
    const {
      rows: [size],
    } = await connection.pool.query<{ size: string }>(
      "select pg_size_pretty(pg_database_size(current_database())) as size",
    );
    console.log(`database: ${size?.size ?? ""}\n\n| | p50 ms | p99 ms | CPU ms | target, p99 |\n|---|---|---|---|---|`);
    for (const one of await scaleMeasures(ctx, documents)) await printMeasure(one, postmasterPid);
    await printExports(ctx);
    await printSweeps(ctx);
    if (!options.includes("--no-start")) await printStart(dataDir);
  } finally {
    await close();
  }
}

async function printMeasure({ name, targetMs, run }: Measure, postmasterPid: number): Promise<void> {
  for (let turn = 0; turn < 6; turn++) await run(turns + turn);
  const taken: number[] = [];
  const cpuBefore = cpuMilliseconds(postmasterPid);
  const startedAt = performance.now();
  // What takes a second is told from fewer turns.
  for (let turn = 0; turn < turns && performance.now() - startedAt < 4_000; turn++) {
    const before = performance.now();
    await run(turn);
    taken.push(performance.now() - before);
  }
  const cpu = (cpuMilliseconds(postmasterPid) - cpuBefore) / taken.length;
  taken.sort((one, other) => one - other);
  const at = (share: number): number => taken[Math.min(taken.length - 1, Math.floor(taken.length * share))] ?? NaN;
  console.log(
    `| ${name} | ${at(0.5).toFixed(1)} | ${at(0.99).toFixed(1)} | ${cpu.toFixed(1)} | ${targetMs}${at(0.99) > targetMs ? ", missed" : ""} |`,
  );
}

/** The server adopts the running Postgres; its own start is what is measured. */
async function printStart(dataDir: string): Promise<void> {
  const server = await startServer({ dataDir });
  const seconds = Number(/ready in ([\d.]+) s/.exec(server.output())?.[1] ?? NaN);
  await server.kill();
  console.log(`\nstart of a server: ${seconds} s (target ${startTargetMs / 1000} s)`);
}
