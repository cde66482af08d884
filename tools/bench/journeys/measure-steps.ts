import { setTimeout as sleep } from "node:timers/promises";
import type { StartedServer } from "@/e2e/server";
import { makeCaller } from "./keep-alive-client";
import { documentsOf, untilDrained, type BenchSize } from "./measure-journeys";
import { runJourneyOf } from "./one-journey";
import type { People } from "./people";
import { threadGroups, ThreadWatch, type ThreadTime } from "./thread-time";

const journeys = 60;
const warmUp = 60;
const lookMs = 40;
/** An idle server uses less than this between two readings. */
const restingNs = 2_000_000;
const looksAtRest = 3;

/**
 * Prints the cost of each step of a journey, by thread and process. One caller waits for the server to become idle
 * after each step, so that the step's background work is counted with it.
 */
export async function printSteps(server: StartedServer, people: People, size: BenchSize): Promise<void> {
  const caller = makeCaller(server.origin, { repeats: "without_key" });
  const nextDocument = documentsOf(size);
  const watch = new ThreadWatch(server.pid);
  for (const method of ["email", "password"] as const) {
    const [signer] = method === "email" ? people.byCode : people.byPassword;
    if (!signer) continue;
    const journey = (afterStep: (step: string) => Promise<void>) =>
      runJourneyOf(caller, people, nextDocument(), [signer], method, { afterStep });
    for (let left = warmUp; left > 0; left -= 1) await journey(() => Promise.resolve());
    await untilDrained(server);
    await untilAtRest(watch);
    const used = new Map<string, ThreadTime>();
    for (let left = journeys; left > 0; left -= 1) {
      let before = watch.read();
      await journey(async (step) => {
        const after = await untilAtRest(watch);
        add(used, step, before, after);
        before = after;
      });
    }
    print(`${size.name}, by ${method === "email" ? "code" : "signing password"}`, used);
  }
  caller.close();
}

async function untilAtRest(watch: ThreadWatch): Promise<ThreadTime> {
  let time = watch.read();
  for (let quiet = 0; quiet < looksAtRest;) {
    await sleep(lookMs);
    const next = watch.read();
    quiet = totalOf(next) - totalOf(time) < restingNs ? quiet + 1 : 0;
    time = next;
  }
  return time;
}

function add(used: Map<string, ThreadTime>, step: string, before: ThreadTime, after: ThreadTime): void {
  const sum = used.get(step);
  const entries = threadGroups.map((group) => [group, (sum?.[group] ?? 0) + after[group] - before[group]]);
  used.set(step, Object.fromEntries(entries) as ThreadTime);
}

function totalOf(time: ThreadTime): number {
  return threadGroups.reduce((sum, group) => sum + time[group], 0);
}

function print(title: string, used: ReadonlyMap<string, ThreadTime>): void {
  console.log(`\n| CPU ms of ${title} | ${threadGroups.join(" | ")} | together |`);
  console.log(`|---|${"---|".repeat(threadGroups.length + 1)}`);
  const rows = [...used];
  const all = Object.fromEntries(
    threadGroups.map((group) => [group, rows.reduce((sum, [, time]) => sum + time[group], 0)]),
  ) as ThreadTime;
  for (const [step, time] of [...rows, ["together", all] as const])
    console.log(`| ${step} | ${threadGroups.map((group) => inMs(time[group])).join(" | ")} | ${inMs(totalOf(time))} |`);
}

/** Figures per journey. */
function inMs(ns: number): string {
  return (ns / 1e6 / journeys).toFixed(1);
}
