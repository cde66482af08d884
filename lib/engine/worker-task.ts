import { threadId, type MessagePort } from "node:worker_threads";
import { move, transferableSymbol, valueSymbol } from "piscina";
import { openSegments, type ByteSource, type SegmentPath } from "@/lib/pdf/syntax/byte-source";
import { carryError } from "./lines/child-jobs";
import type { CmsReply, TaskAnswer, TaskNote } from "./lines/task-pool";

interface WorkerTask {
  input: unknown;
  port: MessagePort;
}

/** Requests a CMS from the thread that holds the key. */
type AskForCms = (digest: Buffer) => Promise<Buffer>;

/** Wraps a task for the pool: it reports the start, serializes errors and transfers the result. */
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

/** Opens a file for one piece of work and always closes it. */
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

/** A value ready to leave this thread. Its bytes own their memory, so that they are transferred instead of copied. */
interface MovableValue {
  value: unknown;
  memory: ArrayBuffer[];
}

/** Small Buffers share a memory block with others, so they are copied first. */
function toMovable(value: unknown): MovableValue {
  const memory: ArrayBuffer[] = [];
  const own = mapBytes(value, (bytes) => {
    const alone = bytes.byteLength === bytes.buffer.byteLength ? bytes : new Uint8Array(bytes);
    memory.push(alone.buffer as ArrayBuffer);
    return alone;
  });
  return { value: own, memory };
}

/** After a transfer, bytes are plain Uint8Arrays, but our code expects Buffers. */
export function withBuffers(value: unknown): unknown {
  return mapBytes(value, (bytes) => Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength));
}

/** Rebuilds plain objects and arrays with all byte arrays replaced. Dates and other values are returned unchanged. */
function mapBytes(value: unknown, replace: (bytes: Uint8Array) => Uint8Array): unknown {
  if (value instanceof Uint8Array) {
    return replace(value);
  }
  if (Array.isArray(value)) {
    return value.map((item) => mapBytes(item, replace));
  }
  if (isPlainObject(value)) {
    return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, mapBytes(member, replace)]));
  }
  return value;
}

function isPlainObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && Object.getPrototypeOf(value) === Object.prototype;
}
