import type { Readable } from "node:stream";
import { uuidSource } from "@/lib/platform/ids";
import { dayMs } from "@/lib/platform/locale/format";
import { sharedError } from "@/lib/platform/next/process-wide";

/** Bytes to store: in memory, in pieces, or streamed. */
export type BlobBytes = Uint8Array | Iterable<Uint8Array> | AsyncIterable<Uint8Array>;

/** A blob as the caller's rows describe it. */
export interface ExpectedBlob {
  key: BlobKey;
  size: number;
}

/** A blob as a local file. */
export interface PlacedBlob {
  path: string;
  size: number;
}

/** Byte offsets from 0, both inclusive, as in HTTP. */
export interface ByteRange {
  start: number;
  end: number;
}

/**
 * Received bytes that are read only once, such as a request body. The caller discards them. Leftovers are swept after a
 * day.
 */
export interface PassingBytes {
  readonly path: string;
  discard(): Promise<void>;
}

/**
 * Received bytes that do not belong to a file yet. The caller adopts or discards them. Leftovers are swept after a day.
 */
export interface StagedBlob {
  /** Current path of the bytes, for the engine. */
  readonly path: string;
  readonly size: number;
  /** Lower-case hexadecimal. */
  readonly sha256: string;
  /** Stores the bytes durably as the blob `key`. Throws `integrity` if the key does not match the bytes. */
  adopt(key: BlobKey): Promise<void>;
  /** Removes the bytes. Harmless after `adopt`. */
  discard(): Promise<void>;
}

/**
 * Immutable bytes, stored per file and named by the SHA-256 of their content. Every method throws TypeError for a
 * malformed key, and `BlobError` as described. A remote store throws `unavailable` from every method after its last
 * attempt, a folder for errors that may pass and for writes that are refused. Do not call any of them inside a database
 * transaction.
 */
export interface BlobStore {
  /**
   * Stores bytes durably (file and folder synced). Storing the same bytes again is harmless. Throws `storage_full`, and
   * `integrity` if the key does not match the bytes.
   */
  put(key: BlobKey, bytes: BlobBytes): Promise<{ size: number; sha256: string }>;
  /**
   * Receives an upload and hashes it while it arrives. Throws `too_large` beyond `maxBytes`, `storage_full`, and any
   * error of the source. After an error nothing is left behind.
   */
  stage(bytes: BlobBytes, options: { maxBytes: number }): Promise<StagedBlob>;
  /** Receives temporary bytes, which are neither hashed nor synced. Throws what `stage` throws. */
  receive(bytes: BlobBytes, options: { maxBytes: number }): Promise<PassingBytes>;
  /** Takes over a file that the engine wrote next to a staged one. */
  stageFile(path: string): Promise<StagedBlob>;
  /**
   * Runs `use` with each blob as a local file, for the engine. The files stay until `use` ends, and their paths stay
   * the same for the lifetime of this process. A remote store throws `integrity` for missing or wrong bytes. A folder
   * store does not check.
   */
  withFiles<Value>(
    blobs: readonly ExpectedBlob[],
    use: (files: readonly PlacedBlob[]) => Promise<Value>,
  ): Promise<Value>;
  /** Throws `integrity` when the blob is missing or cannot be read. */
  size(key: BlobKey): Promise<number>;
  /** True also for a blob that is there but cannot be read. */
  has(key: BlobKey): Promise<boolean>;
  /** The bytes as they are now. Throws `integrity` when the blob is missing or cannot be read, also while it is read. */
  open(key: BlobKey): Promise<Readable>;
  /**
   * The blobs as one stream (a file is base + tails). Every blob's size is checked before the first byte is sent.
   * Throws `integrity`.
   */
  openAll(blobs: readonly ExpectedBlob[], range?: ByteRange): Promise<Readable>;
  /**
   * Reads every blob, as `openAll` and `withFiles` would, and compares its size and SHA-256. Throws `integrity` for the
   * first blob that is missing, truncated, changed or swapped.
   */
  verifySegments(blobs: readonly ExpectedBlob[]): Promise<void>;
  /** Like `verifySegments`, bypassing local copies. */
  verifyStored(blob: ExpectedBlob): Promise<void>;
  remove(key: BlobKey): Promise<void>;
  /** Every blob written before `olderThan`. */
  list(olderThan: Date): AsyncIterable<BlobKey>;
  /**
   * Moves orphans to the trash for 7 days. If too many blobs are unknown, moves only leftovers of known documents
   * (`findOrphans`), and deletes nothing from the trash.
   */
  sweepOrphans(request: SweepRequest): Promise<SweepOutcome>;
  /**
   * The line that identifies the owner of this store (lib/documents/storage/pair-storage.ts), or null if it is
   * unclaimed.
   */
  readOwner(): Promise<string | null>;
  /** Writes the line durably. */
  writeOwner(line: string): Promise<void>;
  /**
   * Writes the line if the store is unclaimed, and returns whether the store now belongs to this owner. Of several
   * concurrent claims, one wins. If the disk has no conditional writes, the last one wins. A bucket's claim takes 3
   * seconds, after which a concurrent claim has overwritten it or has failed.
   */
  claimOwner(line: string): Promise<boolean>;
  /** Throws if the store is not writable. Used by the readiness check. */
  check(): Promise<void>;
  /** Free and total bytes of the local disk that holds blobs or uploads. */
  space(): Promise<{ freeBytes: number; totalBytes: number }>;
  /** Closes connections and timers. */
  close(): Promise<void>;
}

