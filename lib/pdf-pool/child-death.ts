import { PdfError } from "@/lib/pdf/errors";
import { EngineLostError } from "./engine-errors";

/** How the watchdog ends its process. Not SIGKILL: that is how others end it, and what they do says nothing about the file. */
export const memorySignal = "SIGUSR2";

/** Signals of a process that broke by what it did. */
const faults = new Set<NodeJS.Signals>(["SIGSEGV", "SIGABRT", "SIGBUS", "SIGILL", "SIGFPE", "SIGTRAP"]);

/** What the end of a child that was at work means to its job: a refusal of the file, or a loss that another child may make good. */
export function deathOf(exitCode: number | null, signal: NodeJS.Signals | null): PdfError | EngineLostError {
  if (signal === memorySignal) {
    return new PdfError("too_large", "reading it takes more memory than it may");
  }
  const isFault = signal === null ? exitCode !== 0 : faults.has(signal);
  return isFault
    ? new PdfError("damaged", "the process that reads it crashed")
    : new EngineLostError(signal ?? "it ended");
}
