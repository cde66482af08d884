import { Piscina } from "piscina";

/**
 * A thread ended although its task had not exceeded its time. `hadBegun`: the thread was working on the task.
 * `memory`: it had reached its memory limit.
 */
export class ThreadLost extends Error {
  constructor(
    readonly reason: "ended" | "memory",
    readonly hadBegun: boolean,
  ) {
    super(`a thread was lost: ${reason}`);
    this.name = "ThreadLost";
  }
}

/** A task in the queue or at work. `hadBegun` becomes true when a thread takes it. */
export interface QueuedTask {
  hadBegun: boolean;
}

interface Generation<Answer> {
  pool: Piscina<unknown, Answer>;
  /** Rejects each task that no thread has taken, because none will. */
  waiting: Map<QueuedTask, () => void>;
}

export interface StandingThreads<Answer> {
  /** Throws ThreadLost, and any error from Piscina. */
  run(
    queued: QueuedTask,
    task: unknown,
    options: { filename: string; name: string; transferList: readonly unknown[] },
  ): Promise<Answer>;
  /** Ends the thread with this number. */
  end(threadId: number): void;
  close(): Promise<void>;
}

type PiscinaOptions = NonNullable<ConstructorParameters<typeof Piscina>[0]> & { minThreads: number };

/**
 * A thread pool that recovers after its threads were ended for any reason. Piscina 5.3 replaces a thread that ends, but
 * stops doing so once one has ended during its start, and queued tasks then wait forever. A pool that is short of
 * threads is therefore replaced by a new one.
 */
export function startStandingThreads<Answer>(options: PiscinaOptions): StandingThreads<Answer> {
  let isClosed = false;
  const retired = new Set<Generation<Answer>>();
  let current = start();

  function start(): Generation<Answer> {
    const pool = new Piscina<unknown, Answer>(options);
    const generation: Generation<Answer> = { pool, waiting: new Map() };
    // An idle thread that dies affects no task, but without a listener its error would end the process.
    pool.on("error", () => undefined);
    // If Piscina starts a replacement, it does so right after this event.
    pool.on("workerDestroy", () => setImmediate(() => replaceIfShort(generation)));
    return generation;
  }

  function replaceIfShort(generation: Generation<Answer>): void {
    if (isClosed || generation !== current || generation.pool.threads.length >= options.minThreads) return;
    current = start();
    retired.add(generation);
    for (const tell of [...generation.waiting.values()]) tell();
    // Running tasks finish in the old pool.
    void generation.pool
      .close()
      .catch(() => undefined)
      .then(() => retired.delete(generation));
  }

  return {
    async run(queued, task, { filename, name, transferList }) {
      const { pool, waiting } = current;
      const abandoned = new Promise<never>((_resolve, reject) =>
        waiting.set(queued, () => queued.hadBegun || reject(new ThreadLost("ended", false))),
      );
      const answer = pool.run(task, { filename, name, transferList: [...transferList] as never[] });
      answer.catch(() => undefined);
      return Promise.race([answer, abandoned])
        .catch((error: unknown) => {
          throw asLoss(error, queued);
        })
        .finally(() => waiting.delete(queued));
    },
    end(threadId) {
      for (const { pool } of [current, ...retired])
        void pool.threads.find((thread) => thread.threadId === threadId)?.terminate();
    },
    async close() {
      isClosed = true;
      await Promise.all([current, ...retired].map(({ pool }) => pool.destroy()));
    },
  };
}

function asLoss(error: unknown, { hadBegun }: QueuedTask): unknown {
  if (!(error instanceof Error) || error instanceof ThreadLost) return error;
  if ("code" in error && error.code === "ERR_WORKER_OUT_OF_MEMORY") return new ThreadLost("memory", hadBegun);
  // Piscina sets no error code when a thread ends.
  return /^worker exited|^Terminating worker thread|is closed$/.test(error.message)
    ? new ThreadLost("ended", hadBegun)
    : error;
}
