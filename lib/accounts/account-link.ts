import { randomBytes } from "node:crypto";
import { and, eq, isNull, sql } from "drizzle-orm";
import { accountLinks, accounts, type Account, type AccountLink } from "@/db/schema/accounts";
import type { Ctx } from "@/lib/context/context";
import { DomainError } from "@/lib/platform/errors";
import { hashToken } from "@/lib/platform/secrets/secret-box";

type LinkPurpose = AccountLink["purpose"];

/** 32 random bytes, base64url: e-mailed once, never stored. */
export function makeLinkToken(): string {
  return randomBytes(32).toString("base64url");
}

/** Stores a link for an account. Storing the same link again, as in a retried job, changes nothing. */
export async function insertAccountLink(
  ctx: Ctx,
  accountId: number,
  purpose: LinkPurpose,
  token: string,
): Promise<void> {
  await ctx.db
    .insert(accountLinks)
    .values({
      accountId,
      purpose,
      tokenHash: hashToken(token),
      expiresAt: sql`now() + make_interval(secs => ${ctx.limits.accountLinkSeconds})`,
    })
    .onConflictDoNothing({ target: accountLinks.tokenHash });
}

/** The owner of an unused link. Throws `not_found`, `link_expired` (expired, or used). */
export async function findAccountLink(ctx: Ctx, purpose: LinkPurpose, token: string): Promise<Account> {
  const [row] = await ctx.db
    .select({
      account: accounts,
      isLive: sql<boolean>`${accountLinks.usedAt} is null and ${accountLinks.expiresAt} > now()`,
    })
    .from(accountLinks)
    .innerJoin(accounts, eq(accounts.id, accountLinks.accountId))
    .where(and(eq(accountLinks.tokenHash, hashToken(token)), eq(accountLinks.purpose, purpose)));
  if (!row) throw new DomainError("not_found");
  if (!row.isLive) throw linkIsOver();
  return row.account;
}

/**
 * Uses up a link, in the transaction of its effect: only one of two concurrent calls succeeds. Throws `link_expired`.
 */
export async function useAccountLink(ctx: Ctx, purpose: LinkPurpose, token: string): Promise<void> {
  const used = await ctx.db
    .update(accountLinks)
    .set({ usedAt: sql`now()` })
    .where(
      and(
        eq(accountLinks.tokenHash, hashToken(token)),
        eq(accountLinks.purpose, purpose),
        isNull(accountLinks.usedAt),
        sql`${accountLinks.expiresAt} > now()`,
      ),
    )
    .returning({ id: accountLinks.id });
  if (used.length === 0) throw linkIsOver();
}

/** Voids all other links of this kind once their purpose is fulfilled. */
export async function voidAccountLinks(ctx: Ctx, accountId: number, purpose: LinkPurpose): Promise<void> {
  await ctx.db
    .update(accountLinks)
    .set({ usedAt: sql`now()` })
    .where(and(eq(accountLinks.accountId, accountId), eq(accountLinks.purpose, purpose), isNull(accountLinks.usedAt)));
}

function linkIsOver(): DomainError {
  return new DomainError("link_expired", {
    reason: "account_link_over",
    detail: "The link was used or is too old. Ask for a new one.",
  });
}

type LinkState = { state: "live"; accountId: number; email: string } | { state: "over" } | { state: "unknown" };

/** The content of an e-mailed link's page. Viewing does not use up the link, because mail scanners follow links too. */
export async function readAccountLink(ctx: Ctx, purpose: LinkPurpose, token: string): Promise<LinkState> {
  try {
    const { id, email } = await findAccountLink(ctx, purpose, token);
    return { state: "live", accountId: id, email };
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
    return { state: error.code === "link_expired" ? "over" : "unknown" };
  }
}
