import { isDatabaseLost } from "@/db/lost-database";
import { postgresCode, type Ctx } from "@/lib/platform/context";
import { DomainError, type ErrorCode } from "@/lib/platform/errors";
import { countProblem } from "@/lib/platform/telemetry/counters";
import { errorType } from "@/lib/platform/telemetry/tracing";
import { textAnswer } from "./json-answer";
import { toProblem } from "./problem";

/** Converts any error to problem+json. Unexpected errors are logged with their cause, which is never returned. */
export function problemResponse(ctx: Ctx, request: Request, thrown: unknown): Response {
  const error = toDomainError(thrown);
  const facts = { requestId: ctx.request?.id ?? "", origin: ctx.publicUrl };
  // A body that breaks off and work that is given up because its caller left say nothing about the service.
  const isLeft = request.signal.aborted && error.code !== "internal";
  if (!isLeft) countProblem(error.code, error.cause === undefined ? null : errorType(error.cause));
  if (isLeft) ctx.log.debug({ request: facts.requestId, code: error.code }, "the caller left");
  else if (error.code === "internal")
    ctx.log.error({ request: facts.requestId, err: error.cause ?? error }, "a defect");
  else if (error.code === "unavailable" || (error.code === "race_lost" && error.cause !== undefined))
    ctx.log.warn({ request: facts.requestId, err: error.cause ?? error }, error.code);
  const problem = toProblem(error, facts);
  const headers = new Headers(problem.headers);
  // Prevents the browser's own log-in dialog on calls by script.
  if (problem.status === 401 && !request.headers.has("sec-fetch-site"))
    headers.set("www-authenticate", 'Basic realm="Paraph", charset="UTF-8"');
  return textAnswer(JSON.stringify(problem.body), { status: problem.status, headers });
}

/** Errors that are neither ours nor bugs: the database or the disk is unavailable, or another change came first. */
const codes: Record<string, ErrorCode> = {
  // A time limit, a lock that took too long, or a serialization failure or deadlock after three tries.
  "57014": "unavailable",
  "55P03": "unavailable",
  "40001": "unavailable",
  "40P01": "unavailable",
  // Use cases check before they write, so a unique or foreign key violation means that a row was written or removed in between.
  "23503": "race_lost",
  "23505": "race_lost",
  "53100": "storage_full",
  // Errors of the PDF engine: overload, or a lost process.
  engine_unavailable: "unavailable",
  // Errors of the blob store.
  storage_full: "storage_full",
  integrity: "integrity_error",
  too_large: "too_large",
  unavailable: "unavailable",
  ENOSPC: "storage_full",
  EDQUOT: "storage_full",
};

/** Maps any error to one of our codes; unexpected errors are `internal`. */
export function toDomainError(error: unknown): DomainError {
  if (error instanceof DomainError) return error;
  const code = isDatabaseLost(error) ? "unavailable" : codes[postgresCode(error)];
  return new DomainError(code ?? "internal", { cause: error });
}
