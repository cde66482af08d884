import { MessageChannel, type MessagePort } from "node:worker_threads";
import { Piscina } from "piscina";
import type { CmsMaker } from "@/lib/pades/sign-revision";
import { PdfError } from "@/lib/pdf/errors";
import { rebuildError } from "./carried-error";
import type { CarriedError } from "./child-jobs";
import { EngineBusyError } from "./engine-errors";

/** From the worker: it has begun, or it needs a CMS over this digest. */
export type TaskNote = { kind: "started" } | { kind: "digest"; digest: Uint8Array };
/** To the worker: the CMS, or null when none could be made. */
export type CmsReply = { cms: Uint8Array | null };
export type TaskAnswer = { ok: true; output: unknown } | { ok: false; error: CarriedError };

export interface TaskPoolOptions {
  workerPath: string;
  threads: number;
  /** Tasks that one thread may have begun; more than one where tasks wait for a CMS. */
  tasksPerThread: number;
  maxWaiting: number;
}

export interface RunOptions {
  /** From the moment a thread begins the task; waiting in the queue does not count. */
  limitMs: number;
  /** Makes the CMS in the calling thread, because the key stays there. */
  makeCms?: CmsMaker;
}

export interface TaskPool {
  /** Throws what the task threw; what `makeCms` threw; `too_large` when the task was ended for its time or memory; EngineBusyError. */
  run(name: string, input: unknown, options: RunOptions): Promise<unknown>;
  close(): Promise<void>;
}

/** Thrown inside: the thread went away although this task was not out of time. */
class ThreadLost extends Error {}

/** Worker threads for untrusted bytes. A thread whose task is out of time is terminated and replaced. */
export function startTaskPool(options: TaskPoolOptions): TaskPool {
  const pool = new Piscina({
    filename: options.workerPath,
    minThreads: 0,
    maxThreads: options.threads,
    concurrentTasksPerWorker: options.tasksPerThread,
    maxQueue: options.maxWaiting,
    idleTimeout: 60_000,
    resourceLimits: { maxOldGenerationSizeMb: 192, maxYoungGenerationSizeMb: 32 },
    env: { NODE_ENV: "production" },
    execArgv: [],
  });
  // A thread that dies with nothing in hand concerns nobody; without a listener it would end the process.
  pool.on("error", () => undefined);

  async function run(name: string, input: unknown, runOptions: RunOptions): Promise<unknown> {
    try {
      return await attempt(pool, name, input, runOptions);
    } catch (error) {
      if (!(error instanceof ThreadLost)) {
        throw error;
      }
    }
    // Another task on the same thread may have ended it. Tasks write nothing, so a second try is free of consequences.
    return attempt(pool, name, input, runOptions).catch((error: unknown) => {
      throw error instanceof ThreadLost ? new PdfError("too_large", "working on it takes more memory than it may") : error;
    });
  }
  return { run, close: () => pool.destroy() };
}

async function attempt(pool: Piscina, name: string, input: unknown, { limitMs, makeCms }: RunOptions): Promise<unknown> {
  const { port1: ours, port2: theirs } = new MessageChannel();
  const abort = new AbortController();
  const cms = new CmsDesk(ours, makeCms);
  let timer: NodeJS.Timeout | undefined;
  ours.on("message", (note: TaskNote) => {
    if (note.kind === "digest") {
      void cms.serve(note.digest);
    } else {
      // Looks once more after the event loop has gone round: a stalled main thread must not read as a slow task.
      timer = setTimeout(() => setImmediate(() => abort.abort()), limitMs);
    }
  });
  try {
    const answer = (await pool.run({ input, port: theirs }, { name, transferList: [theirs], signal: abort.signal })) as TaskAnswer;
    if (answer.ok) {
      return answer.output;
    }
    throw cms.failure ?? rebuildError(answer.error);
  } catch (error) {
    throw abort.signal.aborted ? new PdfError("too_large", `${name} takes longer than ${limitMs} ms`) : poolError(error);
  } finally {
    clearTimeout(timer);
    ours.close();
  }
}

/** Answers a task's wish for a CMS, and remembers what went wrong in this thread, so that the caller gets its own error back. */
class CmsDesk {
  failure: unknown = null;

  constructor(
    private readonly port: MessagePort,
    private readonly makeCms: CmsMaker | undefined,
  ) {}

  async serve(digest: Uint8Array): Promise<void> {
    let reply: CmsReply = { cms: null };
    try {
      if (!this.makeCms) {
        throw new Error("the task asked for a CMS that nobody makes");
      }
      reply = { cms: await this.makeCms(Buffer.from(digest)) };
    } catch (error) {
      this.failure = error;
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
  const isLost = error.message === "Terminating worker thread" || ("code" in error && error.code === "ERR_WORKER_OUT_OF_MEMORY");
  return isLost ? new ThreadLost(error.message, { cause: error }) : error;
}
