import { threadId, type MessagePort } from "node:worker_threads";
import { move, transferableSymbol, valueSymbol } from "piscina";
import { openSegments, type ByteSource, type SegmentPath } from "@/lib/pdf/byte-source";
import { carryError } from "./lines/child-jobs";
import type { CmsReply, TaskAnswer, TaskNote } from "./lines/task-pool";
import { toMovable, withBuffers } from "./thread-values";

interface WorkerTask {
  input: unknown;
  port: MessagePort;
}

/** A CMS from the thread that holds the key. */
type AskForCms = (digest: Buffer) => Promise<Buffer>;

/** Wraps a task for the pool: reports its start, serialises its errors and transfers its result. */
export function workerTask<Input, Output>(work: (input: Input, askForCms: AskForCms) => Promise<Output> | Output) {
  return async ({ input, port }: WorkerTask) => {
    port.postMessage({ kind: "started", threadId } satisfies TaskNote);
    try {
      const output = toMovable(await work(withBuffers(input) as Input, (digest) => cmsOver(port, digest)));
      const answer: TaskAnswer = { ok: true, output: output.value };
      return move({ [transferableSymbol]: output.memory, [valueSymbol]: answer });
    } catch (error) {
      return { ok: false, error: carryError(error) } satisfies TaskAnswer;
    } finally {
      port.close();
    }
  };
}

function cmsOver(port: MessagePort, digest: Buffer): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    port.once("message", ({ cms }: CmsReply) =>
      cms ? resolve(Buffer.from(cms)) : reject(new Error("no CMS was made")),
    );
    port.postMessage({ kind: "digest", digest: new Uint8Array(digest) } satisfies TaskNote);
  });
}

/** Input of a task that works on one stored file. */
export interface FileTask<Spec> {
  segments: SegmentPath[];
  spec: Spec;
}

/** Opens a file for one piece of work, and closes it whatever happens. */
export async function withSource<T>(
  segments: readonly SegmentPath[],
  use: (source: ByteSource) => Promise<T> | T,
): Promise<T> {
  const source = openSegments(segments);
  try {
    return await use(source);
  } finally {
    source.close();
  }
}
