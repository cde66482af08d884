const LEAST = 1024;
const MOST = 1 << 20;
/** Text and fonts inflate to two to four times their size. */
const USUAL_RATIO = 4;

/**
 * The `chunkSize` for `inflateSync`, in bytes: the usual result fits one piece, so that no pieces are joined, and a short stream takes no 16 KiB.
 * A file of its own because three readers of deflated data share it.
 */
export function inflateChunk(deflatedBytes: number): number {
  return Math.min(MOST, Math.max(LEAST, deflatedBytes * USUAL_RATIO));
}
