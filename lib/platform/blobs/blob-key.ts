/** The key of a blob: `{file uuid}/{sha256}`. Never shared between files, so that erasing one file cannot affect another. */
export type BlobKey = string;

const keyPattern = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}\/[0-9a-f]{64}$/;

/** Throws TypeError unless both parts are lower-case hexadecimal, so that no user input becomes part of a path by accident. */
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

/** Whether a folder of this name may hold blobs. */
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
 * `integrity`: a blob is missing, or its bytes are not those that were stored (409 `integrity_error`).
 * `storage_full`: the disk is full, nothing half-written stays (507).
 * `too_large`: more bytes arrived than allowed (413).
 * `unavailable`: the store cannot be reached, or refuses (503); nothing is known of the blob.
 */
type BlobErrorCode = "integrity" | "storage_full" | "too_large" | "unavailable";

export class BlobError extends Error {
  constructor(
    readonly code: BlobErrorCode,
    readonly detail: string,
    options?: { cause: unknown },
  ) {
    super(`${code}: ${detail}`, options);
    this.name = "BlobError";
  }
}

/** ENOSPC, EDQUOT and EFBIG become `storage_full`; other errors are returned unchanged. */
export function storageError(error: unknown): unknown {
  const code = error instanceof Error && "code" in error ? error.code : null;
  if (code === "ENOSPC" || code === "EDQUOT" || code === "EFBIG") {
    return new BlobError("storage_full", "no room is left where documents are kept", { cause: error });
  }
  return error;
}

export function isNotFound(error: unknown): boolean {
  return error instanceof Error && "code" in error && error.code === "ENOENT";
}
