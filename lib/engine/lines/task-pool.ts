import { AsyncLocalStorage } from "node:async_hooks";
import { MessageChannel, type MessagePort } from "node:worker_threads";
import type { CmsMaker } from "@/lib/pades/sign-revision";
import { engineTask, type EngineLoad } from "@/lib/platform/telemetry/counters";
import { memoryError, rebuildError, type CarriedError } from "./child-jobs";
import { startStandingThreads, ThreadLost, type StandingThreads } from "./standing-threads";
import { EngineBusyError, EngineLostError, EngineTimeoutError } from "./waiting-line";

/** From the worker: the task has begun, or it needs a CMS over this digest. */
export type TaskNote = { kind: "started"; threadId: number } | { kind: "digest"; digest: Uint8Array };
/** To the worker: the CMS, or null when it could not be made. */
export type CmsReply = { cms: Uint8Array | null };
export type TaskAnswer = { ok: true; output: unknown } | { ok: false; error: CarriedError };

export interface TaskPoolOptions {
  /**
   * The bundle that contains this task. A thread loads it with its first such task, so that unused bundles are never
   * loaded.
   */
  bundleOf: (task: string) => string;
  threads: number;
  /** The number of tasks that one thread may have begun. More than one where tasks wait for a CMS. */
  tasksPerThread: number;
  maxWaiting: number;
  /** The error for a task that exceeded its time limit. */
  timeoutError: (task: string, limitMs: number) => Error;
  /** Threads are ended after this long without a task. Default: a minute. */
  idleMs?: number;
}

export interface RunOptions {
  /** Counted from the moment a thread begins the task. Waiting in the queue does not count. */
  limitMs: number;
  /** Makes the CMS in the calling thread, because the key stays there. */
  makeCms?: CmsMaker;
}

export interface TaskPool {
  /**
   * Throws the error of the task or of `makeCms`, `too_large` when the task was ended for its memory, `timeoutError`
   * when it was ended for its time, EngineBusyError, and EngineLostError when its thread was ended twice.
   */
  run(name: string, input: unknown, options: RunOptions): Promise<unknown>;
  /** The numbers of running and waiting tasks. */
  load(): Pick<EngineLoad, "running" | "waiting" | "places">;
  close(): Promise<void>;
}

type Threads = StandingThreads<TaskAnswer>;

/**
 * A busy task uses a full core. If the whole process had less than this share of one, the time limit is extended once
 * by the same time.
 */
const starvedShare = 0.7;

/** A thread that has done a task holds 30 to 60 MB. */
const defaultIdleMs = 60_000;

/** Without a limit, a thread that dies at every start would be restarted forever. */
const maxAttempts = 5;

/**
 * Worker threads for untrusted bytes, started with the first task. A thread whose task exceeds its time is terminated
 * and replaced. A task whose thread was lost is retried once, which is safe because tasks write nothing. A task that
 * no thread had taken goes back to the queue. All threads end together after a minute without a task, because
 * Piscina's own `idleTimeout` needs `minThreads` below `maxThreads`.
 *
 * Piscina's abort signals are not used, because a task with one occupies a whole thread even while it waits for its
 * CMS.
 */
export function startTaskPool(options: TaskPoolOptions): TaskPool {
  let threads: Threads | null = null;
  let runningTasks = 0;
  let begunTasks = 0;
  let idleTimer: NodeJS.Timeout | undefined;

  function endIdle(): void {
    const idle = threads;
    threads = null;
    void idle?.close().catch(() => undefined);
  }

  async function run(name: string, input: unknown, runOptions: RunOptions): Promise<unknown> {
    clearTimeout(idleTimer);
    runningTasks += 1;
    try {
      return await engineTask(name, () => runUntilDone((threads ??= startThreads(options)), name, input, runOptions));
    } finally {
      runningTasks -= 1;
      if (runningTasks === 0) idleTimer = setTimeout(endIdle, options.idleMs ?? defaultIdleMs).unref();
    }
  }

  async function runUntilDone(
    standing: Threads,
    name: string,
    input: unknown,
    runOptions: RunOptions,
  ): Promise<unknown> {
    let lostAtWork = 0;
    for (let tries = 1; ; tries += 1) {
      try {
        return await attempt(standing, {
          name,
          input,
          bundleOf: options.bundleOf,
          timeoutError: options.timeoutError,
          begun: (change) => (begunTasks += change),
          ...runOptions,
        });
      } catch (error) {
        if (!(error instanceof ThreadLost)) throw error;
        if (error.hadBegun) lostAtWork += 1;
        const isOwnMemory = error.reason === "memory" && (options.tasksPerThread === 1 || lostAtWork > 1);
        if (isOwnMemory) throw memoryError();
        if (lostAtWork > 1 || tries === maxAttempts) throw new EngineLostError("its thread was ended");
      }
    }
  }
  return {
    run,
    load: () => ({
      running: begunTasks,
      waiting: runningTasks - begunTasks,
      places: options.threads * options.tasksPerThread,
    }),
    close: async () => {
      clearTimeout(idleTimer);
      await threads?.close();
    },
  };
}

