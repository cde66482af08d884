import { randomUUID } from "node:crypto";
import type { Ctx } from "@/lib/context";
import { claimDeliveries } from "./claim-deliveries";
import { deliver } from "./deliver";
import { standardSchedule } from "./schedule";

export interface WebhookWorker {
  wake(): void;
  /** Waits for the calls under way, then stops. */
  stop(): Promise<void>;
}

export interface WebhookWorkerSettings {
  /** `WEBHOOK_SCHEDULE`: seconds before each retry. */
  schedule?: readonly number[] | null;
}

const atOnce = 32;
const failingAtOnce = atOnce / 2;
/** Not every act that writes an event wakes the worker. */
const pollMilliseconds = 1000;

/** Makes due deliveries until stopped; several workers, in any number of processes, may run at once. */
export function startWebhookWorker(ctx: Ctx, { schedule }: WebhookWorkerSettings = {}): WebhookWorker {
  const name = randomUUID();
  const running = new Set<Promise<void>>();
  let stopping = false;
  let rouse: () => void = () => undefined;
  let woken = false;

  const start = (id: number): void => {
    const work = deliver(ctx, name, id, schedule ?? standardSchedule)
      .catch((error: unknown) => ctx.log.error({ err: error, delivery: id }, "webhooks: a delivery broke off"))
      .finally(() => {
        running.delete(work);
        woken = true;
        rouse();
      });
    running.add(work);
  };
  const loop = (async () => {
    while (!stopping) {
      woken = false;
      const claimed = await claim(ctx, name, running.size);
      claimed.forEach(start);
      if (claimed.length > 0 || woken || stopping) continue;
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
    wake() {
      woken = true;
      rouse();
    },
    async stop() {
      stopping = true;
      rouse();
      await loop;
    },
  };
}

async function claim(ctx: Ctx, worker: string, running: number): Promise<number[]> {
  if (running >= atOnce) return [];
  return claimDeliveries(ctx, worker, { total: atOnce - running, failing: Math.max(1, failingAtOnce - running) }).catch(
    (error: unknown) => {
      ctx.log.error({ err: error }, "webhooks: could not claim");
      return [];
    },
  );
}

/** Makes every delivery that is due now, once; answers how many. Tests call it directly. */
export async function deliverDue(ctx: Ctx, { schedule }: WebhookWorkerSettings = {}): Promise<number> {
  const worker = randomUUID();
  const ids = await claimDeliveries(ctx, worker, { total: atOnce, failing: atOnce });
  await Promise.all(ids.map((id) => deliver(ctx, worker, id, schedule ?? standardSchedule)));
  return ids.length;
}
