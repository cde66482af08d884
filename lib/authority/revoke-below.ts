import { and, inArray, isNull } from "drizzle-orm";
import { accountSigningKeys, instanceKeys, type InstanceKey, type RevocationReason } from "@/db/schema/accounts";
import type { Ctx } from "@/lib/context";
import { enqueue } from "@/lib/outbox/enqueue";
import { isIssuedBy } from "./authorities";
import { readKeyRows } from "./stored-keys";

/**
 * With an authority goes what it issued, to seals and to people, at the same instant; the people are told by mail. Answers how many.
 * A stolen key of the authority is, to those below it, an authority that cannot be believed (RFC 5280: cACompromise).
 */
export async function revokeBelow(
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