/**
 * The key of a blob: `{file uuid}/{sha256}`. Keys are never shared between files, so erasing one file cannot affect
 * another.
 */
export type BlobKey = string;

const keyPattern = new RegExp(`^${uuidSource}/[0-9a-f]{64}$`);

/** Throws TypeError unless both parts are lower-case hexadecimal, so that user input cannot end up in a path. */
export function blobKey(fileUuid: string, sha256: string): BlobKey {
  return assertBlobKey(`${fileUuid}/${sha256}`);
}

export function assertBlobKey(key: string): BlobKey {
  if (!keyPattern.test(key)) {
    throw new TypeError("not a blob key");
  }
  return key;
}

export function isBlobKey(key: string): boolean {
  return keyPattern.test(key);
}

/** Whether a folder with this name may hold blobs. */
export function isBlobFolder(name: string): boolean {
  return isBlobKey(`${name}/${"0".repeat(64)}`);
}

/** The uuid of the file that the blob belongs to. */
export function fileOfKey(key: BlobKey): string {
  return key.slice(0, key.indexOf("/"));
}

/** The expected hash of the blob's bytes. */
export function hashOfKey(key: BlobKey): string {
  return key.slice(key.indexOf("/") + 1);
}

/**
 * `integrity`: a blob is missing or cannot be read, or its bytes are not those that were stored (409
 * `integrity_error`).
 * `storage_full`: the disk is full, and no partial file is left (507).
 * `too_large`: more bytes arrived than allowed (413).
 * `unavailable`: the store is unreachable, refuses the request or cannot be written (503), so the state of the blob is
 * unknown.
 */
type BlobErrorCode = "integrity" | "storage_full" | "too_large" | "unavailable";

/** The stored blob that an `integrity` error is about. */
interface BlobDamage {
  key: BlobKey;
  problem: "missing" | "altered";
}

export class BlobError extends sharedError("BlobError") {
  readonly damage: BlobDamage | null;

  constructor(
    readonly code: BlobErrorCode,
    readonly detail: string,
    { cause, damage = null }: { cause?: unknown; damage?: BlobDamage | null } = {},
  ) {
    super(`${code}: ${detail}`, { cause });
    this.name = "BlobError";
    this.damage = damage;
  }
}

/** `integrity` of a stored blob. */
export function damagedBlob(
  key: BlobKey,
  problem: BlobDamage["problem"],
  detail: string,
  options?: { cause: unknown },
): BlobError {
  return new BlobError("integrity", `blob ${key} ${detail}`, { ...options, damage: { key, problem } });
}

/** Of one file: reading it fails until somebody corrects its owner, mode or type. */
const unreadable = new Set(["EACCES", "EPERM", "EISDIR", "ELOOP", "ENOTDIR", "ENXIO"]);
/** Of the disk, its network or the machine: the same call may succeed later. */
const passing = new Set(["EIO", "ESTALE", "EBUSY", "EAGAIN", "EMFILE", "ENFILE", "ENOMEM"]);

/**
 * Of a failed write. ENOSPC, EDQUOT and EFBIG become `storage_full`, refusals of the file system `unavailable`. Other
 * errors are returned unchanged.
 */
export function storageError(error: unknown): unknown {
  const code = systemCode(error);
  if (code === "ENOSPC" || code === "EDQUOT" || code === "EFBIG") {
    return new BlobError("storage_full", "no space is left in the document store", { cause: error });
  }
  if (code === "EROFS" || unreadable.has(code) || passing.has(code)) {
    return new BlobError("unavailable", "the system refuses to write to the document store", { cause: error });
  }
  return error;
}

