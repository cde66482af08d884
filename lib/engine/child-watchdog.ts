// A thread inside the killable child (dist/pdf-watchdog.mjs) that ends the process when it has grown too large or has
// lost its parent. It runs inside the child rather than in the parent, because there it needs neither /proc nor ps,
// is not delayed by a busy server, and still ends a child that is stuck in a long computation after the server was
// killed.
import { workerData } from "node:worker_threads";
import { memorySignal } from "./lines/child-process";

interface WatchdogData {
  parent: number;
  maxResidentBytes: number;
  /**
   * One 32-bit number: how many jobs the process is doing. When omitted, checks are always as frequent as during a
   * job.
   */
  jobs?: SharedArrayBuffer;
}

const { parent, maxResidentBytes, jobs } = workerData as WatchdogData;

/** Memory grows only during a job. Checking 50 times a second would cost an idle process 1 % of a core. */
const atWorkMs = 20;
const idleMs = 500;

function parentLives(): boolean {
  if (process.ppid !== parent) {
    return false;
  }
  try {
    // Windows still reports the old parent's number, so check whether that process exists.
    return process.kill(parent, 0);
  } catch {
    return false;
  }
}

let wasSignalled = false;

/**
 * Sends the signal that tells the parent the reason, or SIGKILL where that signal is unsupported (Windows) or was
 * ignored.
 */
function endTheProcess(): void {
  const signal = wasSignalled || process.platform === "win32" ? "SIGKILL" : memorySignal;
  wasSignalled = true;
  process.kill(process.pid, signal);
}

const running = jobs && new Int32Array(jobs);
const pause = new Int32Array(new SharedArrayBuffer(4));

/** This thread has nothing else to do, and blocking costs less than timers. The start of a job ends the longer wait. */
for (;;) {
  if (process.memoryUsage.rss() > maxResidentBytes || !parentLives()) endTheProcess();
  if (running && Atomics.load(running, 0) === 0) Atomics.wait(running, 0, 0, idleMs);
  else Atomics.wait(pause, 0, 0, atWorkMs);
}
