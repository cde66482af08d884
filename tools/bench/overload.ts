import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { isMainThread, parentPort, Worker, workerData } from "node:worker_threads";
import { startServer, type StartedServer } from "@/e2e/server";
import { metricsToken } from "./journeys/measure-journeys";
import { makePeople } from "./journeys/people";
import { wideLimits } from "./journeys/wide-limits";
import { measureCapacity, mixedOperations, runLoad } from "./memory/mixed-load";
import { makeNotingCaller, type Noted } from "./memory/noting-caller";

/**
 * Three times the capacity of the service: `npm run bench -- overload`. Refusals must include Retry-After, /healthz
 * must answer throughout, and lists must be back to normal within 10 s of the end, when all callers of the load
 * disconnect, with or without an answer. `--seconds=30` is the duration of the overload, `--rate=13` the capacity in
 * operations per second (measured by default).
 */
const given = (name: string, otherwise: number): number =>
  Number(process.argv.find((option) => option.startsWith(`--${name}=`))?.split("=")[1] ?? otherwise);

const probeEveryMs = 100;
/**
 * Normal latency as a multiple of the list's own median before the load, because a busy machine is slow even without
 * it.
 */
const usualTimes = 4;
const usualAtLeastMs = 250;
/** How long latency must stay normal. */
const steadyMs = 3_000;
const patienceMs = 60_000;
const targets = { recoverySeconds: 10, healthMs: 1_000 };

interface Probed extends Noted {
  /** Wall-clock time in milliseconds, which both threads share. */
  at: number;
}

interface Question {
  origin: string;
  path: string;
  headers: Record<string, string>;
}

if (isMainThread) {
  const server = await startServer({ env: { LIMITS: wideLimits(process.cwd()), METRICS_TOKEN: metricsToken } });
  try {
    await measure(server);
  } finally {
    await server.stop();
  }
} else askAgainAndAgain(workerData as Question);

async function measure(server: StartedServer): Promise<void> {
  const { origin } = server;
  const noted: Noted[] = [];
  const caller = makeNotingCaller(origin, (answer) => void noted.push(answer));
  const people = await makePeople(server, { byCode: 64, byPassword: 16 });
  const next = await mixedOperations(caller, people);
  const capacity = given("rate", 0) || (await measureCapacity(next, 8, 20));
  const seconds = given("seconds", 30);
  const list = startProbe({
    origin,
    path: "/api/v1/file/list?length=20",
    headers: { authorization: people.sender },
  });
  const health = startProbe({ origin, path: "/healthz", headers: {} });
  await sleep(5_000);
  const usualMs = Math.max(usualAtLeastMs, usualTimes * shareOf(list.answers, 0.5));
  noted.length = 0;
  const startedAt = Date.now();
  const load = runLoad(next, 3 * capacity, seconds);
  await sleep(seconds * 1000);
  // Otherwise operations in progress would continue for a minute, signing uploads and polling documents.
  caller.leave();
  const endedAt = Date.now();
  const recoverySeconds = await untilSteady(list.answers, endedAt, usualMs);
  const { done, failures } = await load;
  await Promise.all([list.stop(), health.stop()]);
  caller.close();
  printLoad({ perSecond: 3 * capacity, seconds, done, failures }, noted);
  printHealth(health.answers.filter(({ at }) => at >= startedAt));
  const isLate = recoverySeconds === null || recoverySeconds > targets.recoverySeconds;
  console.log(
    `lists below ${usualMs.toFixed(0)} ms again after ${recoverySeconds === null ? "more than 60" : recoverySeconds.toFixed(1)} s (target ${String(targets.recoverySeconds)} s${isLate ? ", missed" : ""})`,
  );
}

function printLoad(
  { perSecond, seconds, done, failures }: { perSecond: number; seconds: number; done: number; failures: string[] },
  noted: readonly Noted[],
): void {
  const byStatus = new Map<number, number>();
  for (const { status } of noted) byStatus.set(status, (byStatus.get(status) ?? 0) + 1);
  const shed = noted.filter(({ status }) => status === 429 || status === 503);
  console.log(
    `three times the capacity: ${perSecond.toFixed(0)} operations a second for ${String(seconds)} s, ${String(done)} done`,
  );
  console.log(
    `answers by status: ${[...byStatus]
      .sort(([one], [other]) => one - other)
      .map(([status, count]) => `${String(status)}: ${String(count)}`)
      .join(", ")}`,
  );
  console.log(
    `429 or 503 without Retry-After: ${String(shed.filter(({ hasRetryAfter }) => !hasRetryAfter).length)} of ${String(shed.length)} (target 0); operations that ended otherwise: ${String(failures.length)}`,
  );
  failures.slice(0, 3).forEach((failure) => console.log(`  ${failure.slice(0, 300)}`));
}

function printHealth(answers: readonly Probed[]): void {
  const wrong = answers.filter(({ status }) => status !== 200).length;
  const p99 = shareOf(answers, 0.99);
  console.log(
    `/healthz: ${String(answers.length)} answers, p50 ${shareOf(answers, 0.5).toFixed(0)} ms, p99 ${p99.toFixed(0)} ms (target ${String(targets.healthMs)} ms${p99 > targets.healthMs ? ", missed" : ""}), worst ${shareOf(answers, 1).toFixed(0)} ms, not 200: ${String(wrong)}`,
  );
}

function shareOf(answers: readonly Probed[], share: number): number {
  const times = answers.map(({ milliseconds }) => milliseconds).sort((one, other) => one - other);
  return times[Math.min(times.length - 1, Math.floor(times.length * share))] ?? NaN;
}

interface Probe {
  answers: Probed[];
  stop(): Promise<unknown>;
}

/** Runs in its own thread, because the thread that generates the load may itself be late. */
function startProbe(question: Question): Probe {
  const answers: Probed[] = [];
  const thread = new Worker(fileURLToPath(import.meta.url), { workerData: question });
  thread.on("message", (answer: Probed) => void answers.push(answer));
  return { answers, stop: () => thread.terminate() };
}

/** Does not wait for the previous answer. */
function askAgainAndAgain({ origin, path, headers }: Question): void {
  const caller = makeNotingCaller(origin, (answer) => parentPort?.postMessage({ ...answer, at: Date.now() }));
  setInterval(() => void caller.send("GET", path, headers).catch(() => undefined), probeEveryMs);
}

async function untilSteady(answers: readonly Probed[], since: number, usualMs: number): Promise<number | null> {
  while (Date.now() - since < patienceMs) {
    await sleep(probeEveryMs);
    const lastBad = Math.max(
      since,
      answers.findLast(({ status, milliseconds }) => status !== 200 || milliseconds > usualMs)?.at ?? since,
    );
    if ((answers.at(-1)?.at ?? since) - lastBad >= steadyMs) return (lastBad - since) / 1000;
  }
  return null;
}
