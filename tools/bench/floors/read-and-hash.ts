import { createHash } from "node:crypto";
import { closeSync, openSync, readSync } from "node:fs";

const chunk = Buffer.alloc(1024 * 1024);

/** The floor for reading a file: its bytes in chunks of 1 MiB, and their SHA-256. */
export function runFloor(file: string): void {
  const hash = createHash("sha256");
  const fd = openSync(file, "r");
  for (let count = readSync(fd, chunk); count > 0; count = readSync(fd, chunk)) {
    hash.update(chunk.subarray(0, count));
  }
  closeSync(fd);
  hash.digest();
}

/** Duration of a run in milliseconds. */
export function timed(run: () => void): number {
  const started = performance.now();
  run();
  return performance.now() - started;
}

export function medianOf(values: readonly number[]): number {
  return [...values].sort((one, other) => one - other)[Math.floor(values.length / 2)] ?? 0;
}
