import { PdfError } from "@/lib/pdf/errors";
import type { ChildJobName } from "./child-jobs";
import { EngineTimeoutError } from "./engine-errors";

/** Strangers' bytes, read for the first time. All other jobs are about documents that were taken in before. */
const ofStrangers: ReadonlySet<ChildJobName> = new Set<ChildJobName>(["repair", "normaliseImage", "cleanImage"]);

/** What it means that a child's job took too long: a stranger's file or picture is at fault itself; an accepted document meets a busy machine. */
export function lateness(job: ChildJobName, limitMs: number): PdfError | EngineTimeoutError {
  return ofStrangers.has(job)
    ? new PdfError("too_large", `reading it takes longer than ${limitMs} ms`)
    : new EngineTimeoutError(job, limitMs);
}
