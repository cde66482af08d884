import { eq, inArray, sql } from "drizzle-orm";
import { directLinkCodes, directLinks } from "@/db/schema/direct-links";
import { templates } from "@/db/schema/templates";
import type { Ctx } from "@/lib/platform/context";
import { makeToken } from "@/lib/requests/direct-links/token";
import type { Person } from "./person";

/**
 * Ends the person's own links. Takes them out of the people whom others' links name: such a link is unsuitable until its owner names
 * somebody else. The HMAC of their address goes from the codes that they used.
 */
export async function eraseDirectLinks(tx: Ctx, { account, email, signRequestIds }: Person): Promise<void> {
  if (account) await endOwnLinks(tx, account.id);
  await tx.db.execute(sql`
    update direct_links set updated_at = clock_timestamp(), people = (
      select coalesce(jsonb_object_agg(person.key, person.value), '{}'::jsonb) from jsonb_each(people) person
      where person.value ->> 'email' is distinct from ${email})
    where exists (select from jsonb_each(people) person where person.value ->> 'email' = ${email})`);
  if (signRequestIds.length > 0)
    await tx.db
      .update(directLinkCodes)
      .set({ recipientHmac: "", codeHmac: "", network: null })
      .where(inArray(directLinkCodes.signRequestId, [...signRequestIds]));
}

async function endOwnLinks(tx: Ctx, accountId: number): Promise<void> {
  const own = await tx.db
    .select({ id: directLinks.id })
    .from(directLinks)
    .innerJoin(templates, eq(templates.id, directLinks.templateId))
    .where(eq(templates.ownerId, accountId));
  for (const { id } of own)
    await tx.db
      .update(directLinks)
      .set({
        ...makeToken(tx),
        name: "Erased link",
        people: {},
        embedOrigins: [],
        deletedAt: sql`coalesce(${directLinks.deletedAt}, now())`,
      })
      .where(eq(directLinks.id, id));
}
