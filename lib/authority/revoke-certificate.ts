import { and, eq, inArray, isNull } from "drizzle-orm";
import { accountSigningKeys, instanceKeys, type InstanceKey, type RevocationReason } from "@/db/schema/accounts";
import { assertAdmin, assertFreshProof } from "@/lib/accounts/actor";
import { assertValidCredentialAtEnd } from "@/lib/accounts/valid-credential";
import type { Actor, Ctx } from "@/lib/context/context";
import { madeId, madeText, markDone, type Made } from "@/lib/context/idempotency/keys";
import { DomainError } from "@/lib/platform/errors";
import type { ErrorReason } from "@/lib/platform/violation-codes";
import { enqueue } from "@/lib/records/outbox/enqueue";
import { serialNumberOf } from "@/lib/x509/certificate";
import { isIssuedBy } from "./authorities";
import { lockKeys, makeMissingKeys } from "./instance-keys";
import { asSerialNumber, findSingleUse } from "./stored-certificates";
import { readKeyRows } from "./stored-keys";

export interface Revoked {
  serialNumber: string;
  revokedAt: Date;
  reason: RevocationReason;
  /** Certificates below a revoked authority that were revoked with it. */
  alsoRevoked: number;
}

/**
 * Revokes a certificate permanently. Lists and OCSP report it from the commit on, and its key signs nothing more.
 * Earlier signatures keep their verdict, and the report mentions the revocation. A revoked seal or issuing authority is
 * replaced at once, and revoking an authority revokes everything below it. The owner of an account's certificate is
 * notified. Throws `forbidden`, `reauth_required`, `not_found`, and `certificate_not_revocable` for the root, a
 * single-use certificate, and an already revoked one.
 */
export async function revokeCertificate(
  ctx: Ctx,
  actor: Actor,
  input: { serialNumber: string; reason: RevocationReason },
): Promise<Revoked> {
  const acting = assertAdmin(actor);
  await assertFreshProof(ctx, acting);
  const serialNumber = asSerialNumber(input.serialNumber);
  const revoked = await ctx.tx(async (tx) => {
    await assertValidCredentialAtEnd(tx, acting);
    const done =
      (await revokeOwn(tx, serialNumber, input.reason)) ?? (await revokeOfAccount(tx, serialNumber, input.reason));
    if (done)
      await markDone(tx, {
        serialNumber,
        reason: done.reason,
        revokedAt: done.revokedAt.toISOString(),
        alsoRevoked: done.alsoRevoked,
      });
    return done;
  });
  if (!revoked)
    throw (await findSingleUse(ctx, serialNumber)) ? refused("key_deleted", keyIsGone) : new DomainError("not_found");
  ctx.log.warn({ serialNumber, reason: input.reason, alsoRevoked: revoked.alsoRevoked }, "certificate revoked");
  ctx.wakeOutbox();
  return revoked;
}

/** The result recorded by `markDone`. */
export function readRevoked(made: Made): Revoked {
  return {
    serialNumber: madeText(made, "serialNumber"),
    revokedAt: new Date(madeText(made, "revokedAt")),
    reason: madeText(made, "reason") as RevocationReason,
    alsoRevoked: madeId(made, "alsoRevoked"),
  };
}

const keyIsGone =
  "The certificate of one signature cannot be revoked: its key was deleted after signing. The evidence document shows how the person signed.";

async function revokeOfAccount(tx: Ctx, serialNumber: string, reason: RevocationReason): Promise<Revoked | null> {
  const [key] = await tx.db
    .select()
    .from(accountSigningKeys)
    .where(eq(accountSigningKeys.serialNumber, serialNumber))
    .for("update");
  if (!key) return null;
  if (key.revokedAt) throw refused("certificate_revoked", "The certificate is already revoked.");
  const revokedAt = await tx.now();
  await tx.db
    .update(accountSigningKeys)
    .set({ revokedAt, revocationReason: reason })
    .where(eq(accountSigningKeys.id, key.id));
  await enqueue(tx, "accountMail", { template: "certificate_revoked", accountId: key.accountId });
  return { serialNumber, revokedAt, reason, alsoRevoked: 0 };
}

async function revokeOwn(tx: Ctx, serialNumber: string, reason: RevocationReason): Promise<Revoked | null> {
  const find = async (): Promise<InstanceKey | undefined> =>
    (await readKeyRows(tx)).find(({ certificate }) => serialNumberOf(certificate) === serialNumber);
  if (!(await find())) return null;
  await lockKeys(tx);
  const key = await find();
  if (!key) return null;
  if (key.name === "root")
    throw refused(
      "root_certificate",
      "A root certificate cannot be revoked. To stop trusting it, remove it from your list of trusted authorities.",
    );
  if (key.revokedAt) throw refused("certificate_revoked", "The certificate is already revoked.");
  const revokedAt = await tx.now();
  const below = key.name === "issuing" ? await revokeBelow(tx, key, { reason, revokedAt }) : 0;
  await tx.db.update(instanceKeys).set({ revokedAt, revocationReason: reason }).where(eq(instanceKeys.id, key.id));
  await tx.db
    .update(instanceKeys)
    .set({ retiredAt: revokedAt })
    .where(and(eq(instanceKeys.id, key.id), isNull(instanceKeys.retiredAt)));
  await makeMissingKeys(tx);
  return { serialNumber, revokedAt, reason, alsoRevoked: below };
}

function refused(reason: ErrorReason, detail: string): DomainError {
  return new DomainError("certificate_not_revocable", { reason, detail });
}

/**
 * Revokes everything an authority issued, to seals and accounts, at the same time, and notifies the owners. Returns how
 * many. The reason is cACompromise (RFC 5280), because anyone with the authority's key can issue certificates.
 */
async function revokeBelow(
  tx: Ctx,
  authority: InstanceKey,
  { reason, revokedAt }: { reason: RevocationReason; revokedAt: Date },
): Promise<number> {
  const set = { revokedAt, revocationReason: reason === "keyCompromise" ? ("cACompromise" as const) : reason };
  const seals = (await readKeyRows(tx)).filter(
    (row) =>
      row.name !== "root" &&
      row.revokedAt === null &&
      row.id !== authority.id &&
      isIssuedBy(row.certificate, authority),
  );
  if (seals.length > 0) {
    const ids = seals.map(({ id }) => id);
    await tx.db.update(instanceKeys).set(set).where(inArray(instanceKeys.id, ids));
    await tx.db
      .update(instanceKeys)
      .set({ retiredAt: revokedAt })
      .where(and(inArray(instanceKeys.id, ids), isNull(instanceKeys.retiredAt)));
  }
  const keys = await tx.db
    .select({
      id: accountSigningKeys.id,
      accountId: accountSigningKeys.accountId,
      certificate: accountSigningKeys.certificate,
      replacedAt: accountSigningKeys.replacedAt,
    })
    .from(accountSigningKeys)
    .where(isNull(accountSigningKeys.revokedAt))
    .orderBy(accountSigningKeys.id)
    .for("update");
  const issued = keys.filter(({ certificate }) => isIssuedBy(certificate, authority));
  if (issued.length > 0)
    await tx.db
      .update(accountSigningKeys)
      .set(set)
      .where(
        inArray(
          accountSigningKeys.id,
          issued.map(({ id }) => id),
        ),
      );
  for (const { accountId } of issued.filter(({ replacedAt }) => replacedAt === null))
    await enqueue(tx, "accountMail", { template: "certificate_revoked", accountId });
  return seals.length + issued.length;
}
