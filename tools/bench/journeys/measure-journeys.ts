import { setTimeout as sleep } from "node:timers/promises";
import type { StartedServer } from "@/e2e/server";
import { makePdf } from "@/lib/pdf/testing/make-pdf";
import { cpuParts, difference, readCpuTime, residentMb, totalOf, type CpuPart, type CpuTime } from "./cpu-time";
import { makeCaller, type Caller } from "./keep-alive-client";
import { runJourney, runJourneyOf } from "./one-journey";
import type { People, Signer } from "./people";
import { isOfTimer, StatementLog } from "./statement-log";

export interface BenchSize {
  name: string;
  bytes: number;
  pages: number;
  /** Completed journeys per second, and the maximum CPU seconds for each. */
  target: { perSecond?: number; cpuSeconds?: number };
}

export const sizes: readonly [BenchSize, ...BenchSize[]] = [
  { name: "52 KB, 1 page", bytes: 52_000, pages: 1, target: { perSecond: 25, cpuSeconds: 0.06 } },
  { name: "5 MB, 10 pages", bytes: 5_000_000, pages: 10, target: { perSecond: 12 } },
  { name: "20 MB, 20 pages", bytes: 20_000_000, pages: 20, target: {} },
];

const mark = "/BenchMark(00000000)";
let made = 0;

/**
 * Base64 of documents of one size that all differ, like those of real senders, so that no cache by content can help.
 */
export function documentsOf({ bytes, pages }: BenchSize): () => string {
  const pdf = makePdf({
    pages: Array.from({ length: pages }, (_, index) => (index === 0 ? { extra: mark } : {})),
    sizeBytes: bytes,
  });
  const digits = pdf.indexOf(mark) + mark.indexOf("0");
  return () => {
    pdf.write(String(++made).padStart(8, "0"), digits, "latin1");
    return pdf.toString("base64");
  };
}

export const clients = 8;
export const metricsToken = "journeys measured by the bench";
/**
 * Time for compilers and pools to settle: figures of a cold server are 50 % higher. Overridden by `--warm-up=` and
 * `--seconds=`.
 */
const warmUpSeconds = secondsOf("warm-up", 20);
const seconds = secondsOf("seconds", 30);
/** Minimum number of journeys, so that one slow start does not decide the result. */
const fewest = 16;
const drainMs = 180_000;
const mostVerified = 32;

export interface JourneyFigures {
  done: number;
  perSecond: number;
  /** CPU seconds of the server, its children and Postgres per journey, evidence included. */
  cpuSeconds: number;
  cpuByPart: CpuTime;
  /** Requests that were answered 503 with Retry-After, and retried. */
  refused: number;
  /** SQL statements of a journey by code, from one caller. */
  statements: number;
  /** CPU time per journey of the benchmark's clients, which share the machine. */
  clientCpuSeconds: number;
  residentMb: number;
  /** CPU seconds for one verification of a completed document, rendered by both programs. */
  verifyCpuSeconds: number;
}

function secondsOf(name: string, usual: number): number {
  const prefix = `--${name}=`;
  const given = process.argv.find((argument) => argument.startsWith(prefix));
  return given === undefined ? usual : Number(given.slice(prefix.length));
}

/**
 * Runs whole journeys by `clients` concurrent callers for some seconds, after a warm-up. The figures include the time
 * until the outbox is empty.
 */
export async function measureJourneys(server: StartedServer, people: People, size: BenchSize): Promise<JourneyFigures> {
  const callers = Array.from({ length: clients }, () => makeCaller(server.origin, { repeats: "without_key" }));
  const nextDocument = documentsOf(size);
  const turns = { count: 0 };
  const completed: string[] = [];
  const run = async (forSeconds: number, atLeast: number): Promise<number> => {
    const endsAt = performance.now() + forSeconds * 1000;
    let done = 0;
    await Promise.all(
      callers.map(async (caller) => {
        while (performance.now() < endsAt || done < atLeast) {
          completed.push(await nextJourney(caller, people, nextDocument, turns));
          done += 1;
        }
      }),
    );
    return done;
  };
  await run(warmUpSeconds, clients);
  await untilDrained(server);
  const refusals = (): number => callers.reduce((sum, { refused }) => sum + refused, 0);
  const refusedBefore = refusals();
  const [before, ownBefore, startedAt] = [readCpuTime(server.pid), process.cpuUsage(), performance.now()];
  const done = await run(seconds, fewest);
  const tookSeconds = (performance.now() - startedAt) / 1000;
  const own = process.cpuUsage(ownBefore);
  await untilDrained(server);
  const used = difference(readCpuTime(server.pid), before);
  const refused = refusals() - refusedBefore;
  const verifyCpuSeconds = await measureVerifying(server, people, callers, completed.slice(-mostVerified));
  const statements = await countStatements(server, callers[0] ?? makeCaller(server.origin), people, nextDocument);
  callers.forEach((caller) => caller.close());
  return {
    done,
    statements,
    perSecond: done / tookSeconds,
    refused,
    cpuSeconds: totalOf(used) / done,
    cpuByPart: Object.fromEntries(cpuParts.map((part: CpuPart) => [part, used[part] / done])) as unknown as CpuTime,
    clientCpuSeconds: (own.user + own.system) / 1e6 / done,
    residentMb: residentMb(server.pid),
    verifyCpuSeconds,
  };
}

