import { and, eq, gt, inArray, isNull, ne, sql } from "drizzle-orm";
import { accounts, apiTokens, sessions, type Account } from "@/db/schema/accounts";
import { signRequests } from "@/db/schema/files";
import { guestSessions } from "@/db/schema/guests";
import { atEnd, type AccountActor, type Ctx } from "@/lib/context/context";
import { DomainError } from "@/lib/platform/errors";
import { isProvedForSql } from "./find";
import { roles } from "./schema";

/**
 * Checks in the caller's transaction that the calling credential is still valid, and the account's role no lower than
 * when the call began, and locks the account's row until the commit. Every use case that grants access to an account
 * calls it: a password reset either waits and then ends what it created, or has already ended the credential. Throws
 * `unauthenticated`.
 */
export async function assertValidCredential(ctx: Ctx, actor: AccountActor): Promise<void> {
  const role = await (actor.tokenId === undefined ? roleOfGood(ctx, actor) : roleOfToken(ctx, actor, actor.tokenId));
  if (role !== null && roles.indexOf(role) >= roles.indexOf(actor.account.role)) return;
  throw new DomainError("unauthenticated", { detail: "The credential was revoked during the request." });
}

/**
 * Null when the token is void. Locks both rows, so that both are read in their state after any wait for the account's.
 */
async function roleOfToken(ctx: Ctx, { account }: AccountActor, tokenId: number): Promise<Account["role"] | null> {
  const [found] = await ctx.db
    .select({ role: accounts.role })
    .from(accounts)
    .innerJoin(apiTokens, and(eq(apiTokens.id, tokenId), isNull(apiTokens.revokedAt)))
    .where(and(eq(accounts.id, account.id), isNull(accounts.erasedAt)))
    .for("no key update");
  return found?.role ?? null;
}

/** Null when the session or password is void. */
async function roleOfGood(ctx: Ctx, actor: AccountActor): Promise<Account["role"] | null> {
  const [now] = await ctx.db
    .select({ role: accounts.role, version: accounts.credentialsVersion, erasedAt: accounts.erasedAt })
    .from(accounts)
    .where(eq(accounts.id, actor.account.id))
    .for("no key update");
  return now?.erasedAt === null && (await isGood(ctx, actor, now.version)) ? now.role : null;
}

/**
 * Does the same at the end of the transaction, for use cases that lock nothing else of the account: a reset before
 * the check ends the credential, and a later one waits. So locks are taken in the order document, account.
 */
export function assertValidCredentialAtEnd(ctx: Ctx, actor: AccountActor): Promise<void> {
  return atEnd(ctx, () => assertValidCredential(ctx, actor));
}

async function isGood(ctx: Ctx, { account, sessionId }: AccountActor, version: number): Promise<boolean> {
  if (sessionId !== undefined)
    return (await ctx.db.$count(sessions, and(eq(sessions.id, sessionId), liveSession(ctx)))) > 0;
  return account.credentialsVersion === version;
}

/**
 * Ends all sessions of an account except `exceptId`, and those of its owner as a guest. Returns how many live ones of the
 * account ended.
 */
export async function endSessions(ctx: Ctx, accountId: number, exceptId?: number): Promise<number> {
  const others = and(
    eq(sessions.accountId, accountId),
    isNull(sessions.endedAt),
    exceptId === undefined ? undefined : ne(sessions.id, exceptId),
  );
  const live = await ctx.db.$count(sessions, and(others, liveSession(ctx)));
  await ctx.db
    .update(sessions)
    .set({ endedAt: sql`now()` })
    .where(others);
  await endSessionsAsGuest(ctx, accountId);
  return live;
}

/** Only for requests that the account stands for: a stranger may have registered it, and could keep its owner from signing. */
async function endSessionsAsGuest(ctx: Ctx, accountId: number): Promise<void> {
  const own = ctx.db
    .select({ id: signRequests.id })
    .from(signRequests)
    .innerJoin(accounts, eq(accounts.email, signRequests.email))
    .where(and(eq(accounts.id, accountId), sql.raw(isProvedForSql("accounts", "sign_requests"))));
  await ctx.db
    .update(guestSessions)
    .set({ expiresAt: sql`now()` })
    .where(and(inArray(guestSessions.signRequestId, own), gt(guestSessions.expiresAt, sql`now()`)));
}

/** Revokes the account's API tokens except `exceptId`. */
export async function revokeTokens(ctx: Ctx, accountId: number, exceptId?: number): Promise<void> {
  const others = and(
    eq(apiTokens.accountId, accountId),
    isNull(apiTokens.revokedAt),
    exceptId === undefined ? undefined : ne(apiTokens.id, exceptId),
  );
  await ctx.db
    .update(apiTokens)
    .set({ revokedAt: sql`now()` })
    .where(others);
}

/** Not ended, idle at most 24 h, at most 14 days old (docs/spec/limits.md). */
export function liveSession({ limits }: Pick<Ctx, "limits">) {
  return and(
    isNull(sessions.endedAt),
    sql`${sessions.lastSeenAt} > now() - make_interval(secs => ${limits.sessionIdleSeconds})`,
    sql`${sessions.createdAt} > now() - make_interval(secs => ${limits.sessionTotalSeconds})`,
  );
}
