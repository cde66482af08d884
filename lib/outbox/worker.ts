import { randomUUID } from "node:crypto";
import type { OutboxJob } from "@/db/schema/work";
import type { Ctx } from "@/lib/context";
import { claimJobs, completeJob, failJob, leaseSeconds, renewLease, type Lane } from "./claim";
import type { OutboxKind, OutboxPayloads } from "./kinds";

/** What a handler gets beside the payload. `key` stays the same over retries: pass it to whoever can de-duplicate. */
export interface JobFacts {
  key: string;
  attempt: number;
  secret: string | null;
}

export type OutboxHandlers = { [Kind in OutboxKind]: (ctx: Ctx, payload: OutboxPayloads[Kind], job: JobFacts) => Promise<void> };

/** Thrown by a handler when trying again cannot help: the job goes to the dead letters at once. */
export class FinalFailure extends Error {}

export interface OutboxWorker {
  wake(): void;
  /** Waits for the jobs under way, then stops. */
  stop(): Promise<void>;
}

const lanes: readonly Lane[] = [{ isSlow: false, atOnce: 4 }, { isSlow: true, atOnce: 1 }];
const pollMilliseconds = 5000;

/** Does due jobs until stopped; several workers, in any number of processes, may run at once. */
export function startOutboxWorker(ctx: Ctx, handlers: OutboxHandlers): OutboxWorker {
  const name = randomUUID();
  const running = lanes.map((lane) => startLane(ctx, () => drainLane(ctx, handlers, lane, name)));
  return {
    wake() { running.forEach((lane) => lane.wake()); },
    async stop() { await Promise.all(running.map((lane) => lane.stop())); },
  };
}

function startLane(ctx: Ctx, drain: () => Promise<number>): OutboxWorker {
  let stopping = false;
  let woken = false;
  let rouse: () => void = () => undefined;
  const loop = (async () => {
    while (!stopping) {
      woken = false;
      const done = await drain().catch((error: unknown) => {
        ctx.log.error({ err: error }, "outbox: could not claim");
        return 0;
      });
      if (done > 0 || woken || stopping) continue;
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, pollMilliseconds);
        rouse = () => { clearTimeout(timer); resolve(); };
      });
    }
  })();
  return {
    wake() { woken = true; rouse(); },
    async stop() { stopping = true; rouse(); await loop; },
  };
}

/** Claims and does one batch of each lane; answers how many jobs it took. Tests call it directly. */
export async function drainOnce(ctx: Ctx, handlers: OutboxHandlers, worker: string = randomUUID()): Promise<number> {
  let taken = 0;
  for (const lane of lanes) taken += await drainLane(ctx, handlers, lane, worker);
  return taken;
}

async function drainLane(ctx: Ctx, handlers: OutboxHandlers, lane: Lane, worker: string): Promise<number> {
  const jobs = await claimJobs(ctx, worker, lane);
  await Promise.all(jobs.map((job) => doJob(ctx, handlers, job, worker)));
  return jobs.length;
}

async function doJob(ctx: Ctx, handlers: OutboxHandlers, job: OutboxJob, worker: string): Promise<void> {
  const renewal = setInterval(() => void renewLease(ctx, job, worker).catch(() => undefined), (leaseSeconds / 3) * 1000);
  try {
    const handler = handlers[job.kind as OutboxKind] as ((ctx: Ctx, payload: unknown, facts: JobFacts) => Promise<void>) | undefined;
    if (!handler) throw new FinalFailure(`no handler for ${job.kind}`);
    const secret = job.sealed ? ctx.secrets.open("outbox", job.sealed).toString() : null;
    await handler(ctx, job.payload, { key: `job-${job.id}`, attempt: job.attempts, secret });
    await completeJob(ctx, job, worker);
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    const dead = await failJob(ctx, job, worker, message, error instanceof FinalFailure);
    ctx.log[dead ? "error" : "warn"]({ job: job.id, kind: job.kind, attempt: job.attempts, err: error }, dead ? "outbox: given up" : "outbox: will retry");
  } finally {
    clearInterval(renewal);
  }
}
