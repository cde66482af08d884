import type { Operation } from "@/lib/api/operation";
import type { Actor, Ctx } from "@/lib/platform/context";

export interface Outcome {
  status: number;
  /** The error code, if any. */
  code: string | null;
}

/**
 * Logs a call for the account that made it, with the operation's path template, never the actual path. Calls by session belong to the pages
 * and are not logged, nor are unauthenticated ones.
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
    // Reading the database's clock would cost a round trip.
    at: new Date(Date.now() - durationMs),
    requestId: ctx.request?.id ?? "",
    method: operation.method,
    path: operation.path,
    status,
    code,
    durationMs,
  });
}
