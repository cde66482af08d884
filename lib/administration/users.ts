import { and, asc, eq, gt, ilike, isNull, or, sql } from "drizzle-orm";
import type { z } from "zod";
import { accounts, sessions, type Account } from "@/db/schema/accounts";
import { assertAdmin } from "@/lib/accounts/actor";
import type { storageAnswer } from "@/lib/accounts/schema";
import { storageOf } from "@/lib/accounts/stored-bytes";
import { liveSession } from "@/lib/accounts/valid-credential";
import { toAccountWire } from "@/lib/accounts/wire";
import type { AccountQuery, administeredAccountListAnswer, endedSessionsAnswer } from "@/lib/administration/schema";
import type { Actor, Ctx } from "@/lib/context/context";
import { likePattern } from "@/lib/platform/plain-text";

interface AdministeredAccount {
  account: Account;
  sessions: number;
  lastSeenAt: Date | null;
  storage: z.infer<typeof storageAnswer>;
}

const standardLength = 1000;

/**
 * Accounts of people who were not erased, oldest first, filtered by a part of the name or address. `next` is the cursor
 * of the next page. Throws `forbidden`.
 */
export async function listAccounts(
  ctx: Ctx,
  actor: Actor,
  { q, role, cursor, length = standardLength }: AccountQuery,
): Promise<{ rows: AdministeredAccount[]; next: number | null }> {
  assertAdmin(actor);
  const live = ctx.db
    .select({
      count: sql<number>`count(*)::int`.as("count"),
      lastSeenAt: sql<Date | null>`max(${sessions.lastSeenAt})`.mapWith(sessions.lastSeenAt).as("last_seen_at"),
    })
    .from(sessions)
    .where(and(eq(sessions.accountId, accounts.id), liveSession(ctx)))
    .as("live");
  const rows = await ctx.db
    .select({ account: accounts, sessions: live.count, lastSeenAt: live.lastSeenAt })
    .from(accounts)
    .leftJoinLateral(live, sql`true`)
    .where(
      and(
        isNull(accounts.erasedAt),
        q === undefined || q === ""
          ? undefined
          : or(ilike(accounts.email, likePattern(q)), ilike(accounts.displayName, likePattern(q))),
        role === undefined ? undefined : eq(accounts.role, role),
        cursor === undefined ? undefined : gt(accounts.id, cursor),
      ),
    )
    .orderBy(asc(accounts.id))
    .limit(length + 1);
  const shown = rows.slice(0, length);
  const storage = await storageOf(
    ctx,
    shown.map(({ account }) => account.id),
  );
  const page = shown.map((row) => ({
    ...row,
    sessions: row.sessions ?? 0,
    storage: storage(row.account.id),
  }));
  return { rows: page, next: rows.length > length ? (page.at(-1)?.account.id ?? null) : null };
}

export function toAdministeredListWire(
  { limits }: Pick<Ctx, "limits">,
  { rows, next }: { rows: readonly AdministeredAccount[]; next: number | null },
): z.infer<typeof administeredAccountListAnswer> {
  return {
    data: rows.map(({ account, sessions, lastSeenAt, storage }) => ({
      ...toAccountWire(account),
      madeBy: account.madeBy,
      locked: account.failedLoginsInRow >= limits.loginFailuresInRow,
      sessions,
      lastSeenAt: lastSeenAt?.toISOString() ?? null,
      storage,
      retentionDays: account.retentionDays,
    })),
    pagination: { nextCursor: next === null ? null : String(next) },
  };
}

export function toEndedSessionsWire(ended: number): z.infer<typeof endedSessionsAnswer> {
  return { message: ended === 1 ? "One session has ended" : `${String(ended)} sessions have ended`, ended };
}
