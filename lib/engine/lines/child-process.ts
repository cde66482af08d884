import { fork, type ChildProcess } from "node:child_process";
import path from "node:path";
import { PdfError } from "@/lib/pdf/syntax/errors";
import {
  memoryError,
  pdfiumProgram,
  rebuildError,
  type ChildAnswer,
  type ChildJobName,
  type ChildJobs,
  type ChildMessage,
  type ChildProgram,
} from "./child-jobs";
import { EngineLostError, EngineTimeoutError } from "./waiting-line";

/** Limits the effect of memory leaks in PDFium. */
const recycleAfterJobs = 500;

/**
 * A busy machine may take seconds to start a process. That is not the file's fault, so it does not count towards the
 * job's time limit.
 */
const startLimitMs = 10_000;

type Failure = PdfError | EngineLostError | EngineTimeoutError;
type Outcome = ChildAnswer | Failure;

interface Running {
  process: ChildProcess;
  /** Resolves once the child can take jobs. Never resolves if the child dies before. */
  ready: Promise<void>;
  /** The child was given a job, which may therefore be the cause of its death. */
  isAtWork: boolean;
  jobs: number;
}

/**
 * A child process that is started on demand and does one job at a time. It is killed at the job's time limit, kills
 * itself at its memory limit (child-watchdog.ts), and is replaced when it has grown too large or has done many jobs.
 */
export class KillableChild {
  private running: Running | null = null;
  private settle: ((outcome: Outcome) => void) | null = null;

  constructor(
    private readonly distDir: string,
    private readonly program: ChildProgram = pdfiumProgram,
  ) {}

  /** Null while no process is running. */
  get pid(): number | null {
    return this.running?.process.pid ?? null;
  }

  /**
   * Throws the job's own error, `too_large` when the child ran out of memory or untrusted bytes exceeded the time
   * limit, EngineTimeoutError when a page of an accepted file exceeded it, `damaged` when the child crashed, and
   * EngineLostError when it could not be started or was ended from outside.
   */
  async run<Name extends ChildJobName>(
    job: Name,
    input: ChildJobs[Name]["input"],
    limitMs: number,
  ): Promise<ChildJobs[Name]["output"]> {
    const running = this.running ?? this.start();
    running.jobs += 1;
    keepAlive(running.process, true);
    const outcome = await this.ask(running, { job, input }, limitMs);
    // An idle child must not keep a script from exiting.
    keepAlive(running.process, false);
    if (outcome instanceof Error) {
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

  /** Starts the process in advance, so that the next job finds it ready. */
  warm(): void {
    if (!this.running) keepAlive(this.start().process, false);
  }

  stop(): void {
    this.endWith(new EngineLostError("it was stopped"));
  }

  private async ask(
    running: Running,
    request: { job: ChildJobName; input: unknown },
    limitMs: number,
  ): Promise<Outcome> {
    const outcome = new Promise<Outcome>((resolve) => (this.settle = resolve));
    const timer = new JobTimer((error) => this.endWith(error));
    timer.restart(startLimitMs, new EngineLostError("it takes too long to start"));
    await Promise.race([running.ready, outcome]);
    if (this.running === running) {
      running.isAtWork = true;
      timer.restart(limitMs, lateness(request.job, limitMs));
      running.process.send(request, () => undefined);
    }
    const settled = await outcome;
    timer.stop();
    this.settle = null;
    return settled;
  }

  private endWith(error: Failure): void {
    const ended = this.running;
    this.running = null;
    ended?.process.kill("SIGKILL");
    this.settle?.(error);
  }

  private start(): Running {
    const child = forkChild(path.join(this.distDir, this.program.bundle), this.program.nodeOptions);
    const ready = new Promise<void>((resolve) => {
      child.on("message", (message: ChildMessage) => {
        if (message.ready) resolve();
        // Ignores the late answer of a process that was ended while the next job already waits for another process.
        else if (this.running === running) this.settle?.(message);
      });
    });
    const running: Running = { process: child, ready, isAtWork: false, jobs: 0 };
    const gone = (error: PdfError | EngineLostError) => {
      if (this.running === running) {
        this.running = null;
        this.settle?.(error);
      }
    };
    child.on("error", () => gone(new EngineLostError("it cannot be started")));
    child.on("exit", (code, signal) =>
      gone(running.isAtWork ? deathOf(code, signal) : new EngineLostError("it ended while it started")),
    );
    this.running = running;
    return running;
  }
}

class JobTimer {
  private timer: NodeJS.Timeout | undefined;

  constructor(private readonly onEnd: (error: Failure) => void) {}

  restart(limitMs: number, error: Failure): void {
    this.stop();
    this.timer = setTimeout(() => this.onEnd(error), limitMs);
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
 * The child gets no environment, so that a process that reads untrusted bytes has no secret to leak. The path is
 * passed whole because `next build` tries to bundle any file whose path is joined here.
 */
function forkChild(file: string, nodeOptions: readonly string[]): ChildProcess {
  return fork(file, [], {
    env: { NODE_ENV: "production" },
    execArgv: [...nodeOptions],
    serialization: "advanced",
    stdio: ["ignore", "ignore", "ignore", "ipc"],
  });
}

/** Jobs that read untrusted bytes for the first time. All other jobs work on documents that were accepted before. */
const ofStrangers: ReadonlySet<ChildJobName> = new Set<ChildJobName>([
  "repair",
  "normaliseImage",
  "cleanImage",
  "drawLogo",
  "cleanOffice",
  "writeArticle",
  "unpackPictures",
  "preparePicture",
  "writePictures",
]);

/**
 * The error for a timeout. An untrusted file or image is itself at fault. For an accepted document, the machine is
 * busy.
 */
export function lateness(job: ChildJobName, limitMs: number): PdfError | EngineTimeoutError {
  return ofStrangers.has(job)
    ? new PdfError("too_large", `reading it takes longer than ${limitMs} ms`)
    : new EngineTimeoutError(job, limitMs);
}

/**
 * The watchdog's signal. SIGKILL would be ambiguous: the operating system or an operator also sends it when the file
 * is not at fault.
 */
export const memorySignal = "SIGUSR2";

/** Signals of a process that crashed. */
const faults = new Set<NodeJS.Signals>(["SIGSEGV", "SIGABRT", "SIGBUS", "SIGILL", "SIGFPE", "SIGTRAP"]);

/**
 * Maps the end of a busy child to the outcome of its job: a refusal of the file, or a loss that another child can
 * retry.
 */
function deathOf(exitCode: number | null, signal: NodeJS.Signals | null): PdfError | EngineLostError {
  if (signal === memorySignal) {
    return memoryError();
  }
  const isFault = signal === null ? exitCode !== 0 : faults.has(signal);
  return isFault
    ? new PdfError("damaged", "the process that reads it crashed")
    : new EngineLostError(signal ?? "it ended");
}