const countedJourneys = 8;
/** Long enough that one poll suffices on most machines: each further poll costs three statements. */
const countedPollMs = 400;

/** SQL statements per journey by code, in sequence, excluding those of workers that poll about every second. */
async function countStatements(
  server: StartedServer,
  caller: Caller,
  people: People,
  nextDocument: () => string,
): Promise<number> {
  const [signer] = people.byCode;
  if (!signer) throw new Error("there is a signer by code");
  const log = new StatementLog(server);
  await log.start();
  for (let left = countedJourneys; left > 0; left -= 1)
    await runJourneyOf(caller, people, nextDocument(), [signer], "email", { pollMs: countedPollMs });
  await sleep(settledMs);
  const statements = log.take().filter((statement) => !isOfTimer(statement));
  await log.stop();
  return statements.length / countedJourneys;
}

/** Time in which the last evidence document is made. */
const settledMs = 2000;

/** Verifies documents that have not been verified before, because answers are cached. */
async function measureVerifying(
  server: StartedServer,
  people: People,
  callers: readonly Caller[],
  uuids: readonly string[],
): Promise<number> {
  const before = readCpuTime(server.pid);
  const left = [...uuids];
  await Promise.all(
    callers.map(async (caller) => {
      for (let uuid = left.pop(); uuid !== undefined; uuid = left.pop())
        await caller.call("GET", `/file/validate/uuid/${uuid}`, people.sender);
    }),
  );
  return totalOf(difference(readCpuTime(server.pid), before)) / uuids.length;
}

/**
 * `--proof=code` or `--proof=password` measures only one of the two. The Argon2id of a signing password (64 MiB, 3
 * passes, 4 lanes) alone takes about 70 ms.
 */
const onlyProof = process.argv.find((argument) => argument.startsWith("--proof="))?.slice("--proof=".length);

/** Alternates between signing by code and by signing password. */
export function nextJourney(
  caller: Caller,
  people: People,
  nextDocument: () => string,
  turns: { count: number },
): Promise<string> {
  const turn = turns.count++;
  const byCode = onlyProof === undefined ? turn % 2 === 0 : onlyProof === "code";
  const signers = byCode ? people.byCode : people.byPassword;
  const signer = signers[(onlyProof === undefined ? turn >> 1 : turn) % signers.length] as Signer;
  return runJourney(caller, people, nextDocument(), signer, byCode ? "email" : "password");
}

/** Jobs scheduled days ahead, also for completed documents. */
const laterKinds = new Set(["expire", "remind"]);

/** Waits until no jobs are left except those scheduled days ahead. */
export async function untilDrained({ origin }: Pick<StartedServer, "origin">, patienceMs = drainMs): Promise<void> {
  const caller = makeCaller(origin);
  const endsAt = performance.now() + patienceMs;
  for (;;) {
    const metrics = await caller.call<string>("GET", "/metrics", `Bearer ${metricsToken}`);
    const waiting = [...metrics.matchAll(/^paraph_jobs\{kind="(\w+)",state="waiting"\} (\d+)/gm)].filter(
      ([, kind = ""]) => !laterKinds.has(kind),
    );
    if (waiting.every(([, , count]) => count === "0")) break;
    if (performance.now() > endsAt)
      throw new Error(`the outbox did not empty: ${waiting.map(([line]) => line).join(", ")}`);
    await sleep(100);
  }
  caller.close();
}
