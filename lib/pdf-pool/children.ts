import {
  pdfiumProgram,
  pdfjsProgram,
  type ChildJobName,
  type ChildJobs,
  type ChildProgram,
  type SecondReaderJobName,
} from "./child-jobs";
import { KillableChild } from "./child-process";
import { EngineBusyError, EngineLostError } from "./engine-errors";
import { FairQueue, type Turn } from "./fair-queue";

export interface Children<Jobs extends ChildJobName = ChildJobName> {
  /** Jobs without a turn are the engine's own. Throws EngineBusyError when too many wait, and when the caller of a waiting job leaves. */
  run<Name extends Jobs>(
    job: Name,
    input: ChildJobs[Name]["input"],
    limitMs: number,
    turn?: Turn,
  ): Promise<ChildJobs[Name]["output"]>;
  /** Processes that are up. */
  pids(): number[];
  close(): void;
}

const maxWaiting = 256;
/** A page in sight asks for seven pictures at once. */
const maxWaitingPerCaller = 64;
const ownTurn: Turn = { caller: "", file: "" };
const idleMs = 60_000;

/**
 * Hands jobs to the first idle child; where none is idle, callers take turns. A job whose child was lost is done once more by a fresh one: jobs only
 * read, or write a file anew. A child that idled for a minute is ended: it holds about 90 MB.
 */
export function startChildren(distDir: string, count: number): Children {
  return startPrograms(distDir, pdfiumProgram, count);
}

/** The same for pdf.js, which reads and draws pages a second time. Its process holds about 150 MB. */
export function startSecondReaders(distDir: string, count: number): Children<SecondReaderJobName> {
  return startPrograms(distDir, pdfjsProgram, count);
}

function startPrograms(distDir: string, program: ChildProgram, count: number): Children {
  const all = Array.from({ length: count }, () => new KillableChild(distDir, program));
  const idle = [...all];
  const waiting: Waiting = new FairQueue();
  const timers = new Map<KillableChild, NodeJS.Timeout>();
  let isClosed = false;

  function take(turn: Turn): Promise<KillableChild> {
    // The one used last is warm, so it is taken first.
    const child = idle.pop();
    if (child) {
      clearTimeout(timers.get(child));
      return Promise.resolve(child);
    }
    return isFull(waiting, turn) ? Promise.reject(new EngineBusyError()) : waitFor(waiting, turn);
  }

  function give(child: KillableChild): void {
    const next = waiting.shift();
    if (next) {
      next(child);
      return;
    }
    idle.push(child);
    timers.set(child, setTimeout(() => child.stop(), idleMs).unref());
  }

  return {
    async run(job, input, limitMs, turn = ownTurn) {
      if (turn.left?.aborted) throw new EngineBusyError();
      const child = await take(turn);
      try {
        return await child.run(job, input, limitMs).catch((error: unknown) => {
          if (isClosed || !(error instanceof EngineLostError)) throw error;
          return child.run(job, input, limitMs);
        });
      } finally {
        give(child);
      }
    },
    pids: () => all.flatMap((child) => child.pid ?? []),
    close: () => {
      isClosed = true;
      all.forEach((child) => child.stop());
    },
  };
}

type Waiting = FairQueue<(child: KillableChild) => void>;

function isFull(waiting: Waiting, turn: Turn): boolean {
  return waiting.size >= maxWaiting || (turn !== ownTurn && waiting.sizeOf(turn.caller) >= maxWaitingPerCaller);
}

/** The next child whose turn it is. Throws EngineBusyError when the caller leaves before. */
function waitFor(waiting: Waiting, turn: Turn): Promise<KillableChild> {
  return new Promise((resolve, reject) => {
    const start = (child: KillableChild): void => {
      turn.left?.removeEventListener("abort", leave);
      resolve(child);
    };
    const leave = (): void => {
      waiting.remove(turn, start);
      reject(new EngineBusyError());
    };
    waiting.push(turn, start);
    turn.left?.addEventListener("abort", leave, { once: true });
  });
}
