import type { Readable } from "node:stream";
import type { BlobKey } from "./blob-key";
import type { SweepOutcome, SweepRequest } from "./find-orphans";

/** Bytes to store: in hand, in pieces, or arriving. */
export type BlobBytes = Uint8Array | Iterable<Uint8Array> | AsyncIterable<Uint8Array>;

/** One blob as the caller's rows say it is. */
export interface ExpectedBlob {
  key: BlobKey;
  size: number;
}

/** A blob as a file of this machine. */
export interface PlacedBlob {
  path: string;
  size: number;
}

/** Bytes counted from 0, both ends counted in, as in HTTP. */
export interface ByteRange {
  start: number;
  end: number;
}

/** Bytes received but not yet part of any file. The caller adopts or discards them; what it forgets is swept after a day. */
export interface StagedBlob {
  /** Where they lie now, for the engine to look at. */
  readonly path: string;
  readonly size: number;
  /** Lower-case hexadecimal. */
  readonly sha256: string;
  /** Makes them the blob `key`, durably. Throws `integrity` when the key names other bytes. */
  adopt(key: BlobKey): Promise<void>;
  /** Removes them; harmless after `adopt`. */
  discard(): Promise<void>;
}

/**
 * Immutable bytes, kept under the file they belong to and named by the SHA-256 of their content.
 * Every method throws TypeError for a malformed key, and `BlobError` as said at each; a store on another machine throws `unavailable` from
 * every method once its tries are over. Call none of them in a transaction of the database.
 */
export interface BlobStore {
  /** Stores bytes durably (file and folder synced). Storing the same again is harmless. Throws `storage_full`, and `integrity` when the key names other bytes. */
  put(key: BlobKey, bytes: BlobBytes): Promise<{ size: number; sha256: string }>;
  /** Receives an upload, hashing on the way. Throws `too_large` beyond `maxBytes`, `storage_full`, and what the source throws; nothing stays behind then. */
  stage(bytes: BlobBytes, options: { maxBytes: number }): Promise<StagedBlob>;
  /** Takes over a file that the engine wrote beside a staged one. */
  stageFile(path: string): Promise<StagedBlob>;
  /**
   * Runs `use` with each blob as a file of this machine, for the engine. The files stay until `use` ends and keep their paths while this
   * process lives. A store on another machine throws `integrity` for bytes that are missing or others; a folder does not look.
   */
  withFiles<Value>(
    blobs: readonly ExpectedBlob[],
    use: (files: readonly PlacedBlob[]) => Promise<Value>,
  ): Promise<Value>;
  /** Throws `integrity` when the blob is missing. */
  size(key: BlobKey): Promise<number>;
  has(key: BlobKey): Promise<boolean>;
  /** The blob as it lies in the store, past any copy on this machine, for checks and moves. Throws `integrity` when it is missing; bytes are not compared. */
  open(key: BlobKey): Promise<Readable>;
  /** The blobs as one stream: a file is base + tails. Every blob is measured before the first byte leaves. Throws `integrity`. */
  openAll(blobs: readonly ExpectedBlob[], range?: ByteRange): Promise<Readable>;
  /** Reads every blob, as `openAll` and `withFiles` would, and compares its size and SHA-256. Throws `integrity` naming the first that is missing, cut, flipped or swapped. */
  verifySegments(blobs: readonly ExpectedBlob[]): Promise<void>;
  /** As `verifySegments`, past any copy on this machine. */
  verifyStored(blob: ExpectedBlob): Promise<void>;
  remove(key: BlobKey): Promise<void>;
  /** Every blob written before `olderThan`. */
  list(olderThan: Date): AsyncIterable<BlobKey>;
  /** Moves orphans to the trash for 7 days; stops, and moves nothing, when more than 5 % of all blobs (and more than 10) look like orphans. */
  sweepOrphans(request: SweepRequest): Promise<SweepOutcome>;
  /** The line that says whose documents lie here (lib/documents/storage-owner.ts); null while nobody has claimed the store. */
  readOwner(): Promise<string | null>;
  /** Writes the line durably. */
  writeOwner(line: string): Promise<void>;
  /** Throws when nothing can be written here; for the readiness check. */
  check(): Promise<void>;
  /** Bytes of the disk of this machine that blobs or uploads lie on, those that are free to us and all. */
  space(): Promise<{ freeBytes: number; totalBytes: number }>;
  /** Ends connections and timers. */
  close(): Promise<void>;
}
