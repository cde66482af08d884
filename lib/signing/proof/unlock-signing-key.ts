import type { KeyObject } from "node:crypto";
import { and, eq, isNotNull, isNull, type SQL } from "drizzle-orm";
import { accountSigningKeys, type AccountSigningKey } from "@/db/schema/accounts";
import type { Ctx } from "@/lib/context/context";
import { DomainError } from "@/lib/platform/errors";
import { GateFullError } from "@/lib/platform/secrets/argon2-hasher";
import { importPrivateKey, unwrapPrivateKey, WrongPasswordError, type WrappedKey } from "@/lib/x509/wrapped-key";
import { beginTry, endRight, endWrong, withdrawTry, type PasswordTry } from "./password-attempts";

export interface UnlockedKey {
  stored: AccountSigningKey;
  privateKey: KeyObject;
}

/** The account's current signing key, or null when it has none. */
export async function findSigningKey(ctx: Ctx, accountId: number): Promise<AccountSigningKey | null> {
  return findNewestKey(ctx, accountId, isNull(accountSigningKeys.revokedAt));
}

/** The current signing key, if it was revoked and not replaced since. */
export async function findRevokedKey(ctx: Ctx, accountId: number): Promise<AccountSigningKey | null> {
  return findNewestKey(ctx, accountId, isNotNull(accountSigningKeys.revokedAt));
}

async function findNewestKey(ctx: Ctx, accountId: number, condition: SQL): Promise<AccountSigningKey | null> {
  const [row] = await ctx.db
    .select()
    .from(accountSigningKeys)
    .where(and(eq(accountSigningKeys.accountId, accountId), isNull(accountSigningKeys.replacedAt), condition));
  return row ?? null;
}

/**
 * Rejects a key that was revoked or replaced since it was opened, and prevents its revocation until the transaction
 * ends. Throws `sign_password_missing`.
 */
export async function assertKeyInForce(tx: Ctx, { stored }: UnlockedKey): Promise<void> {
  const [row] = await tx.db.select().from(accountSigningKeys).where(eq(accountSigningKeys.id, stored.id)).for("share");
  if (!row || row.revokedAt || row.replacedAt)
    throw new DomainError("sign_password_missing", {
      detail: row?.revokedAt ? revokedDetail(row.revokedAt) : "A new signing password was made meanwhile.",
    });
}

function revokedDetail(at: Date): string {
  return `The certificate of your signing password was revoked on ${at.toISOString().slice(0, 10)}. Make a new signing password to sign.`;
}

/**
 * Opens the account's signing key. Throws `sign_password_missing` when it has none or it was revoked,
 * `sign_password_wrong` with the tries left, `sign_password_locked`, and `unavailable` when too many keys, or too many
 * tries of this one, are in progress.
 */
export async function unlockSigningKey(ctx: Ctx, accountId: number, signPassword: string): Promise<UnlockedKey> {
  const stored = await findSigningKey(ctx, accountId);
  if (!stored) {
    const revoked = await findRevokedKey(ctx, accountId);
    throw new DomainError(
      "sign_password_missing",
      revoked?.revokedAt ? { detail: revokedDetail(revoked.revokedAt) } : {},
    );
  }
  const passwordTry = await beginTry(ctx, stored.id);
  const pkcs8 = await tryPassword(ctx, stored, signPassword, passwordTry);
  await endRight(ctx, passwordTry);
  return { stored, privateKey: importPrivateKey(pkcs8) };
}

async function tryPassword(
  ctx: Ctx,
  stored: AccountSigningKey,
  signPassword: string,
  passwordTry: PasswordTry,
): Promise<Buffer> {
  try {
    return await unwrapPrivateKey(stored.wrappedKey as WrappedKey, signPassword);
  } catch (error) {
    if (error instanceof WrongPasswordError) throw await endWrong(ctx, passwordTry);
    await withdrawTry(ctx, passwordTry);
    if (error instanceof GateFullError)
      throw new DomainError("unavailable", { detail: "Too many people are signing at this moment.", cause: error });
    throw error;
  }
}
