import { createHash, getHashes, type Hash } from "node:crypto";
import type { ByteSource } from "@/lib/pdf/syntax/byte-source";
import { digestOptionsOf } from "./algorithms";

/** Small enough to stay in the processor's cache between reading and hashing. */
const chunkBytes = 128 * 1024;
/** Shared by all passes: no pass yields, so two passes cannot use it at once. */
let buffer: Buffer | null = null;

/** A requested digest over `[0, gapStart)` and `[gapEnd, end)`. */
export interface RangeRequest {
  digest: string;
  gapStart: number;
  gapEnd: number;
  end: number;
}

export interface RangeDigests {
  /** SHA-256 of the whole source. */
  file: Buffer;
  /** One for each request, in order. Null if it was not computed (an unknown digest, or the time was up). */
  digests: (Buffer | null)[];
  /** SHA-256 of `[0, end)` for each request, in order: the whole revision, including the gap. */
  revisions: (Buffer | null)[];
}

/** The chunk is overwritten after the call. */
export type OnPass = (chunk: Buffer, from: number) => void;

interface Running {
  hash: Hash;
  from: number;
  to: number;
}

/**
 * Hashes the whole file and every signature's ranges in one pass. All ranges start at 0, so signatures with the same
 * digest share one running hash, which is copied where each gap starts: only bytes after a gap are hashed again.
 * `mayGoOn(bytes)` is called before bytes are hashed again for a request. `onPass` receives every byte once, in
 * order.
 */
export function hashRanges(
  source: ByteSource,
  requests: readonly RangeRequest[],
  mayGoOn: (bytes: number) => boolean = () => true,
  onPass: OnPass | null = null,
): RangeDigests {
  const known = new Set(getHashes().map((name) => name.toLowerCase()));
  const usable = requests.filter((request) => known.has(request.digest) && mayGoOn(extraBytes(request)));
  const shared = sharedHashes(source.size, usable);
  const running = [...shared.values()];
  const own = new Map<RangeRequest, Running>();
  const ends = new Set(requests.map(({ end }) => end));
  const revisions = new Map<number, Buffer>();
  let from = 0;
  for (const stop of stopsOf(source.size, requests)) {
    update(source, running, [from, stop], onPass);
    from = stop;
    const whole = ends.has(stop) ? shared.get("sha256") : undefined;
    if (whole) {
      revisions.set(stop, whole.hash.copy().digest());
    }
    for (const request of usable) {
      if (request.gapStart !== stop || own.has(request)) {
        continue;
      }
      const base = shared.get(request.digest);
      if (!base) {
        continue;
      }
      const copy = { hash: base.hash.copy(digestOptionsOf(request.digest)), from: request.gapEnd, to: request.end };
      own.set(request, copy);
      running.push(copy);
    }
  }
  const file = shared.get("sha256")?.hash.digest() ?? Buffer.alloc(0);
  return {
    file,
    digests: requests.map((request) => own.get(request)?.hash.digest() ?? null),
    revisions: requests.map(({ end }) => revisions.get(end) ?? null),
  };
}

// The head is shared, and each request has its own tail. For SHA-256, the shared hash is computed anyway.
function extraBytes({ digest, gapStart, gapEnd, end }: RangeRequest): number {
  return end - gapEnd + (digest === "sha256" ? 0 : gapStart);
}

// One hash from the start of the file for each digest. SHA-256 continues to the end, because it is also the file's
// own hash.
function sharedHashes(size: number, requests: readonly RangeRequest[]): Map<string, Running> {
  const shared = new Map<string, Running>([["sha256", { hash: createHash("sha256"), from: 0, to: size }]]);
  for (const { digest, gapStart } of requests) {
    const running = shared.get(digest) ?? { hash: createHash(digest, digestOptionsOf(digest)), from: 0, to: 0 };
    running.to = Math.max(running.to, gapStart);
    shared.set(digest, running);
  }
  return shared;
}

function stopsOf(size: number, requests: readonly RangeRequest[]): number[] {
  const stops = new Set([size]);
  for (const { gapStart, gapEnd, end } of requests) {
    [gapStart, gapEnd, end].forEach((stop) => stops.add(stop));
  }
  return [...stops].sort((a, b) => a - b);
}

// The file's own hash covers it completely, so every byte passes here once.
function update(
  source: ByteSource,
  running: readonly Running[],
  [from, to]: [number, number],
  onPass: OnPass | null,
): void {
  const active = running.filter((entry) => entry.from <= from && entry.to >= to);
  forEachChunk(source, from, to, (chunk, offset) => {
    for (const entry of active) {
      entry.hash.update(chunk);
    }
    onPass?.(chunk, offset);
  });
}

function forEachChunk(source: ByteSource, from: number, to: number, use: OnPass): void {
  buffer ??= Buffer.allocUnsafeSlow(chunkBytes);
  for (let offset = from; offset < to;) {
    const wanted = buffer.subarray(0, Math.min(chunkBytes, to - offset));
    const count = source.readInto(wanted, offset);
    use(wanted.subarray(0, count), offset);
    offset += count;
  }
}

/** Feeds the bytes of a request's two ranges to `sink`, for the rare CMS without signed attributes. */
export function feedRanges(
  source: ByteSource,
  request: Omit<RangeRequest, "digest">,
  sink: (chunk: Buffer) => void,
): void {
  const ranges: [number, number][] = [
    [0, request.gapStart],
    [request.gapEnd, request.end],
  ];
  for (const [from, to] of ranges) {
    forEachChunk(source, from, to, sink);
  }
}
