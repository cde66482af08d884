import { and, inArray, isNull } from "drizzle-orm";
import { instanceKeys } from "@/db/schema/accounts";
import { assertAdmin, assertFreshProof } from "@/lib/accounts/actor";
import type { Actor, Ctx } from "@/lib/platform/context";
import { markDone } from "@/lib/platform/idempotency/keys";
import { lockKeys, makeMissingKeys } from "./instance-keys";
import { isIssuedBy } from "./issuer-of";
import type { RotatedKey } from "./schema";
import { readKeyRows } from "./stored-keys";

/**
 * Makes a new seal, or a new issuing authority with a new seal below it, under the same root. What was signed stays as it is; the keys
 * before are kept to answer for what they issued, and sign no document any more. Requests under way finish under the new keys. Every
 * process takes them at its next act. Throws `forbidden`, `reauth_required`, `key_unavailable`.
 */
export async function rotateKey(ctx: Ctx, actor: Actor, { key }: { key: RotatedKey }): Promise<void> {
  await assertFreshProof(ctx, assertAdmin(actor));
  await ctx.tx(async (tx) => {
    await lockKeys(tx);
    // Whatever is missing, such as everything on a server that has signed nothing yet, is made first.
    await makeMissingKeys(tx);
    const rows = (await readKeyRows(tx)).filter(({ retiredAt }) => retiredAt === null);
    const issuing = rows.find(({ name }) => name === "issuing");
    const seals = rows.filter(
      ({ name, certificate }) =>
        name.startsWith("seal-") && (key === "seal" || (issuing && isIssuedBy(certificate, issuing))),
    );
    const retired = [...seals, ...(key === "issuing" && issuing ? [issuing] : [])].map(({ id }) => id);
    await tx.db
      .update(instanceKeys)
      .set({ retiredAt: await tx.now() })
      .where(and(inArray(instanceKeys.id, retired), isNull(instanceKeys.retiredAt)));
    await makeMissingKeys(tx);
    await markDone(tx, {});
  });
  ctx.log.warn({ key }, "signing key rotated");
}
