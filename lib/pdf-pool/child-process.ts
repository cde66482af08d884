import { fork, type ChildProcess } from "node:child_process";
import path from "node:path";
import { PdfError } from "@/lib/pdf/errors";
import { rebuildError } from "./carried-error";
import type { ChildAnswer, ChildJobName, ChildJobs, ChildMessage } from "./child-jobs";

/** Whatever leaks in PDFium is not let grow. */
const recycleAfterJobs = 500;

/** A busy machine may take seconds to start a process; that is nobody's file's fault, so it does not count as the job's time. */
const startLimitMs = 10_000;

type Outcome = ChildAnswer | PdfError;

interface Running {
  process: ChildProcess;
  /** Fulfilled once the child can take jobs; never, when it dies before. */
  ready: Promise<void>;
  jobs: number;
}

/**
 * A child process that is started on demand and does one job at a time. It is killed at the job's time limit,
 * kills itself at its memory limit (child-watchdog.ts), and is replaced when it has grown or served long.
 */
export class KillableChild {
  private running: Running | null = null;
  private settle: ((outcome: Outcome) => void) | null = null;

  constructor(private readonly distDir: string) {}

  /** Null while no process is up. */
  get pid(): number | null {
    return this.running?.process.pid ?? null;
  }

  /**
   * Throws what the job threw; `too_large` when the child was killed for its time or memory; `damaged` when it crashed.
   */
  async run<Name extends ChildJobName>(job: Name, input: ChildJobs[Name]["input"], limitMs: number): Promise<ChildJobs[Name]["output"]> {
    const running = this.running ?? this.start();
    running.jobs += 1;
    keepAlive(running.process, true);
    const outcome = await this.ask(running, { job, input }, limitMs);
    // An idle child does not keep a script from ending.
    keepAlive(running.process, false);
    if (outcome instanceof PdfError) {
      throw outcome;
    }
    if (outcome.spent || running.jobs >= recycleAfterJobs) {
      this.stop();
    }
    if (!outcome.ok) {
      throw rebuildError(outcome.error);
    }
    return outcome.output as ChildJobs[Name]["output"];
  }

  stop(): void {
    this.endWith(new PdfError("damaged", "the process that reads it was stopped"));
  }

  private async ask(running: Running, request: { job: ChildJobName; input: unknown }, limitMs: number): Promise<Outcome> {
    const outcome = new Promise<Outcome>((resolve) => (this.settle = resolve));
    const timer = new JobTimer((detail) => this.endWith(new PdfError("too_large", detail)));
    timer.restart(startLimitMs, "it cannot be read now");
    await Promise.race([running.ready, outcome]);
    if (this.running === running) {
      timer.restart(limitMs, `reading it takes longer than ${limitMs} ms`);
      running.process.send(request, () => undefined);
    }
    const settled = await outcome;
    timer.stop();
    this.settle = null;
    return settled;
  }

  private endWith(error: PdfError): void {
    const ended = this.running;
    this.running = null;
    ended?.process.kill("SIGKILL");
    this.settle?.(error);
  }

  private start(): Running {
    const child = forkChild(path.join(this.distDir, "pdf-child.mjs"));
    const ready = new Promise<void>((resolve) => {
      child.on("message", (message: ChildMessage) => (message.ready ? resolve() : this.settle?.(message)));
    });
    const running: Running = { process: child, ready, jobs: 0 };
    const gone = (error: PdfError) => {
      if (this.running === running) {
        this.running = null;
        this.settle?.(error);
      }
    };
    child.on("error", () => gone(new PdfError("damaged", "the process that reads it cannot be started")));
    child.on("exit", (_code, signal) => gone(deathOf(signal)));
    this.running = running;
    return running;
  }
}

class JobTimer {
  private timer: NodeJS.Timeout | undefined;

  constructor(private readonly onEnd: (detail: string) => void) {}

  restart(limitMs: number, detail: string): void {
    this.stop();
    this.timer = setTimeout(() => this.onEnd(detail), limitMs);
  }

  stop(): void {
    clearTimeout(this.timer);
  }
}

function keepAlive(child: ChildProcess, wanted: boolean): void {
  if (wanted) {
    child.ref();
    child.channel?.ref();
  } else {
    child.unref();
    child.channel?.unref();
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
