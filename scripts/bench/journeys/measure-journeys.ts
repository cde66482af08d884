import { setTimeout as sleep } from "node:timers/promises";
import type { StartedServer } from "@/e2e/server";
import { cpuParts, difference, readCpuTime, residentMb, totalOf, type CpuPart, type CpuTime } from "./cpu-time";
import { documentsOf, type BenchSize } from "./documents";
import { makeCaller, type Caller } from "./keep-alive-client";
import { runJourney } from "./one-journey";
import type { People, Signer } from "./people";

export const clients = 8;
export const metricsToken = "journeys measured by the bench";
const seconds = 10;
/** At least this many, so that one slow start does not decide. */
const fewest = 16;
const drainMs = 180_000;

export interface JourneyFigures {
  done: number;
  perSecond: number;
  /** CPU seconds of the server, its children and Postgres for each journey, evidence included. */
  cpuSeconds: number;
  cpuByPart: CpuTime;
  /** What the clients of the measurement used of the same machine, for each journey. */
  clientCpuSeconds: number;
  residentMb: number;
}

/** Whole journeys by `clients` callers at once for some seconds. The figures wait for the work that is left in the outbox. */
export async function measureJourneys(server: StartedServer, people: People, size: BenchSize): Promise<JourneyFigures> {
  const callers = Array.from({ length: clients }, () => makeCaller(server.origin));
  const nextDocument = documentsOf(size);
  const turns = { count: 0 };
  await Promise.all(callers.map((caller) => nextJourney(caller, people, nextDocument, turns)));
  await untilDrained(server);
  const [before, ownBefore, startedAt] = [readCpuTime(server.pid), process.cpuUsage(), performance.now()];
  let done = 0;
  await Promise.all(
    callers.map(async (caller) => {
      while (performance.now() - startedAt < seconds * 1000 || done < fewest) {
        await nextJourney(caller, people, nextDocument, turns);
        done += 1;
      }
    }),
  );
  const tookSeconds = (performance.now() - startedAt) / 1000;
  const own = process.cpuUsage(ownBefore);
  await untilDrained(server);
  const used = difference(readCpuTime(server.pid), before);
  callers.forEach((caller) => caller.close());
  return {
    done,
    perSecond: done / tookSeconds,
    cpuSeconds: totalOf(used) / done,
    cpuByPart: Object.fromEntries(cpuParts.map((part: CpuPart) => [part, used[part] / done])) as unknown as CpuTime,
    clientCpuSeconds: (own.user + own.system) / 1e6 / done,
    residentMb: residentMb(server.pid),
  };
}

/** By code and by signing password in turn. */
function nextJourney(
  caller: Caller,
  people: People,
  nextDocument: () => string,
  turns: { count: number },
): Promise<void> {
  const turn = turns.count++;
  const byCode = turn % 2 === 0;
  const signers = byCode ? people.byCode : people.byPassword;
  const signer = signers[(turn >> 1) % signers.length] as Signer;
  return runJourney(caller, people, nextDocument(), signer, byCode ? "email" : "password");
}

/** Until no job is left but the watch for requests that expire, which waits for days. */
async function untilDrained({ origin }: StartedServer): Promise<void> {
  const caller = makeCaller(origin);
  const endsAt = performance.now() + drainMs;
  for (;;) {
    const metrics = await caller.call<string>("GET", "/metrics", `Bearer ${metricsToken}`);
    const waiting = [...metrics.matchAll(/^paraph_jobs\{kind="(\w+)",state="waiting"\} (\d+)/gm)].filter(
      ([, kind]) => kind !== "expire",
    );
    if (waiting.every(([, , count]) => count === "0")) break;
    if (performance.now() > endsAt)
      throw new Error(`the outbox did not empty: ${waiting.map(([line]) => line).join(", ")}`);
    await sleep(100);
  }
  caller.close();
}
