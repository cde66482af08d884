// A thread inside the killable child (dist/pdf-watchdog.mjs). It ends the process when it has grown too large or lost its parent.
// It sits inside, and not in the parent, because there it needs neither /proc nor ps, is not delayed by a busy server,
// and still ends a child that is stuck in a long computation when the server was killed.
import { workerData } from "node:worker_threads";
import { memorySignal } from "./child-process";

const { parent, maxResidentBytes } = workerData as { parent: number; maxResidentBytes: number };

const intervalMs = 20;

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

let wasAsked = false;

/** Uses the signal that tells the parent why, or SIGKILL where that signal is unsupported (Windows) or was ignored. */
function endTheProcess(): void {
  const signal = wasAsked || process.platform === "win32" ? "SIGKILL" : memorySignal;
  wasAsked = true;
  process.kill(process.pid, signal);
}

setInterval(() => {
  if (process.memoryUsage.rss() > maxResidentBytes || !parentLives()) {
    endTheProcess();
  }
}, intervalMs);
