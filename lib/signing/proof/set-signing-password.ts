import { and, eq, isNull } from "drizzle-orm";
import { accountSigningKeys, type Account, type AccountSigningKey } from "@/db/schema/accounts";
import { accountActor, assertFreshProof, provedActor, refuseToken } from "@/lib/accounts/actor";
import { isGuessable } from "@/lib/accounts/passwords";
import type { NewSigningPassword } from "@/lib/accounts/signatures/schema";
import { assertValidCredential } from "@/lib/accounts/valid-credential";
import { issueAccountCertificate } from "@/lib/authority/document-signer";
import type { AccountActor, Actor, Ctx } from "@/lib/context/context";
import { markDone } from "@/lib/context/idempotency/keys";
import { DomainError, invalid } from "@/lib/platform/errors";
import { GateFullError } from "@/lib/platform/secrets/argon2-hasher";
import { addressProofText, type AddressProofKind } from "@/lib/platform/signed-texts";
import { enqueue } from "@/lib/records/outbox/enqueue";
import { readCertificateFacts, type CertificateFacts } from "@/lib/x509/certificate";
import { exportPrivateKey, makeKeyPair, wrapPrivateKey, type WrappedKey } from "@/lib/x509/wrapped-key";
import { findSigningKey, unlockSigningKey } from "./unlock-signing-key";

type NewKey = Omit<typeof accountSigningKeys.$inferInsert, "accountId">;

/**
 * Creates the account's signing key and certificate, the key encrypted under the signing password. An earlier key is
 * retired and its signatures stay valid. The first password needs a fresh log-in, and replacing it needs that or the
 * current signing password. A token never suffices. The owner gets an e-mail each time. Throws `email_unproved`,
 * `validation_failed`, `reauth_required`, `sign_password_wrong`, `sign_password_locked`, `unavailable`.
 */
export async function setSigningPassword(ctx: Ctx, actor: Actor, input: NewSigningPassword): Promise<CertificateFacts> {
  const acting = provedActor(actor);
  const present = await findSigningKey(ctx, acting.account.id);
  await assertMayReplace(ctx, acting, present, input.currentPassword);
  const password = await acceptSigningPassword(ctx, acting.account, input.signPassword);
  const key = await makeKey(ctx, acting.account, password);
  await ctx.tx((tx) => replaceKey(tx, acting, present, key));
  ctx.wakeOutbox();
  return readCertificateFacts(key.certificate);
}

/** The account's current signing certificate. Throws `sign_password_missing`. */
export async function getSigningCertificate(ctx: Ctx, actor: Actor): Promise<CertificateFacts> {
  const key = await findSigningKey(ctx, accountActor(actor).account.id);
  if (!key) throw new DomainError("sign_password_missing");
  return readCertificateFacts(key.certificate);
}

async function assertMayReplace(
  ctx: Ctx,
  actor: AccountActor,
  present: AccountSigningKey | null,
  currentPassword: string | undefined,
): Promise<void> {
  refuseToken(actor);
  if (!present || currentPassword === undefined) return assertFreshProof(ctx, actor);
  await unlockSigningKey(ctx, actor.account.id, currentPassword);
}

async function makeKey(ctx: Ctx, account: Account, password: string): Promise<NewKey> {
  const pair = await makeKeyPair(ctx.signingKeyType);
  const wrappedKey = await wrap(exportPrivateKey(pair.privateKey), password);
  const certificate = await issueAccountCertificate(
    ctx,
    { displayName: account.displayName, email: account.email, proof: proofOf(ctx, account) },
    pair.publicKey,
  );
  const facts = readCertificateFacts(certificate);
  return {
    certificate,
    wrappedKey,
    serialNumber: facts.serialNumber,
    subject: facts.subject,
    notBefore: new Date(facts.notBefore),
    notAfter: new Date(facts.notAfter),
  };
}

async function wrap(pkcs8: Buffer, password: string): Promise<WrappedKey> {
  try {
    return await wrapPrivateKey(pkcs8, password);
  } catch (error) {
    if (error instanceof GateFullError)
      throw new DomainError("unavailable", {
        detail: "Too many signing passwords are being created.",
        cause: error,
      });
    throw error;
  }
}

/** Locks the account's row, so that the later of two concurrent calls replaces the earlier key. */
async function replaceKey(ctx: Ctx, actor: AccountActor, seen: AccountSigningKey | null, key: NewKey): Promise<void> {
  await assertValidCredential(ctx, actor);
  const accountId = actor.account.id;
  const present = await findSigningKey(ctx, accountId);
  if (present?.id !== seen?.id)
    throw new DomainError("race_lost", { detail: "Another signing password was created at the same time." });
  const now = await ctx.now();
  await ctx.db
    .update(accountSigningKeys)
    .set({ replacedAt: now })
    .where(and(eq(accountSigningKeys.accountId, accountId), isNull(accountSigningKeys.replacedAt)));
  await ctx.db.insert(accountSigningKeys).values({ ...key, accountId, createdAt: now });
  await enqueue(ctx, "accountMail", { template: "signing_password_set", accountId });
  await markDone(ctx, {});
}

const proofs: { readonly [proof in NonNullable<Account["emailProof"]>]: AddressProofKind } = {
  invitation: "invitation",
  confirmation: "confirmation",
  code: "address_code",
  administrator: "administrator",
};

/** Proofs whose e-mail went to the message inbox instead of being sent, which proves no access to a mailbox. */
const inboxProofs: typeof proofs = {
  ...proofs,
  invitation: "inbox_invitation",
  confirmation: "inbox_confirmation",
  code: "inbox_address_code",
};

/** How the address was proved, for the certificate: method and date only. */
function proofOf({ usesMessageInbox }: Pick<Ctx, "usesMessageInbox">, account: Account): string {
  if (!account.emailProof || !account.emailProvedAt) return addressProofText(null);
  const kind = (usesMessageInbox ? inboxProofs : proofs)[account.emailProof];
  return addressProofText({ kind, at: account.emailProvedAt });
}

const pointer = "/signPassword";
export const shortest = 8;
const longest = 128;

/**
 * The signing password in NFC, if it is acceptable (docs/spec/limits.md): 8–128 characters, not guessable, and
 * different from the account's password, so that a leaked account password cannot sign. Throws `validation_failed`.
 */
async function acceptSigningPassword(ctx: Ctx, account: Account, password: string): Promise<string> {
  const normal = password.normalize("NFC");
  const length = [...normal].length;
  if (length < shortest)
    throw invalid(pointer, "too_short", `The signing password needs at least ${shortest} characters`, shortest);
  if (length > longest)
    throw invalid(pointer, "too_long", `The signing password needs at most ${longest} characters`, longest);
  if (isGuessable(normal, account))
    throw invalid(
      pointer,
      "password_common",
      "The signing password is among those that are tried first; choose another",
    );
  if (await ctx.passwords.verify(account.passwordHash, normal))
    throw invalid(pointer, "same_as_account", "The signing password must differ from the password of your account");
  return normal;
}
