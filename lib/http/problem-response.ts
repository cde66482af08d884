import type { Ctx } from "@/lib/context";
import { toProblem } from "./problem";
import { textAnswer } from "./text-answer";
import { toDomainError } from "./to-domain-error";

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
