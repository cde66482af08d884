import { sql, type SQL } from "drizzle-orm";
import type { webhookDeliveries } from "@/db/schema/webhooks";
import type { outboxJobs } from "@/db/schema/work";
import type { Ctx } from "@/lib/context/context";

/** A running loop. Any number of loops and processes may share a table. */
export interface Worker {
  /** Claims at once instead of at the next poll. */
  wake(): void;
  /** Waits for work in progress, then stops. */
  stop(): Promise<void>;
}

interface Loop<Item> {
  pollMilliseconds: number;
  /** Claims due items in addition to those in progress. */
  claim: (running: readonly Item[]) => Promise<readonly Item[]>;
  run: (item: Item) => Promise<void>;
  /** Whether other items may have to wait for the end of this one, which is still among those in progress. */
  isAwaited: (item: Item, running: readonly Item[]) => boolean;
  /** Reports a failed claim, which is tried again at the next poll, or the failure of an item. */
  onError: (error: unknown, item: Item | null) => void;
}

/** Claims and runs due items until stopped. */
export function startLoop<Item>({ pollMilliseconds, claim, run, isAwaited, onError }: Loop<Item>): Worker {
  const running = new Set<{ item: Item; ended: Promise<void> }>();
  const items = (): Item[] => Array.from(running, ({ item }) => item);
  let [isStopping, isWoken, isClaiming] = [false, false, false];
  let endPause: () => void = () => undefined;
  const wake = (): void => {
    isWoken = true;
    endPause();
  };

  const begin = (item: Item): void => {
    const ended = run(item)
      .catch((error: unknown) => onError(error, item))
      .finally(() => {
        // The running claim still counts the item.
        if (isClaiming || isAwaited(item, items())) wake();
        running.delete(entry);
      });
    const entry = { item, ended };
    running.add(entry);
  };

  const claimed = async (): Promise<readonly Item[]> => {
    isClaiming = true;
    try {
      return await claim(items());
    } catch (error) {
      onError(error, null);
      return [];
    } finally {
      isClaiming = false;
    }
  };

  const loop = (async () => {
    while (!isStopping) {
      isWoken = false;
      (await claimed()).forEach(begin);
      if (isWoken || isStopping) continue;
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, pollMilliseconds);
        endPause = () => {
          clearTimeout(timer);
          resolve();
        };
      });
    }
    await Promise.all(Array.from(running, ({ ended }) => ended));
  })();
  return {
    wake,
    async stop() {
      isStopping = true;
      endPause();
      await loop;
    },
  };
}

/** The work of a dead worker is due again after this time. A living worker renews its leases. */
export const leaseSeconds = 60;

type LeasedTable = typeof outboxJobs | typeof webhookDeliveries;

const leaseEnd = sql`now() + make_interval(secs => ${leaseSeconds}::int)`;

/** A condition on `leased_until`: no worker has the row, or its worker died. */
export const isUnleased = sql`(leased_until is null or leased_until <= now())`;

/** The columns of a row that `worker` claims. */
export function leaseOf(worker: string): { leasedBy: string; leasedUntil: SQL } {
  return { leasedBy: worker, leasedUntil: leaseEnd };
}

/** The columns of a row whose work has ended. */
export const noLease = { leasedBy: null, leasedUntil: null };

/** Whether the row still belongs to `worker`. If not, another worker has taken over and will record the result. */
export function isMine(table: LeasedTable, id: number, worker: string): SQL {
  return sql`${table.id} = ${id} and ${table.leasedBy} = ${worker}`;
}

/** Renews the lease of a row until `work` has ended. */
export async function whileLeased(
  ctx: Ctx,
  table: LeasedTable,
  { id, worker }: { id: number; worker: string },
  work: () => Promise<void>,
): Promise<void> {
  const renewal = setInterval(
    () =>
      void renewLease(ctx, table, id, worker).catch((error: unknown) =>
        // The next renewal may succeed before the lease ends.
        ctx.log.warn({ id, err: error }, "a lease was not renewed"),
      ),
    (leaseSeconds / 3) * 1000,
  );
  try {
    await work();
  } finally {
    clearInterval(renewal);
  }
}

async function renewLease(ctx: Ctx, table: LeasedTable, id: number, worker: string): Promise<void> {
  await ctx.db.execute(sql`update ${table} set leased_until = ${leaseEnd} where ${isMine(table, id, worker)}`);
}

/** A delay that differs by up to `share` of itself, so that work that failed together is not retried together. */
export function jittered(seconds: number, share: number): number {
  return seconds * (1 + share * (2 * Math.random() - 1));
}
