import { and, eq, sql } from "drizzle-orm";
import { directLinks } from "@/db/schema/direct-links";
import { templates, templateVersions } from "@/db/schema/templates";
import { assertMayRequest } from "@/lib/accounts/actor";
import { assertStillActing } from "@/lib/accounts/still-acting";
import type { Actor, Ctx } from "@/lib/platform/context";
import { markDone } from "@/lib/platform/idempotency/keys";
import { lockOwnLink, makeToken, usedVersion } from "./access";
import { assertUsable, readChange } from "./read-input";
import type { DirectLinkChange } from "./schema";

type LinkRef = { id: number; linkId: number };

/**
 * `PATCH /templates/{id}/direct-links/{linkId}`: members that are left out stay as they are. Documents that were made stay as well. A link
 * whose template has changed can still be switched, renamed or ended. Throws `not_found`, `validation_failed`.
 */
export async function changeDirectLink(
  ctx: Ctx,
  actor: Actor,
  { id, linkId, ...input }: DirectLinkChange & LinkRef,
): Promise<LinkRef> {
  const acting = assertMayRequest(actor);
  return ctx.tx(async (tx) => {
    await assertStillActing(tx, acting);
    const link = await lockOwnLink(tx, actor, { id, linkId });
    const columns = await readChange(tx, link, input);
    await tx.db
      .update(directLinks)
      .set({ ...columns, updatedAt: sql`clock_timestamp()` })
      .where(eq(directLinks.id, link.id));
    if (input.role !== undefined || input.version !== undefined || input.people !== undefined) {
      const [used] = await tx.db
        .select({ version: templateVersions })
        .from(directLinks)
        .innerJoin(templates, eq(templates.id, directLinks.templateId))
        .innerJoin(templateVersions, usedVersion())
        .where(and(eq(directLinks.id, link.id)));
      await assertUsable(tx, columns, used?.version ?? null);
    }
    await markDone(tx, {});
    return { id, linkId };
  });
}

/** `POST …/rotate`: another URL; the one before leads nowhere at once, also for a visitor who is under way. Throws `not_found`. */
export async function rotateDirectLink(ctx: Ctx, actor: Actor, ref: LinkRef): Promise<LinkRef> {
  const acting = assertMayRequest(actor);
  return ctx.tx(async (tx) => {
    await assertStillActing(tx, acting);
    const link = await lockOwnLink(tx, actor, ref);
    await tx.db
      .update(directLinks)
      .set({ ...makeToken(tx), updatedAt: sql`clock_timestamp()` })
      .where(eq(directLinks.id, link.id));
    await markDone(tx, {});
    return ref;
  });
}

export const directLinkDeleted = { message: "The direct link is deleted." };

/** `DELETE …`: the URL leads nowhere at once; documents that were made stay. Throws `not_found`. */
export async function deleteDirectLink(ctx: Ctx, actor: Actor, ref: LinkRef): Promise<typeof directLinkDeleted> {
  await ctx.tx(async (tx) => {
    const link = await lockOwnLink(tx, actor, ref);
    await tx.db
      .update(directLinks)
      .set({ deletedAt: sql`now()`, people: {} })
      .where(eq(directLinks.id, link.id));
    await markDone(tx, {});
  });
  return directLinkDeleted;
}
