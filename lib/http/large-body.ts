import { readFile } from "node:fs/promises";
import type { Ctx } from "@/lib/context";
import { makePlaces } from "./places";

/** Below this a body is held in memory as it arrives. */
const smallBytes = 1024 * 1024;

/**
 * A body of 35 MiB is about 100 MB of memory until its operation is done: its bytes, its text, and what is made of them. With two
 * at once the process stays below 512 MB; whoever waits does so with the body on disk.
 */
const places = makePlaces({ count: 2, patienceMs: 10_000 });

/** Whether it says that it is small; one that does not say may be large. */
export function isSmall(request: Request): boolean {
  const declared = request.headers.get("content-length");
  return declared !== null && Number(declared) <= smallBytes;
}

/**
 * Receives a body on disk, at the caller's pace and without holding anything, and works with its bytes once a place is free.
 * Throws `unavailable` when none was free in time, `storage_full`, and what the source and `work` throw.
 */
export async function withLargeBody<T>(
  { blobs }: Pick<Ctx, "blobs">,
  chunks: AsyncIterable<Uint8Array>,
  maxBytes: number,
  work: (bytes: Buffer) => Promise<T>,
): Promise<T> {
  const received = await blobs.stage(chunks, { maxBytes });
  try {
    // No `await` in between: a suspended function would keep the bytes until the work is done.
    return await places.hold(() => readFile(received.path).then(work));
  } finally {
    await received.discard();
  }
}
