import { randomUUID } from "node:crypto";
import { isDatabaseLost } from "@/db/lost-database";
import type { OutboxJob } from "@/db/schema/work";
import type { Ctx } from "@/lib/context";
import { claimJobs, completeJob, failJob, leaseSeconds, renewLease, type FreePlaces } from "./claim";
import { laneNames, laneOf, lanes, type LaneName, type OutboxKind, type OutboxPayloads } from "./kinds";

/** What a handler gets beside the payload. `key` stays the same over retries: pass it to whoever can de-duplicate. */
export interface JobFacts {
  key: string;
  attempt: number;
  secret: string | null;
}

export type OutboxHandlers = {
  [Kind in OutboxKind]: (ctx: Ctx, payload: OutboxPayloads[Kind], job: JobFacts) => Promise<void>;
};

/** Thrown by a handler when trying again cannot help: the job goes to the dead letters at once. */
export class FinalFailure extends Error {}

export interface OutboxWorker {
  wake(): void;
  /** Waits for the jobs under way, then stops. */
  stop(): Promise<void>;
}

const pollMilliseconds = 5000;

/** Does due jobs until stopped; several workers, in any number of processes, may run at once. */
export function startOutboxWorker(ctx: Ctx, handlers: OutboxHandlers): OutboxWorker {
  const name = randomUUID();
  const running = new Set<Promise<void>>();
  const free = allPlaces();
  let [stopping, woken] = [false, false];
  let rouse: () => void = () => undefined;
  const wake = (): void => {
    woken = true;
    rouse();
  };

  const begin = (job: OutboxJob, lane: LaneName, isLaneFull: boolean): void => {
    free[lane] -= 1;
    const doing = doJob(ctx, handlers, job, name)
      .catch((error: unknown) => {
        // Its end could not be written; its lease runs out, and it is done again.
        ctx.log.warn({ job: job.id, kind: job.kind, err: error }, "outbox: a job broke off");
      })
      .finally(() => {
        free[lane] += 1;
        running.delete(doing);
        // More jobs may have been left for want of a place.
        if (isLaneFull) wake();
      });
    running.add(doing);
  };

  const loop = (async () => {
    while (!stopping) {
      woken = false;
      const jobs = await claimJobs(ctx, name, free).catch((error: unknown) => {
        ctx.log.error({ err: error }, "outbox: could not claim");
        return [];
      });
      const taken = countByLane(jobs);
      const full = new Set(laneNames.filter((lane) => taken[lane] === free[lane]));
      for (const job of jobs) begin(job, laneOf(job.kind), full.has(laneOf(job.kind)));
      if (woken || stopping) continue;
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, pollMilliseconds);
        rouse = () => {
          clearTimeout(timer);
          resolve();
        };
      });
    }
    await Promise.all(running);
  })();
  return {
    wake,
    async stop() {
      stopping = true;
      rouse();
      await loop;
    },
  };
}

function allPlaces(): FreePlaces {
  return Object.fromEntries(laneNames.map((lane) => [lane, lanes[lane].atOnce])) as FreePlaces;
}

function countByLane(jobs: readonly OutboxJob[]): FreePlaces {
  return Object.fromEntries(
    laneNames.map((lane) => [lane, jobs.filter(({ kind }) => laneOf(kind) === lane).length]),
  ) as FreePlaces;
}

/** Claims and does one batch of each lane; answers how many jobs it took. Tests call it directly. */
export async function drainOnce(ctx: Ctx, handlers: OutboxHandlers, worker: string = randomUUID()): Promise<number> {
  const jobs = await claimJobs(ctx, worker, allPlaces());
  await Promise.all(jobs.map((job) => doJob(ctx, handlers, job, worker)));
  return jobs.length;
}

async function doJob(ctx: Ctx, handlers: OutboxHandlers, job: OutboxJob, worker: string): Promise<void> {
  const renewal = setInterval(
    () => void renewLease(ctx, job, worker).catch(() => undefined),
    (leaseSeconds / 3) * 1000,
  );
  try {
    const handler = handlers[job.kind as OutboxKind] as
      ((ctx: Ctx, payload: unknown, facts: JobFacts) => Promise<void>) | undefined;
    if (!handler) throw new FinalFailure(`no handler for ${job.kind}`);
    const secret = job.sealed ? ctx.secrets.open("outbox", job.sealed).toString() : null;
    await handler(ctx, job.payload, { key: `job-${job.id}`, attempt: job.attempts, secret });
    await completeJob(ctx, job, worker);
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    const how = error instanceof FinalFailure ? "final" : isPassing(error) ? "passing" : "ordinary";
    const dead = await failJob(ctx, job, worker, message, how);
    ctx.log[dead ? "error" : "warn"](
      { job: job.id, kind: job.kind, attempt: job.attempts, err: error },
      dead ? "outbox: given up" : "outbox: will retry",
    );
  } finally {
    clearInterval(renewal);
  }
}

/** Codes of what says nothing of the job: no room on the disk, the database or a process of the PDF engine away. */
const passingCodes = new Set<unknown>([
  "unavailable",
  "storage_full",
  "engine_unavailable",
  "ENOSPC",
  "EDQUOT",
  "53100",
]);

function isPassing(error: unknown): boolean {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    if ("code" in cause && passingCodes.has(cause.code)) return true;
  }
  return isDatabaseLost(error);
}
