import { readdirSync, readFileSync, readlinkSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import { startServer } from "@/e2e/server";
import { makeCaller, type Caller } from "./journeys/keep-alive-client";
import { documentsOf, metricsToken, nextJourney, sizes, untilDrained } from "./journeys/measure-journeys";
import { makePeople } from "./journeys/people";
import { wideLimits } from "./journeys/wide-limits";

/**
 * A long run at a light load: `npm run bench soak -- --minutes=45 --every=3`. One journey begins every few seconds.
 * Memory, open files and database connections are printed continuously; at the end the outbox must be empty. `--root=`
 * selects another built checkout.
 */
const given = (name: string): string | undefined =>
  process.argv.find((option) => option.startsWith(`--${name}=`))?.slice(name.length + 3);
const minutes = Number(given("minutes") ?? 3);
const everySeconds = Number(given("every") ?? 3);
const root = given("root") ?? process.cwd();

const server = await startServer({ root, env: { LIMITS: wideLimits(root), METRICS_TOKEN: metricsToken } });
try {
  const people = await makePeople(server, { byCode: 16, byPassword: 8 });
  const nextDocument = documentsOf(sizes[0]);
  const turns = { count: 0 };
  const free: Caller[] = [];
  const underWay = new Set<Promise<void>>();
  const failures: string[] = [];
  let done = 0;
  const begin = async (): Promise<void> => {
    const caller = free.pop() ?? makeCaller(server.origin, { repeats: "without_key" });
    try {
      await nextJourney(caller, people, nextDocument, turns);
      done += 1;
    } catch (error) {
      failures.push(String(error).slice(0, 300));
    }
    free.push(caller);
  };
  console.log(
    "| minute | RSS MB | threads | open files | sockets | journeys done | failures |\n|---|---|---|---|---|---|---|",
  );
  const startedAt = performance.now();
  for (let next = 0; next <= minutes;) {
    const passed = (performance.now() - startedAt) / 1000;
    if (passed >= next * 60) {
      printSample(server.pid, [next, done, failures.length]);
      next += next === 0 ? 1 : Math.min(5 - (next % 5), Math.max(1, minutes - next));
    }
    const journey = begin();
    underWay.add(journey);
    void journey.finally(() => underWay.delete(journey));
    await sleep(everySeconds * 1000);
  }
  await Promise.all(underWay);
  await untilDrained(server);
  free.forEach((caller) => caller.close());
  await sleep(5000);
  printSample(server.pid, [minutes, done, failures.length]);
  console.log(`\nthe outbox is empty; ${String(done)} journeys, ${String(failures.length)} failures`);
  failures.slice(0, 5).forEach((failure) => console.log(`  ${failure}`));
  process.exitCode = failures.length === 0 ? 0 : 1;
} finally {
  await server.stop();
}

function printSample(pid: number, [minute, journeys, failed]: [number, number, number]): void {
  const status = readFileSync(`/proc/${String(pid)}/status`, "latin1");
  const of = (name: string): number => Number(new RegExp(`^${name}:\\s+(\\d+)`, "m").exec(status)?.[1] ?? 0);
  const files = readdirSync(`/proc/${String(pid)}/fd`);
  const sockets = files.filter((file) => isSocket(`/proc/${String(pid)}/fd/${file}`)).length;
  console.log(
    `| ${String(minute)} | ${(of("VmRSS") / 1024).toFixed(0)} | ${String(of("Threads"))} | ${String(files.length)} | ${String(sockets)} | ${String(journeys)} | ${String(failed)} |`,
  );
}

function isSocket(file: string): boolean {
  try {
    return readlinkSync(file).startsWith("socket:");
  } catch {
    return false;
  }
}
