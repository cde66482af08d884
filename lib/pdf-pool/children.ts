import { pdfiumProgram, pdfjsProgram, type ChildJobName, type ChildJobs, type ChildProgram, type SecondReaderJobName } from "./child-jobs";
import { KillableChild } from "./child-process";
import { EngineBusyError, EngineLostError } from "./engine-errors";

export interface Children<Jobs extends ChildJobName = ChildJobName> {
  run<Name extends Jobs>(job: Name, input: ChildJobs[Name]["input"], limitMs: number): Promise<ChildJobs[Name]["output"]>;
  /** Processes that are up. */
  pids(): number[];
  close(): void;
}

const maxWaiting = 256;
const idleMs = 60_000;

/**
 * Hands jobs to the first idle child, in the order they came. A job whose child was lost is done once more by a fresh one: jobs only
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
  const waiting: ((child: KillableChild) => void)[] = [];
  const timers = new Map<KillableChild, NodeJS.Timeout>();
  let isClosed = false;

  function take(): Promise<KillableChild> {
    // The one used last is warm, so it is taken first.
    const child = idle.pop();
    if (child) {
      clearTimeout(timers.get(child));
      return Promise.resolve(child);
    }
    if (waiting.length >= maxWaiting) {
      return Promise.reject(new EngineBusyError());
    }
    return new Promise((resolve) => waiting.push(resolve));
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
    async run(job, input, limitMs) {
      const child = await take();
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
