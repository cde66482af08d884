import { fork, type ChildProcess } from "node:child_process";
import path from "node:path";
import { PdfError } from "@/lib/pdf/errors";
import { rebuildError } from "./carried-error";
import type { ChildAnswer, ChildJobName, ChildJobs } from "./child-jobs";

/** Whatever leaks in PDFium is not let grow. */
const recycleAfterJobs = 500;

type Outcome = ChildAnswer | PdfError;

/**
 * A child process that is started on demand and does one job at a time. It is killed at the job's time limit,
 * kills itself at its memory limit (child-watchdog.ts), and is replaced when it has grown or served long.
 */
export class KillableChild {
  private process: ChildProcess | null = null;
  private jobs = 0;
  private settle: ((outcome: Outcome) => void) | null = null;

  constructor(private readonly distDir: string) {}

  /** Null while no process is up. */
  get pid(): number | null {
    return this.process?.pid ?? null;
  }

  /**
   * Throws what the job threw; `too_large` when the child was killed for its time or memory; `damaged` when it crashed.
   */
  async run<Name extends ChildJobName>(job: Name, input: ChildJobs[Name]["input"], limitMs: number): Promise<ChildJobs[Name]["output"]> {
    const outcome = await this.ask(job, input, limitMs);
    if (outcome instanceof PdfError) {
      throw outcome;
    }
    if (outcome.spent || this.jobs >= recycleAfterJobs) {
      this.stop();
    }
    if (!outcome.ok) {
      throw rebuildError(outcome.error);
    }
    return outcome.output as ChildJobs[Name]["output"];
  }

  stop(): void {
    const stopped = this.process;
    this.process = null;
    stopped?.kill("SIGKILL");
  }

  private async ask(job: ChildJobName, input: unknown, limitMs: number): Promise<Outcome> {
    const child = this.process ?? this.start();
    this.jobs += 1;
    child.ref();
    child.channel?.ref();
    let timer: NodeJS.Timeout | undefined;
    const outcome = await new Promise<Outcome>((resolve) => {
      this.settle = resolve;
      timer = setTimeout(() => resolve(this.outOfTime(limitMs)), limitMs);
      child.send({ job, input }, (error) => {
        if (error) {
          resolve(new PdfError("damaged", "the process that reads it is gone"));
        }
      });
    });
    clearTimeout(timer);
    this.settle = null;
    // An idle child does not keep a script from ending.
    child.unref();
    child.channel?.unref();
    return outcome;
  }

  private outOfTime(limitMs: number): PdfError {
    this.stop();
    return new PdfError("too_large", `reading it takes longer than ${limitMs} ms`);
  }

  private start(): ChildProcess {
    const child = forkChild(path.join(this.distDir, "pdf-child.mjs"));
    child.on("message", (answer) => this.settle?.(answer as ChildAnswer));
    child.on("error", () => undefined);
    child.on("exit", (_code, signal) => {
      if (this.process === child) {
        this.process = null;
        this.settle?.(deathOf(signal));
      }
    });
    this.process = child;
    this.jobs = 0;
    return child;
  }
}

/**
 * The child gets no environment: nothing secret can leak from a process that reads strangers' bytes.
 * It takes the whole path, because `next build` tries to bundle a file that it sees being put together here.
 */
function forkChild(file: string): ChildProcess {
  return fork(file, [], {
    env: { NODE_ENV: "production" },
    execArgv: ["--max-old-space-size=128"],
    serialization: "advanced",
    stdio: ["ignore", "ignore", "ignore", "ipc"],
  });
}

/** SIGKILL that was not ours is the watchdog's, or the system's for want of memory: the same to the caller. */
function deathOf(signal: NodeJS.Signals | null): PdfError {
  if (signal === "SIGKILL") {
    return new PdfError("too_large", "reading it takes more memory than it may");
  }
  return new PdfError("damaged", "the process that reads it crashed");
}
