import { postgresCode } from "@/lib/context";
import { DomainError, type ErrorCode } from "@/lib/errors";

/** What is thrown and is no refusal of ours, but no defect either: the database or the disk cannot just now. */
const codes: Record<string, ErrorCode> = {
  ECONNREFUSED: "unavailable",
  ECONNRESET: "unavailable",
  ETIMEDOUT: "unavailable",
  EPIPE: "unavailable",
  "57014": "unavailable",
  "57P01": "unavailable",
  "57P02": "unavailable",
  "57P03": "unavailable",
  "55P03": "unavailable",
  "40001": "unavailable",
  "40P01": "unavailable",
  "53300": "unavailable",
  "53100": "storage_full",
  // What the blob store says of itself.
  storage_full: "storage_full",
  integrity: "integrity_error",
  too_large: "too_large",
  ENOSPC: "storage_full",
  EDQUOT: "storage_full",
};

/** Everything that was thrown, as one of our codes; what nobody expected is `internal`. */
export function toDomainError(error: unknown): DomainError {
  if (error instanceof DomainError) return error;
  const code = codes[postgresCode(error)] ?? (lostConnection(error) ? "unavailable" : "internal");
  return new DomainError(code, { cause: error });
}

/** The driver names a lost connection by words only. */
function lostConnection(error: unknown): boolean {
  for (let cause: unknown = error; cause instanceof Error; cause = cause.cause) {
    if (/connection terminated|timeout exceeded when trying to connect/i.test(cause.message)) return true;
  }
  return false;
}
