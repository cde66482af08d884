import { engineTask, type EngineLoad } from "@/lib/platform/telemetry/counters";
import {
  convertProgram,
  pdfiumProgram,
  pdfjsProgram,
  type ChildJobName,
  type ChildJobs,
  type ChildProgram,
  type ConvertJobName,
  type SecondReaderJobName,
} from "./child-jobs";
import { KillableChild } from "./child-process";
import { EngineBusyError, EngineLostError, ownTurn, WaitingLine, type Turn } from "./waiting-line";

export interface Children<Jobs extends ChildJobName = ChildJobName> {
  /**
   * Jobs without a turn are the engine's own. Throws EngineBusyError when too many jobs are waiting, when the caller
   * leaves before the job is done, and when a job has waited as long as its turn allows.
   */
  run<Name extends Jobs>(
    job: Name,
    input: ChildJobs[Name]["input"],
    limitMs: number,
    turn?: Turn,
  ): Promise<ChildJobs[Name]["output"]>;
  /** Starts a process for the next job, unless one is idle or all are busy. */
  warm(): void;
  /** The numbers of running and waiting jobs. */
  load(): Pick<EngineLoad, "running" | "waiting" | "places">;
  /** Process ids of the running processes. */
  pids(): number[];
  close(): void;
}

const maxWaiting = 512;
/** A page view requests seven pictures at once, and a caller may release a hundred documents at once. */
const maxWaitingPerCaller = 128;
const idleMs = 60_000;
/**
 * Most pages are drawn faster than a new process starts, so a job whose caller has left gets this much time to
 * finish.
 */
const graceMs = 250;

/**
 * Dispatches jobs to the first idle child. If none is idle, callers take turns. A job whose child was lost is retried
 * once in a fresh one, which is safe because jobs only read or write a new file. A child that is idle for a minute is
 * ended, because it holds about 90 MB.
 */
export function startChildren(distDir: string, count: number): Children {
  return startPrograms(distDir, pdfiumProgram, count);
}

/** The processes of pdf.js, the second reader of pages. Its process holds about 150 MB. */
export function startSecondReaders(distDir: string, count: number): Children<SecondReaderJobName> {
  return startPrograms(distDir, pdfjsProgram, count);
}

/** Processes that turn other files into PDFs. */
export function startConverters(distDir: string, count: number): Children<ConvertJobName> {
  return startPrograms(distDir, convertProgram, count);
}

function startPrograms(distDir: string, program: ChildProgram, count: number): Children {
  const all = Array.from({ length: count }, () => new KillableChild(distDir, program));
  const idle = [...all];
  const line = new WaitingLine<KillableChild>({ maxWaiting, maxWaitingPerCaller });
  const timers = new Map<KillableChild, NodeJS.Timeout>();
  let isClosed = false;

  function take(turn: Turn): Promise<KillableChild> {
    // The most recently used child is warm, so it is taken first.
    const child = idle.pop();
    if (child) {
      clearTimeout(timers.get(child));
      return Promise.resolve(child);
    }
    return line.wait(turn);
  }

  function give(child: KillableChild): void {
    if (line.offer(child) !== null) return;
    idle.push(child);
    endWhenIdle(child);
  }

  function endWhenIdle(child: KillableChild): void {
    clearTimeout(timers.get(child));
    timers.set(child, setTimeout(() => child.stop(), idleMs).unref());
  }

  async function runJob<Name extends ChildJobName>(
    job: Name,
    input: ChildJobs[Name]["input"],
    limitMs: number,
    turn: Turn,
  ): Promise<ChildJobs[Name]["output"]> {
    if (turn.left?.aborted) throw new EngineBusyError();
    const child = await take(turn);
    const stopWatching = onceLeft(turn, () => child.stop());
    try {
      if (turn.left?.aborted) throw new EngineBusyError();
      return await child.run(job, input, limitMs).catch((error: unknown) => {
        if (turn.left?.aborted) throw new EngineBusyError();
        if (isClosed || !(error instanceof EngineLostError)) throw error;
        return child.run(job, input, limitMs);
      });
    } finally {
      stopWatching();
      give(child);
    }
  }

  return {
    run: (job, input, limitMs, turn = ownTurn) => engineTask(job, () => runJob(job, input, limitMs, turn)),
    warm() {
      const next = idle.at(-1);
      if (!next || isClosed) return;
      next.warm();
      endWhenIdle(next);
    },
    load: () => ({ running: count - idle.length, waiting: line.length, places: count }),
    pids: () => all.flatMap((child) => child.pid ?? []),
    close: () => {
      isClosed = true;
      all.forEach((child) => child.stop());
    },
  };
}

/** Calls `end` shortly after the caller has left, unless it is cancelled before. Each job has exactly one caller. */
function onceLeft({ left }: Turn, end: () => void): () => void {
  let timer: NodeJS.Timeout | undefined;
  const begin = (): void => {
    timer = setTimeout(end, graceMs);
  };
  left?.addEventListener("abort", begin, { once: true });
  return () => {
    left?.removeEventListener("abort", begin);
    clearTimeout(timer);
  };
}
