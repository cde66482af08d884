import { and, eq, isNull } from "drizzle-orm";
import { accountSigningKeys, instanceKeys, type InstanceKey, type RevocationReason } from "@/db/schema/accounts";
import { assertAdmin, assertFreshProof } from "@/lib/accounts/actor";
import type { Actor, Ctx } from "@/lib/context";
import { DomainError } from "@/lib/errors";
import { madeId, madeText, type Made } from "@/lib/idempotency/made";
import { markDone } from "@/lib/idempotency/mark-done";
import { serialNumberOf } from "@/lib/keys/certificate-state";
import { enqueue } from "@/lib/outbox/enqueue";
import { lockKeys, makeMissingKeys } from "./instance-keys";
import { asSerialNumber, findOfAct } from "./kept-certificates";
import { revokeBelow } from "./revoke-below";
import { readKeyRows } from "./stored-keys";

export interface Revoked {
  serialNumber: string;
  revokedAt: Date;
  reason: RevocationReason;
  /** Certificates below a revoked authority that went with it. */
  alsoRevoked: number;
}

/**
 * Takes a certificate back, for good: lists and OCSP say so from the commit on, and nothing is signed with its key any more. What it
 * signed before keeps its verdict; the report names the revocation. A revoked seal or issuing authority is replaced at once, and with
 * an authority goes everything below it. The owner of an account's certificate is told by mail. Throws `forbidden`, `reauth_required`,
 * `not_found`, and `certificate_not_revocable` for the root, a certificate of one act, and one that is revoked already.
 */
export async function revokeCertificate(
  ctx: Ctx,
  actor: Actor,
  input: { serialNumber: string; reason: RevocationReason },
): Promise<Revoked> {
  await assertFreshProof(ctx, assertAdmin(actor));
  const serialNumber = asSerialNumber(input.serialNumber);
  const revoked = await ctx.tx(async (tx) => {
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
  if (!revoked) throw (await findOfAct(ctx, serialNumber)) ? refused(keyIsGone) : new DomainError("not_found");
  ctx.log.warn({ serialNumber, reason: input.reason, alsoRevoked: revoked.alsoRevoked }, "certificate revoked");
  ctx.wakeOutbox();
  return revoked;
}

/** What `markDone` noted of it. */
export function readRevoked(made: Made): Revoked {
  return {
    serialNumber: madeText(made, "serialNumber"),
    revokedAt: new Date(madeText(made, "revokedAt")),
    reason: madeText(made, "reason") as RevocationReason,
    alsoRevoked: madeId(made, "alsoRevoked"),
  };
}

const keyIsGone =
  "This certificate was made for one signature, and its key was thrown away at once, so nobody can use it again. Whether the person signed is told by the evidence.";

async function revokeOfAccount(tx: Ctx, serialNumber: string, reason: RevocationReason): Promise<Revoked | null> {
  const [key] = await tx.db
    .select()
    .from(accountSigningKeys)
    .where(eq(accountSigningKeys.serialNumber, serialNumber))
    .for("update");
  if (!key) return null;
  if (key.revokedAt) throw refused("It is revoked already.");
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
      "Nothing stands above the root that could take it back. Whoever must not trust it any more removes it from their list of authorities.",
    );
  if (key.revokedAt) throw refused("It is revoked already.");
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

function refused(detail: string): DomainError {
  return new DomainError("certificate_not_revocable", { detail });
}
