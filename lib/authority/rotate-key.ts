import { and, inArray, isNull } from "drizzle-orm";
import { instanceKeys } from "@/db/schema/accounts";
import { assertAdmin, assertFreshProof } from "@/lib/accounts/actor";
import type { Actor, Ctx } from "@/lib/platform/context";
import { markDone } from "@/lib/platform/idempotency/keys";
import { lockKeys, makeMissingKeys } from "./instance-keys";
import { isIssuedBy } from "./list-authorities";
import type { RotatedKey } from "./schema";
import { readKeyRows } from "./stored-keys";

/**
 * Creates a new seal, or a new issuing authority with a new seal below it, under the same root. Existing signatures are not affected;
 * previous keys remain only to answer for what they issued. Requests in progress finish under the new keys. Every process uses them from
 * its next operation on. Throws `forbidden`, `reauth_required`, `key_unavailable`.
 */
export async function rotateKey(ctx: Ctx, actor: Actor, { key }: { key: RotatedKey }): Promise<void> {
  await assertFreshProof(ctx, assertAdmin(actor));
  await ctx.tx(async (tx) => {
    await lockKeys(tx);
    // Missing keys are created first, such as all of them on a server that has signed nothing yet.
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