/**
 * Of a failed read of a stored blob. A blob that is missing or cannot be read becomes `integrity`, a failure that may
 * pass `unavailable`. Other errors are returned unchanged.
 */
export function readError(key: BlobKey, error: unknown): unknown {
  const code = systemCode(error);
  if (code === "ENOENT") return damagedBlob(key, "missing", "is missing", { cause: error });
  if (unreadable.has(code)) return damagedBlob(key, "altered", "cannot be read", { cause: error });
  if (passing.has(code)) return new BlobError("unavailable", `blob ${key} cannot be read now`, { cause: error });
  return error;
}

/** `unreadable`: the file is there, but the system refuses to read it. Its bytes may be intact. */
export type BlobProblem = "missing" | "altered" | "unreadable";

/**
 * The problem of a single blob according to the error of its reader, or null for an error that says nothing about this
 * blob. A bad sector (EIO) is one, although its readers are answered `unavailable`.
 */
export function blobProblemOf(error: unknown): BlobProblem | null {
  if (!(error instanceof BlobError)) return null;
  const code = systemCode(error.cause);
  if (error.code === "unavailable") return code === "EIO" ? "unreadable" : null;
  if (error.code !== "integrity") return null;
  if (unreadable.has(code)) return "unreadable";
  return error.damage?.problem ?? "altered";
}

export function isNotFound(error: unknown): boolean {
  return systemCode(error) === "ENOENT";
}

function systemCode(error: unknown): string {
  return error instanceof Error && "code" in error ? String(error.code) : "";
}

/**
 * `stopped`: more than 5 % of the blobs are unknown to the database, which points to another problem. These `orphans`
 * stay.
 */
export type SweepOutcome =
  | { kind: "swept"; trashed: number; removed: number }
  | { kind: "stopped"; orphans: number; total: number };

export interface SweepRequest {
  /**
   * The keys in the database, queried a thousand at a time because all keys of a large instance do not fit into memory.
   */
  known: (keys: readonly BlobKey[]) => Promise<ReadonlySet<BlobKey>>;
  /**
   * Those of a thousand orphans that a row proves to be leftovers: their document or template is deleted, or has its
   * other blobs. A database of other documents would not recognise them.
   */
  recognised: (keys: readonly BlobKey[]) => Promise<ReadonlySet<BlobKey>>;
  /** An operator has confirmed that the database is right, so any number may be unknown to it. */
  isConfirmed?: boolean;
  /** Newer blobs stay, because their rows may not be committed yet. */
  olderThan: Date;
  now: Date;
}

export const trashMilliseconds = 7 * dayMs;
/** Crashes and lost races leave a few orphans. A wrong or restored database makes more documents look like orphans. */
const largestShare = 0.05;
const batchLength = 1000;

interface Orphans {
  keys: BlobKey[];
  stopped: Extract<SweepOutcome, { kind: "stopped" }> | null;
}

/**
 * The listed blobs that are not in the database. If more than 5 % of all blobs are unknown, whatever their number, the
 * unknown ones are not among `keys`: a document that a set-back database lost cannot be told from the leftover of an
 * interrupted upload.
 */
export async function findOrphans(
  listed: AsyncIterable<BlobKey>,
  { known, recognised, isConfirmed = false }: Pick<SweepRequest, "known" | "recognised" | "isConfirmed">,
): Promise<Orphans> {
  const leftovers: BlobKey[] = [];
  const unknown: BlobKey[] = [];
  let total = 0;
  for await (const keys of inBatches(listed)) {
    total += keys.length;
    const named = await known(keys);
    const orphans = keys.filter((key) => !named.has(key));
    const ours = orphans.length === 0 ? named : await recognised(orphans);
    for (const key of orphans) (ours.has(key) ? leftovers : unknown).push(key);
  }
  if (isConfirmed || unknown.length <= largestShare * total) return { keys: [...leftovers, ...unknown], stopped: null };
  return { keys: leftovers, stopped: { kind: "stopped", orphans: unknown.length, total } };
}

/** A thousand at a time. */
export async function* inBatches(keys: AsyncIterable<BlobKey>): AsyncGenerator<BlobKey[]> {
  let batch: BlobKey[] = [];
  for await (const key of keys) {
    batch.push(key);
    if (batch.length < batchLength) continue;
    yield batch;
    batch = [];
  }
  if (batch.length > 0) yield batch;
}
