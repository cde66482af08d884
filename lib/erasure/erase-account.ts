import { randomBytes } from "node:crypto";
import { eq, inArray, sql } from "drizzle-orm";
import {
  accountLinks,
  accounts,
  accountSignatureElements,
  accountSigningKeys,
  apiTokens,
  sessions,
  signingPasswordTries,
  type Account,
} from "@/db/schema/accounts";
import { requestLog } from "@/db/schema/request-log";
import { telegramLinks, telegramLinkTokens } from "@/db/schema/telegram";
import { webhookEndpoints } from "@/db/schema/webhooks";
import { issuerOf } from "@/lib/authority/issuer-of";
import type { Ctx } from "@/lib/context";
import { erasedAddress, erasedName } from "./erased-words";

/** Nobody has a password whose hash this is. Made before the transaction: hashing takes its time. */
export async function makeUnusableHash(ctx: Ctx): Promise<string> {
  return ctx.passwords.hash(randomBytes(32).toString("base64url"));
}

/** The account's row stays, because documents of others point to it; everything that is the person's goes. */
export async function eraseAccount(tx: Ctx, { id }: Account, passwordHash: string): Promise<void> {
  const now = await tx.now();
  await tx.db
    .update(accounts)
    .set({
      email: erasedAddress("account", id),
      displayName: erasedName,
      phone: null,
      language: null,
      passwordHash,
      role: "signer",
      emailProvedAt: null,
      emailProof: null,
      failedLoginsInRow: 0,
      credentialsVersion: sql`${accounts.credentialsVersion} + 1`,
      erasedAt: now,
    })
    .where(eq(accounts.id, id));
  await tx.db.delete(sessions).where(eq(sessions.accountId, id));
  await tx.db.delete(apiTokens).where(eq(apiTokens.accountId, id));
  await tx.db.delete(accountLinks).where(eq(accountLinks.accountId, id));
  await tx.db.delete(accountSignatureElements).where(eq(accountSignatureElements.accountId, id));
  await tx.db.delete(telegramLinks).where(eq(telegramLinks.accountId, id));
  await tx.db.delete(telegramLinkTokens).where(eq(telegramLinkTokens.accountId, id));
  await tx.db.delete(webhookEndpoints).where(eq(webhookEndpoints.accountId, id));
  await tx.db.delete(requestLog).where(eq(requestLog.accountId, id));
  await eraseKeys(tx, id, now);
}

/** The number of each certificate stays, revoked; the certificate names the person and goes, and so does the encrypted private key. */
async function eraseKeys(tx: Ctx, accountId: number, now: Date): Promise<void> {
  const keys = await tx.db
    .select()
    .from(accountSigningKeys)
    .where(eq(accountSigningKeys.accountId, accountId))
    .for("update");
  if (keys.length > 0)
    await tx.db.delete(signingPasswordTries).where(
      inArray(
        signingPasswordTries.signingKeyId,
        keys.map(({ id }) => id),
      ),
    );
  for (const key of keys) {
    await tx.db
      .update(accountSigningKeys)
      .set({
        wrappedKey: null,
        subject: erasedName,
        certificate: Buffer.alloc(0),
        issuerSha256: await issuerOf(tx, key.certificate),
        ...(key.revokedAt ? {} : { revokedAt: now, revocationReason: "cessationOfOperation" as const }),
      })
      .where(eq(accountSigningKeys.id, key.id));
  }
}
