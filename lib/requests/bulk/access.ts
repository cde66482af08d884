import { and, eq } from "drizzle-orm";
import { bulkSends, type BulkSend } from "@/db/schema/bulk";
import { assertMayRequest } from "@/lib/accounts/actor";
import type { Actor, Ctx } from "@/lib/platform/context";
import { DomainError } from "@/lib/platform/errors";
import { toId } from "@/lib/platform/ids";

/** The caller's own batch. Somebody else's and a missing one are `not_found` alike. */
export async function getOwnBulkSend(ctx: Ctx, actor: Actor, id: number): Promise<BulkSend> {
  const [found] = await ctx.db.select().from(bulkSends).where(isOwn(actor, id));
  if (!found) throw new DomainError("not_found");
  return found;
}

/** The same, locked until the transaction ends: no row is sent in the meantime. */
export async function lockOwnBulkSend(tx: Ctx, actor: Actor, id: number): Promise<BulkSend> {
  const [found] = await tx.db.select().from(bulkSends).where(isOwn(actor, id)).for("update");
  if (!found) throw new DomainError("not_found");
  return found;
}

function isOwn(actor: Actor, id: number) {
  const { account } = assertMayRequest(actor);
  return and(eq(bulkSends.id, toId(id)), eq(bulkSends.ownerId, account.id));
}
