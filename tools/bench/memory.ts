import { readdirSync, readFileSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import { startServer, type StartedServer } from "@/e2e/server";
import { makePdf } from "@/lib/pdf/testing/make-pdf";
import { metricsToken } from "./journeys/measure-journeys";
import { makePeople, type People } from "./journeys/people";
import { wideLimits } from "./journeys/wide-limits";
import { measureCapacity, mixedOperations, runLoad, type Operation } from "./memory/mixed-load";
import { makeNotingCaller, type Noted, type NotingCaller } from "./memory/noting-caller";

/**
 * Memory of the server when idle, at half its capacity, and afterwards: `npm run bench memory`. `--minutes=60` sets the
 * duration of the load (10 by default), `--rate=23` the operations per second that are half of the capacity (measured
 * by default). The load consists of journeys, lists, marks, pages and validations.
 */
const given = (name: string, otherwise: number): number =>
  Number(process.argv.find((option) => option.startsWith(`--${name}=`))?.split("=")[1] ?? otherwise);
const minutes = given("minutes", 10);
const idleSeconds = 90;
const targets = { idle: 250, load: 450, after: 350, upload: 250, grownShare: 1.05 };

const server = await startServer({ env: { LIMITS: wideLimits(process.cwd()), METRICS_TOKEN: metricsToken } });
try {
  await measure(server);
} finally {
  await server.stop();
}

async function measure({ origin, pid, admin }: StartedServer): Promise<void> {
  await sleep(10_000);
  const watch = watchMemory(pid, 5_000);
  console.log(`at rest: server ${judged(watch.sample().server, targets.idle)}\n`);
  const noted: Noted[] = [];
  const caller = makeNotingCaller(origin, (answer) => void noted.push(answer));
  const people = await makePeople({ origin, admin } as StartedServer, { byCode: 32, byPassword: 8 });
  const next = await mixedOperations(caller, people);
  const half = given("rate", 0) || (await measureCapacity(next, 8, 20)) / 2;
  await printLoad(watch, next, noted, half);
  await printUpload(caller, people, pid);
  watch.stop();
  caller.close();
}

async function printLoad(watch: MemoryWatch, next: Operation, noted: Noted[], half: number): Promise<void> {
  console.log(`half of the capacity: ${half.toFixed(1)} operations a second for ${String(minutes)} minutes\n`);
  console.log("| minute | server MB | its threads | children MB | children | Postgres MB |\n|---|---|---|---|---|---|");
  const startedAt = watch.sample().seconds;
  const lines = setInterval(() => printSample(watch.sample(), startedAt), 60_000);
  const { begun, done, journeys, failures } = await runLoad(next, half, minutes * 60);
  const under = watch.samples.filter(({ seconds }) => seconds >= startedAt);
  const most = Math.max(...under.map((sample) => sample.server));
  const refused = noted.filter(({ status }) => status === 429 || status === 503).length;
  console.log(
    `\nunder load: at most ${judged(most, targets.load)}; ${String(begun)} operations begun, ${String(done)} done, ${String(journeys)} documents completed, ${String(refused)} answers 429 or 503, ${String(failures.length)} failures`,
  );
  failures.slice(0, 3).forEach((failure) => console.log(`  ${failure}`));
  printGrowth(under.map(({ seconds, server: mb }) => ({ minute: (seconds - startedAt) / 60, mb })));
  await sleep(idleSeconds * 1000);
  clearInterval(lines);
  const { server: after, threads, children, childCount } = watch.sample();
  console.log(
    `${String(idleSeconds)} s after the load: server ${judged(after, targets.after)}, ${String(threads)} threads, ${String(childCount)} children of ${children.toFixed(0)} MB`,
  );
}

/** Averages over two minutes, because garbage collection cycles are longer than the sampling interval. */
function printGrowth(samples: readonly { minute: number; mb: number }[]): void {
  const mean = (from: number, to: number): number => {
    const within = samples.filter(({ minute }) => minute >= from && minute < to);
    return within.reduce((sum, { mb }) => sum + mb, 0) / within.length;
  };
  if (minutes < 8) return;
  const [early, late] = [mean(4, 6), mean(minutes - 2, minutes)];
  console.log(
    `minutes 4 to 6: ${early.toFixed(0)} MB; the last two: ${late.toFixed(0)} MB, ${((late / early - 1) * 100).toFixed(0)} % more (target ${((targets.grownShare - 1) * 100).toFixed(0)} %${late > early * targets.grownShare ? ", missed" : ""})`,
  );
}

async function printUpload(caller: NotingCaller, { sender }: People, pid: number): Promise<void> {
  const pdf = makePdf({ pages: Array.from({ length: 20 }, () => ({})), sizeBytes: 50_000_000 });
  const before = residentMb(pid);
  let peak = before;
  const look = setInterval(() => (peak = Math.max(peak, residentMb(pid))), 20);
  await caller.send(
    "POST",
    "/api/v1/file?name=Large",
    { authorization: sender, "content-type": "application/pdf" },
    pdf,
  );
  clearInterval(look);
  console.log(`upload of 50 MB: ${judged(peak - before, targets.upload)} more at its peak`);
}

function printSample(
  { seconds, server: mb, threads, children, childCount, postgres }: MemorySample,
  startedAt: number,
): void {
  console.log(
    `| ${((seconds - startedAt) / 60).toFixed(0)} | ${mb.toFixed(0)} | ${String(threads)} | ${children.toFixed(0)} | ${String(childCount)} | ${postgres.toFixed(0)} |`,
  );
}

function judged(mb: number, target: number): string {
  return `${mb.toFixed(0)} MB (target ${String(target)} MB${mb > target ? ", missed" : ""})`;
}

/** Memory of the service at one moment, in megabytes. */
interface MemorySample {
  seconds: number;
  /** Resident memory of the server, including its threads. */
  server: number;
  threads: number;
  /** Resident memory of the processes that read and draw PDFs. */
  children: number;
  childCount: number;
  /** Proportional set size of Postgres: its processes share most of their memory. */
  postgres: number;
}

interface MemoryWatch {
  samples: MemorySample[];
  sample(): MemorySample;
  stop(): void;
}

/** Samples the server `pid` and its descendants at intervals. Reads /proc, so Linux only. */
function watchMemory(pid: number, everyMs: number): MemoryWatch {
  const startedAt = performance.now();
  const samples: MemorySample[] = [];
  const sample = (): MemorySample => {
    const taken = { seconds: (performance.now() - startedAt) / 1000, ...readMemory(pid) };
    samples.push(taken);
    return taken;
  };
  const timer = setInterval(sample, everyMs);
  return { samples, sample, stop: () => clearInterval(timer) };
}

function readMemory(pid: number): Omit<MemorySample, "seconds"> {
  const memory = {
    server: residentMb(pid),
    threads: fieldOf(pid, "status", "Threads"),
    children: 0,
    childCount: 0,
    postgres: 0,
  };
  const parents = new Map(
    readdirSync("/proc")
      .filter((name) => /^\d+$/.test(name))
      .map((name) => [Number(name), fieldOf(Number(name), "status", "PPid")]),
  );
  for (const [process] of parents) {
    if (process === pid || !isBelow(pid, process, parents)) continue;
    if (read(process, "status").startsWith("Name:\tpostgres"))
      memory.postgres += fieldOf(process, "smaps_rollup", "Pss") / 1024;
    else if (read(process, "cmdline").includes("pdf-")) {
      memory.children += residentMb(process);
      memory.childCount += 1;
    }
  }
  return memory;
}

function residentMb(pid: number): number {
  return fieldOf(pid, "status", "VmRSS") / 1024;
}

function isBelow(root: number, process: number, parents: ReadonlyMap<number, number>): boolean {
  for (let at: number | undefined = process; at !== undefined; at = parents.get(at)) if (at === root) return true;
  return false;
}

function fieldOf(pid: number, file: string, name: string): number {
  return Number(new RegExp(`^${name}:\\s+(\\d+)`, "m").exec(read(pid, file))?.[1] ?? 0);
}

function read(pid: number, file: string): string {
  try {
    return readFileSync(`/proc/${String(pid)}/${file}`, "latin1");
  } catch {
    return "";
  }
}
