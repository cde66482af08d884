import { and, eq, sql } from "drizzle-orm";
import { perDatabase } from "@/db/per-database";
import { accounts, apiTokens } from "@/db/schema/accounts";
import { tokenHash } from "@/lib/accounts/token-hash";
import type { AccountActor, Ctx, Scope } from "@/lib/context";
import { countWrongToken } from "./log-in-attempts";
import { rememberShortly } from "./remembered-tokens";

/** How old "last used" may get before a call writes it anew: one write a minute, not one a call. */
const lastUseSeconds = 60;

const findToken = perDatabase((db) =>
  db
    .select({
      account: accounts,
      tokenId: apiTokens.id,
      scopes: apiTokens.scopes,
      useIsOld: sql<boolean>`${apiTokens.lastUsedAt} is null or ${apiTokens.lastUsedAt} < now() - make_interval(secs => ${lastUseSeconds})`,
    })
    .from(apiTokens)
    .innerJoin(accounts, eq(accounts.id, apiTokens.accountId))
    .where(
      and(
        eq(apiTokens.tokenHash, sql.placeholder("tokenHash")),
        sql`${apiTokens.revokedAt} is null and (${apiTokens.expiresAt} is null or ${apiTokens.expiresAt} > now())`,
      ),
    )
    .prepare("find_token"),
);

/** Who a token stands for. `email`, when the caller gave one, must be the account's. Throws `invalid_credentials` or `rate_limited`. */
export async function tokenActor(ctx: Ctx, token: string, email: string | null): Promise<AccountActor> {
  const hash = tokenHash(token);
  const row = await rememberShortly(ctx, hash, () => lookUp(ctx, hash));
  if (!row || (email !== null && email !== row.account.email)) throw await countWrongToken(ctx);
  return {
    kind: "account",
    account: row.account,
    proof: "token",
    scopes: row.scopes as Scope[],
    signedInAt: null,
    tokenId: row.tokenId,
  };
}

/** Reads a live token and its account, and notes its use. */
async function lookUp(ctx: Ctx, hash: string) {
  const [row] = await findToken(ctx.db).execute({ tokenHash: hash });
  if (row?.useIsOld)
    await ctx.db
      .update(apiTokens)
      .set({ lastUsedAt: sql`now()` })
      .where(eq(apiTokens.id, row.tokenId));
  return row ?? null;
}