function startThreads({ threads, tasksPerThread, maxWaiting }: TaskPoolOptions): Threads {
  return startStandingThreads({
    minThreads: threads,
    maxThreads: threads,
    concurrentTasksPerWorker: tasksPerThread,
    maxQueue: maxWaiting,
    // The young generation stays resident once it has grown (decision 56).
    resourceLimits: { maxOldGenerationSizeMb: 192, maxYoungGenerationSizeMb: 12 },
    env: { NODE_ENV: "production" },
    execArgv: [],
  });
}

type Attempt = RunOptions &
  Pick<TaskPoolOptions, "bundleOf" | "timeoutError"> & {
    name: string;
    input: unknown;
    /** Called with 1 when a thread takes the task, and with -1 when the task ends. */
    begun: (change: 1 | -1) => void;
  };

async function attempt(
  threads: Threads,
  { name, input, limitMs, makeCms, bundleOf, timeoutError, begun }: Attempt,
): Promise<unknown> {
  const { port1: ours, port2: theirs } = new MessageChannel();
  // Port messages carry no async context, so it is bound here: the call to the key belongs to this task's span.
  const cms = new CmsResponder(ours, makeCms && AsyncLocalStorage.bind(makeCms));
  const limit = new TimeLimit(threads, limitMs);
  const queued = { hadBegun: false };
  ours.on("message", (note: TaskNote) => {
    if (note.kind === "digest") {
      void cms.serve(note.digest);
    } else {
      if (!queued.hadBegun) begun(1);
      queued.hadBegun = true;
      limit.start(note.threadId);
    }
  });
  const answer = await threads
    .run(queued, { input, port: theirs }, { filename: bundleOf(name), name, transferList: [theirs] })
    .catch((error: unknown) => {
      if (!limit.isOver) throw poolError(error);
      throw limit.wasStarved ? new EngineTimeoutError(name, limitMs) : timeoutError(name, limitMs);
    })
    .finally(() => {
      limit.stop();
      if (queued.hadBegun) begun(-1);
      ours.close();
    });
  cms.throwFailure();
  return outputOf(answer);
}

function outputOf(answer: TaskAnswer): unknown {
  if (answer.ok) {
    return answer.output;
  }
  throw rebuildError(answer.error);
}

/**
 * Ends the thread of a task that exceeded its time limit. The limit is extended if other programs kept the machine
 * busy.
 */
class TimeLimit {
  isOver = false;
  /** The machine was too busy to give this process enough CPU time, which is independent of the file. */
  wasStarved = false;
  private timer: NodeJS.Timeout | undefined;
  private before = process.cpuUsage();
  private isExtended = false;

  constructor(
    private readonly threads: Threads,
    private readonly limitMs: number,
  ) {}

  start(threadId: number): void {
    this.before = process.cpuUsage();
    this.wait(threadId);
  }

  private wait(threadId: number): void {
    // Checks again after a turn of the event loop, so that a stalled main thread does not look like a slow task.
    this.timer = setTimeout(() => setImmediate(() => this.end(threadId)), this.limitMs);
  }

  stop(): void {
    clearTimeout(this.timer);
    this.timer = undefined;
  }

  private end(threadId: number): void {
    if (this.timer === undefined) {
      return;
    }
    const { user, system } = process.cpuUsage(this.before);
    this.wasStarved = (user + system) / 1000 < starvedShare * this.limitMs;
    if (this.wasStarved && !this.isExtended) {
      this.isExtended = true;
      this.wait(threadId);
      return;
    }
    this.isOver = true;
    this.threads.end(threadId);
  }
}

/**
 * Answers a task's request for a CMS, and keeps the error of this thread, so that the caller gets the original error
 * back.
 */
class CmsResponder {
  private failure: { error: unknown } | null = null;

  constructor(
    private readonly port: MessagePort,
    private readonly makeCms: CmsMaker | undefined,
  ) {}

  throwFailure(): void {
    if (this.failure) {
      throw this.failure.error;
    }
  }

  async serve(digest: Uint8Array): Promise<void> {
    let reply: CmsReply = { cms: null };
    try {
      if (!this.makeCms) {
        throw new Error("the task asked for a CMS that nobody makes");
      }
      reply = { cms: await this.makeCms(Buffer.from(digest)) };
    } catch (error) {
      this.failure = { error };
    }
    this.port.postMessage(reply);
  }
}

function poolError(error: unknown): unknown {
  // Piscina gives its errors no code.
  return error instanceof Error && error.message === "Task queue is at limit" ? new EngineBusyError() : error;
}
