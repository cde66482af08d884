import type { KeyObject } from "node:crypto";
import { and, eq, isNull } from "drizzle-orm";
import { accountSigningKeys, type AccountSigningKey } from "@/db/schema/accounts";
import type { Ctx } from "@/lib/context";
import { DomainError } from "@/lib/errors";
import { importPrivateKey } from "@/lib/keys/key-pair";
import { GateFullError } from "@/lib/keys/work-gate";
import { WrongPasswordError, unwrapPrivateKey, type WrappedKey } from "@/lib/keys/wrapped-key";
import { attemptsLeft, reserveAttempt, settleRight, settleWrong } from "./password-attempts";

export interface UnlockedKey {
  stored: AccountSigningKey;
  privateKey: KeyObject;
}

/** The account's present signing key, or null when it has none. */
export async function findSigningKey(ctx: Ctx, accountId: number): Promise<AccountSigningKey | null> {
  const [row] = await ctx.db.select().from(accountSigningKeys)
    .where(and(eq(accountSigningKeys.accountId, accountId), isNull(accountSigningKeys.replacedAt), isNull(accountSigningKeys.revokedAt)));
  return row ?? null;
}

/**
 * Opens the account's signing key. Throws `sign_password_missing` when there is none, `sign_password_wrong` with the tries left,
 * `sign_password_locked`, and `unavailable` when too many keys are being opened.
 */
export async function unlockSigningKey(ctx: Ctx, accountId: number, signPassword: string): Promise<UnlockedKey> {
  const stored = await findSigningKey(ctx, accountId);
  if (!stored) throw new DomainError("sign_password_missing");
  await reserveAttempt(ctx, stored.id);
  try {
    const pkcs8 = await unwrapPrivateKey(stored.wrappedKey as WrappedKey, signPassword);
    await settleRight(ctx, stored.id);
    return { stored, privateKey: importPrivateKey(pkcs8) };
  } catch (error) {
    if (error instanceof WrongPasswordError) throw await wrongPassword(ctx, stored.id);
    await settleRight(ctx, stored.id);
    if (error instanceof GateFullError) throw new DomainError("unavailable", { detail: "Too many people are signing at this moment.", cause: error });
    throw error;
  }
}

async function wrongPassword(ctx: Ctx, keyId: number): Promise<DomainError> {
  await settleWrong(ctx, keyId);
  const left = await attemptsLeft(ctx, keyId);
  return new DomainError("sign_password_wrong", { attemptsLeft: left, detail: `The signing password is wrong. ${left === 1 ? "One try is" : `${left} tries are`} left.` });
}
