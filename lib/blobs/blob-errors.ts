/**
 * `integrity`: a blob is missing, or its bytes are not those that were stored (409 `integrity_error`).
 * `storage_full`: the disk is full, nothing half-written stays (507).
 * `too_large`: more bytes arrived than allowed (413).
 */
export type BlobErrorCode = "integrity" | "storage_full" | "too_large";

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

/** ENOSPC, EDQUOT and EFBIG become `storage_full`; other errors stay what they are. */
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
