import { and, eq, isNull } from "drizzle-orm";
import { directLinks } from "@/db/schema/direct-links";
import { templateVersions } from "@/db/schema/templates";
import { assertMayRequest, provedActor } from "@/lib/accounts/actor";
import { assertStillActing } from "@/lib/accounts/still-acting";
import type { Actor, Ctx } from "@/lib/platform/context";
import { invalid } from "@/lib/platform/errors";
import { markDone } from "@/lib/platform/idempotency/keys";
import { lockOwnTemplate } from "../templates/access";
import { makeToken } from "./access";
import { assertUsable, readNewLink } from "./read-input";
import type { NewDirectLink } from "./schema";

/**
 * `POST /templates/{id}/direct-links`: a link by which strangers make requests of this template. Throws `not_found`, `email_unproved`,
 * `validation_failed`, and what `createFromTemplate` throws about the people named.
 */
export async function createDirectLink(
  ctx: Ctx,
  actor: Actor,
  { id, ...input }: NewDirectLink & { id: number },
): Promise<{ id: number; linkId: number }> {
  const acting = assertMayRequest(actor);
  return ctx.tx(async (tx) => {
    const template = await lockOwnTemplate(tx, acting, id);
    provedActor(acting);
    await assertStillActing(tx, acting);
    const columns = await readNewLink(tx, input);
    const [version] = await tx.db
      .select()
      .from(templateVersions)
      .where(
        and(
          eq(templateVersions.templateId, template.id),
          eq(templateVersions.number, columns.version ?? template.version),
        ),
      );
    await assertUsable(tx, columns, version ?? null);
    const most = tx.limits.directLinksPerTemplate;
    const own = and(eq(directLinks.templateId, template.id), isNull(directLinks.deletedAt));
    if ((await tx.db.$count(directLinks, own)) >= most)
      throw invalid("", "too_many", `A template has at most ${most} direct links`, most);
    const [link] = await tx.db
      .insert(directLinks)
      .values({ ...columns, templateId: template.id, ...makeToken(tx) })
      .returning({ id: directLinks.id });
    if (!link) throw new Error("the link was not stored");
    await markDone(tx, { linkId: link.id });
    return { id: template.id, linkId: link.id };
  });
}
