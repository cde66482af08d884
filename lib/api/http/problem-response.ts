import { isDatabaseLost } from "@/db/lost-database";
import { postgresCode, type Ctx } from "@/lib/platform/context";
import { DomainError, type ErrorCode } from "@/lib/platform/errors";
import { textAnswer } from "./json-answer";
import { toProblem } from "./problem";

/** Whatever was thrown, as problem+json; defects are logged with their cause, which is never answered. */
export function problemResponse(ctx: Ctx, request: Request, thrown: unknown): Response {
  const error = toDomainError(thrown);
  const facts = { requestId: ctx.request?.id ?? "", origin: ctx.publicUrl };
  if (error.code === "internal") ctx.log.error({ request: facts.requestId, err: error.cause ?? error }, "a defect");
  else if (error.code === "unavailable" || (error.code === "race_lost" && error.cause !== undefined))
    ctx.log.warn({ request: facts.requestId, err: error.cause ?? error }, error.code);
  const problem = toProblem(error, facts);
  const headers = new Headers(problem.headers);
  // A browser that called by script must not pop its own log-in dialog.
  if (problem.status === 401 && !request.headers.has("sec-fetch-site"))
    headers.set("www-authenticate", 'Basic realm="Paraph", charset="UTF-8"');
  return textAnswer(JSON.stringify(problem.body), { status: problem.status, headers });
}

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
  unavailable: "unavailable",
  ENOSPC: "storage_full",
  EDQUOT: "storage_full",
};

/** Everything that was thrown, as one of our codes; what nobody expected is `internal`. */
export function toDomainError(error: unknown): DomainError {
  if (error instanceof DomainError) return error;
  const code = isDatabaseLost(error) ? "unavailable" : codes[postgresCode(error)];
  return new DomainError(code ?? "internal", { cause: error });
}
