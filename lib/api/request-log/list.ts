import { and, desc, eq, gte, lt, sql } from "drizzle-orm";
import type { z } from "zod";
import { apiTokens } from "@/db/schema/accounts";
import { requestLog, type LoggedRequest } from "@/db/schema/api-calls";
import { accountActor } from "@/lib/accounts/actor";
import type { Actor, Ctx } from "@/lib/context/context";
import type { requestLogAnswer, RequestLogQuery } from "./schema";

interface LoggedRequestRow {
  call: LoggedRequest;
  tokenName: string | null;
}

const standardLength = 50;

/**
 * The caller's own API calls of the last seven days, newest first, without those made by the pages. `next` is the
 * cursor of the next page.
 */
export async function listRequests(
  ctx: Ctx,
  actor: Actor,
  { status, token, cursor, length = standardLength }: RequestLogQuery,
): Promise<{ rows: LoggedRequestRow[]; next: number | null }> {
  const { account } = accountActor(actor);
  const rows = await ctx.db
    .select({ call: requestLog, tokenName: apiTokens.name })
    .from(requestLog)
    .leftJoin(apiTokens, and(eq(apiTokens.id, requestLog.tokenId), eq(apiTokens.accountId, requestLog.accountId)))
    .where(
      and(
        eq(requestLog.accountId, account.id),
        gte(requestLog.at, sql`now() - make_interval(days => ${retentionDays}::int)`),
        statusIs(status),
        token === undefined ? undefined : eq(requestLog.tokenId, token),
        cursor === undefined ? undefined : lt(requestLog.id, cursor),
      ),
    )
    .orderBy(desc(requestLog.id))
    .limit(length + 1);
  const page = rows.slice(0, length);
  return { rows: page, next: rows.length > length ? (page.at(-1)?.call.id ?? null) : null };
}

function statusIs(status: string | undefined) {
  if (status === undefined) return undefined;
  if (!status.endsWith("xx")) return eq(requestLog.status, Number(status));
  const from = Number(status[0]) * 100;
  return and(gte(requestLog.status, from), lt(requestLog.status, from + 100));
}

export function toRequestLogWire({
  rows,
  next,
}: {
  rows: readonly LoggedRequestRow[];
  next: number | null;
}): z.infer<typeof requestLogAnswer> {
  return {
    data: rows.map(({ call, tokenName }) => ({
      id: call.id,
      at: call.at.toISOString(),
      method: call.method,
      path: call.path,
      status: call.status,
      code: call.code,
      durationMs: call.durationMs,
      requestId: call.requestId,
      token: call.tokenId === null ? null : { id: call.tokenId, name: tokenName ?? "" },
    })),
    pagination: { nextCursor: next === null ? null : String(next) },
  };
}

export const retentionDays = 7;
const maxPerAccount = 10_000;

/** Deletes calls after seven days, and all but the newest ones of an account with very many. */
export async function sweepRequestLog(ctx: Ctx): Promise<void> {
  await ctx.db.execute(sql`delete from request_log where at < now() - make_interval(days => ${retentionDays}::int)`);
  await ctx.db.execute(sql`
    with busy as materialized (select account_id from request_log group by account_id having count(*) > ${maxPerAccount}::int),
    too_old as materialized (
      select busy.account_id, (select id from request_log where account_id = busy.account_id order by id desc offset ${maxPerAccount}::int limit 1) as last from busy)
    delete from request_log using too_old where request_log.account_id = too_old.account_id and request_log.id <= too_old.last`);
}
