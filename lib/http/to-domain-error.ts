import { isDatabaseLost } from "@/db/lost-database";
import { postgresCode } from "@/lib/context";
import { DomainError, type ErrorCode } from "@/lib/errors";

/** What is thrown and is no refusal of ours, but no defect either: the database or the disk cannot just now, or somebody else was faster. */
const codes: Record<string, ErrorCode> = {
  // A time limit, a lock that took too long; a serialization failure or deadlock that stayed after three tries.
  "57014": "unavailable",
  "55P03": "unavailable",
  "40001": "unavailable",
  "40P01": "unavailable",
  // Verbs look before they write: what meets a unique or a foreign key was written, or removed, since they looked.
  "23503": "race_lost",
  "23505": "race_lost",
  "53100": "storage_full",
  // What the PDF engine says of itself: too much to do, or a process that was lost.
  engine_unavailable: "unavailable",
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
  const code = isDatabaseLost(error) ? "unavailable" : codes[postgresCode(error)];
  return new DomainError(code ?? "internal", { cause: error });
}
