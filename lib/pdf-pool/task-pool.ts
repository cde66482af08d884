import { MessageChannel, type MessagePort } from "node:worker_threads";
import { Piscina } from "piscina";
import type { CmsMaker } from "@/lib/pades/sign-revision";
import { PdfError } from "@/lib/pdf/errors";
import { rebuildError } from "./carried-error";
import type { CarriedError } from "./child-jobs";
import { EngineBusyError } from "./engine-errors";

/** From the worker: it has begun, or it needs a CMS over this digest. */
export type TaskNote = { kind: "started"; threadId: number } | { kind: "digest"; digest: Uint8Array };
/** To the worker: the CMS, or null when none could be made. */
export type CmsReply = { cms: Uint8Array | null };
export type TaskAnswer = { ok: true; output: unknown } | { ok: false; error: CarriedError };

export interface TaskPoolOptions {
  /** The bundle that has this task. A thread loads it when it is first given the task, so that nothing is loaded that is not needed. */
  bundleOf: (task: string) => string;
  threads: number;
  /** Tasks that one thread may have begun; more than one where tasks wait for a CMS. */
  tasksPerThread: number;
  maxWaiting: number;
  /** What a task that outran its time is answered with. */
  timeoutError: (task: string, limitMs: number) => Error;
}

export interface RunOptions {
  /** From the moment a thread begins the task; waiting in the queue does not count. */
  limitMs: number;
  /** Makes the CMS in the calling thread, because the key stays there. */
  makeCms?: CmsMaker;
}

export interface TaskPool {
  /** Throws what the task threw; what `makeCms` threw; `too_large` when the task was ended for its memory, `timeoutError` for its time; EngineBusyError. */
  run(name: string, input: unknown, options: RunOptions): Promise<unknown>;
  close(): Promise<void>;
}

type Threads = Piscina<unknown, TaskAnswer>;

/** Thrown inside: the thread went away although this task was not out of time. */
class ThreadLost extends Error {}

/**
 * Worker threads for strangers' bytes, started at the first task. A thread whose task is out of time is terminated and replaced.
 *
 * Not by Piscina's abort signals: a task that has one gets a thread for itself alone, also while it waits for its CMS.
 * And always with all threads up: Piscina 5.3 replaces an ended thread only below `minThreads`, and leaves the queue standing otherwise.
 */
export function startTaskPool(options: TaskPoolOptions): TaskPool {
  let threads: Threads | null = null;

  async function run(name: string, input: unknown, runOptions: RunOptions): Promise<unknown> {
    const started = (threads ??= startThreads(options));
    const once = () => attempt(started, { name, input, bundleOf: options.bundleOf, timeoutError: options.timeoutError, ...runOptions });
    if (options.tasksPerThread === 1) {
      return once().catch(throwTooLarge);
    }
    // Another task on the same thread may have ended it. Tasks write nothing, so a second try is free of consequences.
    return once().catch((error: unknown) => {
      if (error instanceof ThreadLost) {
        return once().catch(throwTooLarge);
      }
      throw error;
    });
  }
  return { run, close: async () => threads?.destroy() };
}

function throwTooLarge(error: unknown): never {
  throw error instanceof ThreadLost ? new PdfError("too_large", "working on it takes more memory than it may") : error;
}

function startThreads({ threads, tasksPerThread, maxWaiting }: TaskPoolOptions): Threads {
  const pool = new Piscina<unknown, TaskAnswer>({
    minThreads: threads,
    maxThreads: threads,
    concurrentTasksPerWorker: tasksPerThread,
    maxQueue: maxWaiting,
    resourceLimits: { maxOldGenerationSizeMb: 192, maxYoungGenerationSizeMb: 32 },
    env: { NODE_ENV: "production" },
    execArgv: [],
  });
  // A thread that dies with nothing in hand concerns nobody; without a listener it would end the process.
  pool.on("error", () => undefined);
  return pool;
}

type Attempt = RunOptions & Pick<TaskPoolOptions, "bundleOf" | "timeoutError"> & { name: string; input: unknown };

async function attempt(threads: Threads, { name, input, limitMs, makeCms, bundleOf, timeoutError }: Attempt): Promise<unknown> {
  const { port1: ours, port2: theirs } = new MessageChannel();
  const cms = new CmsDesk(ours, makeCms);
  const limit = new TimeLimit(threads, limitMs);
  ours.on("message", (note: TaskNote) => {
    if (note.kind === "digest") {
      void cms.serve(note.digest);
    } else {
      limit.start(note.threadId);
    }
  });
  const answer = await threads
    .run({ input, port: theirs }, { filename: bundleOf(name), name, transferList: [theirs] })
    .catch((error: unknown) => {
      throw limit.isOver ? timeoutError(name, limitMs) : poolError(error);
    })
    .finally(() => {
      limit.stop();
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

/** Ends the thread of a task that is out of time. */
class TimeLimit {
  isOver = false;
  private timer: NodeJS.Timeout | undefined;

  constructor(
    private readonly threads: Threads,
    private readonly limitMs: number,
  ) {}

  start(threadId: number): void {
    // Looks once more after the event loop has gone round: a stalled main thread must not read as a slow task.
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
    this.isOver = true;
    void this.threads.threads.find((thread) => thread.threadId === threadId)?.terminate();
  }
}

/** Answers a task's wish for a CMS, and remembers what went wrong in this thread, so that the caller gets its own error back. */
class CmsDesk {
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
  if (!(error instanceof Error)) {
    return error;
  }
  if (error.message === "Task queue is at limit") {
    return new EngineBusyError();
  }
  const isLost = error.message.startsWith("worker exited") || ("code" in error && error.code === "ERR_WORKER_OUT_OF_MEMORY");
  return isLost ? new ThreadLost(error.message, { cause: error }) : error;
}
