import { fileURLToPath } from "node:url";
import { Worker } from "node:worker_threads";
import { openSegments, type ByteSource, type SegmentPath } from "@/lib/pdf/syntax/byte-source";
import { carryError, type ChildMessage, type ChildRequest } from "./child-jobs";

interface ServedJobs {
  perform: (request: ChildRequest) => Promise<unknown>;
  /** Whether later results of this process can no longer be trusted, regardless of the job's outcome. */
  isUnsound?: () => boolean;
  /** The process ends itself above this size. */
  maxResidentBytes: number;
  /** Above this size, the next job gets a fresh process. */
  recycleAboveBytes: number;
}

/**
 * Makes this process a killable child: it reports when it is ready, runs one job at a time, and ends with its parent
 * or at its memory limit.
 */
export function serveJobs({ perform, isUnsound, maxResidentBytes, recycleAboveBytes }: ServedJobs): void {
  // Ctrl-C reaches the whole process group. A job in progress is finished, and the end of the parent ends this
  // process.
  process.on("SIGINT", () => undefined);
  process.on("SIGTERM", () => undefined);
  process.on("disconnect", () => process.exit(0));

  // The parent may have just exited.
  const tell = (message: ChildMessage): void => void process.send?.(message, undefined, undefined, () => undefined);

  const jobs = new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT);
  const running = new Int32Array(jobs);

  const answer = async (request: ChildRequest): Promise<void> => {
    Atomics.add(running, 0, 1);
    Atomics.notify(running, 0);
    const outcome = await perform(request).then(
      (output) => ({ ok: true as const, output }),
      (error: unknown) => ({ ok: false as const, error: carryError(error) }),
    );
    Atomics.sub(running, 0, 1);
    // After a trap the state of the WASM module is undefined.
    const unsound = isUnsound?.() === true || (!outcome.ok && outcome.error.kind === "defect");
    tell({ ...outcome, ready: false, spent: unsound || process.memoryUsage.rss() > recycleAboveBytes });
  };
  process.on("message", (request) => void answer(request as ChildRequest));

  const watchdog = fileURLToPath(new URL("./pdf-watchdog.mjs", import.meta.url));
  new Worker(watchdog, { workerData: { parent: process.ppid, maxResidentBytes, jobs } }).unref();
  tell({ ready: true });
}

/** Opens a file for one job and always closes it. */
export async function withSegments<T>(
  segments: readonly SegmentPath[],
  use: (source: ByteSource) => T | Promise<T>,
): Promise<T> {
  const source = openSegments(segments);
  try {
    return await use(source);
  } finally {
    source.close();
  }
}
