import { and, asc, eq, gt, ilike, isNull, or, sql } from "drizzle-orm";
import { accounts, sessions, type Account } from "@/db/schema/accounts";
import type { AccountQuery } from "@/lib/administration/schema";
import type { Actor, Ctx } from "@/lib/context";
import { assertAdmin } from "./actor";
import { liveSession } from "./live-session";

export interface AdministeredAccount {
  account: Account;
  sessions: number;
  lastSeenAt: Date | null;
}

const standardLength = 1000;

/** Accounts of people who were not erased, oldest first, found by a part of name or address. `next` is the cursor of the next page. Throws `forbidden`. */
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
          : or(ilike(accounts.email, containing(q)), ilike(accounts.displayName, containing(q))),
        role === undefined ? undefined : eq(accounts.role, role),
        cursor === undefined ? undefined : gt(accounts.id, cursor),
      ),
    )
    .orderBy(asc(accounts.id))
    .limit(length + 1);
  const page = rows.slice(0, length).map((row) => ({ ...row, sessions: row.sessions ?? 0 }));
  return { rows: page, next: rows.length > length ? (page.at(-1)?.account.id ?? null) : null };
}

/** The words themselves: what LIKE gives a meaning has none here. */
function containing(words: string): string {
  return `%${words.replace(/[\\%_]/g, "\\$&")}%`;
}
