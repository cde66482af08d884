import { adminActivity, type AdminActivityType } from "@/db/schema/administration";
import type { AccountActor, Ctx } from "@/lib/context/context";

/** The objects of an action: ids, setting names, masked contacts. Never an address, a secret or user text. */
export type ActivityFacts = Record<string, string | number | boolean>;

/**
 * Records an action of an administrator, or of the operator (null), in the action's transaction. Returns the entry's
 * id.
 */
export async function recordAdminActivity(
  tx: Ctx,
  actor: AccountActor | null,
  type: AdminActivityType,
  facts: ActivityFacts,
): Promise<number> {
  const [noted] = await tx.db
    .insert(adminActivity)
    .values({ accountId: actor?.account.id ?? null, type, data: facts })
    .returning({ id: adminActivity.id });
  if (!noted) throw new Error("the activity was not recorded");
  return noted.id;
}
