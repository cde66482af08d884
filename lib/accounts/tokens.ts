import { randomBytes } from "node:crypto";
import { and, count, desc, eq, isNull, sql } from "drizzle-orm";
import { accounts, apiTokens, type ApiToken } from "@/db/schema/accounts";
import type { Actor, Ctx } from "@/lib/context/context";
import { markDone } from "@/lib/context/idempotency/keys";
import { DomainError, invalid } from "@/lib/platform/errors";
import { hashToken } from "@/lib/platform/secrets/secret-box";
import { accountActor, assertFreshProof } from "./actor";
import { tokenScopes, type NewToken } from "./schema";
import { assertValidCredential } from "./valid-credential";

/**
 * Creates a token; its text is returned only this once. Needs the password given within `freshProofSeconds`, so that a
 * stolen token cannot create others. Throws `reauth_required`, `validation_failed` (20 tokens exist, or the expiry is in the
 * past).
 */
export async function createToken(ctx: Ctx, actor: Actor, input: NewToken): Promise<{ row: ApiToken; token: string }> {
  const acting = accountActor(actor);
  await assertFreshProof(ctx, acting);
  const expiresAt = input.expiresAt === undefined ? null : new Date(input.expiresAt);
  if (expiresAt && expiresAt <= (await ctx.now()))
    throw invalid("/expiresAt", "in_the_past", "expiresAt is in the past");
  const token = makeToken();
  const row = await ctx.tx(async (inner) => {
    await assertValidCredential(inner, acting);
    await assertRoomForToken(inner, acting.account.id);
    const [made] = await inner.db
      .insert(apiTokens)
      .values({
        accountId: acting.account.id,
        name: input.name,
        tokenHash: hashToken(token),
        scopes: [...new Set(input.scopes ?? tokenScopes)],
        expiresAt,
      })
      .returning();
    if (!made) throw new Error("the token was not written");
    await markDone(inner, { tokenId: made.id }, token);
    return made;
  });
  return { row, token };
}

/** One of the caller's tokens, revoked or not. */
export async function getToken(ctx: Ctx, actor: Actor, id: number): Promise<ApiToken> {
  const [row] = await ctx.db
    .select()
    .from(apiTokens)
    .where(and(eq(apiTokens.id, id), eq(apiTokens.accountId, accountActor(actor).account.id)));
  if (!row) throw new DomainError("not_found");
  return row;
}

/** Takes the account's row lock, so that concurrent calls cannot exceed the limit. */
async function assertRoomForToken(ctx: Ctx, accountId: number): Promise<void> {
  await ctx.db.select({ id: accounts.id }).from(accounts).where(eq(accounts.id, accountId)).for("update");
  const [live] = await ctx.db
    .select({ count: count() })
    .from(apiTokens)
    .where(and(eq(apiTokens.accountId, accountId), isNull(apiTokens.revokedAt)));
  const most = ctx.limits.tokensPerAccount;
  if ((live?.count ?? 0) >= most)
    throw invalid("", "too_many", `An account has at most ${most} tokens; revoke one first`);
}

/** The caller's tokens that are not revoked, newest first. */
export async function listTokens(ctx: Ctx, actor: Actor): Promise<ApiToken[]> {
  const { account } = accountActor(actor);
  return ctx.db
    .select()
    .from(apiTokens)
    .where(and(eq(apiTokens.accountId, account.id), isNull(apiTokens.revokedAt)))
    .orderBy(desc(apiTokens.id));
}

/**
 * Revokes one of the caller's tokens at once, everywhere. Throws `not_found` for another account's token and for a
 * revoked one.
 */
export async function revokeToken(ctx: Ctx, actor: Actor, id: number): Promise<void> {
  const { account } = accountActor(actor);
  await ctx.tx(async (inner) => {
    const revoked = await inner.db
      .update(apiTokens)
      .set({ revokedAt: sql`now()` })
      .where(and(eq(apiTokens.id, id), eq(apiTokens.accountId, account.id), isNull(apiTokens.revokedAt)))
      .returning({ id: apiTokens.id });
    if (revoked.length === 0) throw new DomainError("not_found");
    await markDone(inner, {});
  });
}

/** `pk_` and 32 random bytes, base64url: shown once, never stored. */
export function makeToken(): string {
  return `pk_${randomBytes(32).toString("base64url")}`;
}
