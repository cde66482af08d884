import { BlobError } from "../blob-key";

/** An error response of the store. Contains the operation, the status and the store's code; never its message, which may repeat signed content. */
export class S3Error extends Error {
  constructor(
    readonly operation: string,
    readonly status: number,
    /** As `NoSuchKey`; empty where the answer had no body. */
    readonly code: string,
    readonly requestId: string,
  ) {
    super(`S3 ${operation}: ${status} ${code || "without a code"}${requestId ? ` (request ${requestId})` : ""}`);
    this.name = "S3Error";
  }
}

const retryableStatuses = new Set([408, 425, 429, 500, 502, 503, 504]);
const retryableCodes = new Set([
  "InternalError",
  "RequestTimeout",
  "ServiceUnavailable",
  "SlowDown",
  "OperationAborted",
]);

/** Whether the same request may succeed a moment later: the store is busy, or the connection broke. */
export function mayRetry(error: unknown): boolean {
  if (error instanceof S3Error) return retryableStatuses.has(error.status) || retryableCodes.has(error.code);
  return error instanceof ConnectionError;
}

/** Nothing arrived on a connection within the limit. */
export class IdleError extends Error {
  override readonly name = "IdleError";
}

/** The connection was refused, broke, or nothing moved on it for too long. Holds the code of the cause alone. */
export class ConnectionError extends Error {
  constructor(operation: string, cause: unknown) {
    super(`S3 ${operation}: ${causeOf(cause)}`);
    this.name = "ConnectionError";
  }
}

function causeOf(cause: unknown): string {
  if (cause instanceof Error && "code" in cause && typeof cause.code === "string") return cause.code;
  return cause instanceof IdleError ? "nothing arrived in time" : "the connection broke";
}

/** The key is not there. An absent bucket is a wrong configuration, not a missing document. */
export function isNoSuchKey(error: unknown): boolean {
  return error instanceof S3Error && error.status === 404 && error.code !== "NoSuchBucket";
}

/** Translates errors of the store to `unavailable`; other errors pass unchanged. */
export function toBlobError(error: unknown): unknown {
  if (error instanceof S3Error || error instanceof ConnectionError)
    return new BlobError("unavailable", "the store of documents does not answer as it should", { cause: error });
  return error;
}
