import { and, desc, eq, gte, lt, sql } from "drizzle-orm";
import { apiTokens } from "@/db/schema/accounts";
import { requestLog, type LoggedRequest } from "@/db/schema/request-log";
import { accountActor } from "@/lib/accounts/actor";
import type { Actor, Ctx } from "@/lib/context";
import type { RequestLogQuery } from "./schema";
import { keptDays } from "./sweep";

export interface LoggedRequestRow {
  call: LoggedRequest;
  tokenName: string | null;
}

const standardLength = 50;

/** The caller's own API calls of the last seven days, newest first; those of the pages are not among them. `next` is the cursor of the next page. */
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
        gte(requestLog.at, sql`now() - make_interval(days => ${keptDays}::int)`),
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
