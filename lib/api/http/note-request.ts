import type { Operation } from "@/lib/api/operation";
import type { Actor, Ctx } from "@/lib/platform/context";

export interface Outcome {
  status: number;
  /** Of a refusal. */
  code: string | null;
}

/**
 * Notes a call for the developer whose account made it, with the operation's path and never its own. What the pages ask by a session is
 * theirs, and a call that proved nobody is nobody's.
 */
export function noteRequest(
  ctx: Ctx,
  operation: Operation,
  actor: Actor | null,
  { status, code }: Outcome,
  startedAt: number,
): void {
  if (actor?.kind !== "account" || actor.proof === "session") return;
  const durationMs = Math.round(performance.now() - startedAt);
  ctx.requestLog.note({
    accountId: actor.account.id,
    tokenId: actor.tokenId ?? null,
    // The database's clock would cost a round trip.
    at: new Date(Date.now() - durationMs),
    requestId: ctx.request?.id ?? "",
    method: operation.method,
    path: operation.path,
    status,
    code,
    durationMs,
  });
}
