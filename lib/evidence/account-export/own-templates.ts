import { asc, eq } from "drizzle-orm";
import { directLinks, type DirectLink } from "@/db/schema/direct-links";
import { templates } from "@/db/schema/templates";
import type { Ctx } from "@/lib/platform/context";
import type { AccountExport } from "./schema";

/** Every template with its direct links, deleted ones as well, one template at a time. */
export async function* ownTemplates(ctx: Ctx, accountId: number): AsyncGenerator<AccountExport["templates"][number]> {
  const own = await ctx.db.select().from(templates).where(eq(templates.ownerId, accountId)).orderBy(asc(templates.id));
  for (const { id, name, version, uses, createdAt, updatedAt, deletedAt } of own) {
    const links = await ctx.db
      .select()
      .from(directLinks)
      .where(eq(directLinks.templateId, id))
      .orderBy(asc(directLinks.id));
    yield {
      id,
      name,
      version,
      uses,
      createdAt: createdAt.toISOString(),
      updatedAt: updatedAt.toISOString(),
      deletedAt: deletedAt?.toISOString() ?? null,
      directLinks: links.map(toDirectLinkExport),
    };
  }
}

function toDirectLinkExport(link: DirectLink): AccountExport["templates"][number]["directLinks"][number] {
  const people = Object.entries(link.people).flatMap(([role, person]) =>
    person.kind === "preset" ? [{ role, email: person.email, displayName: person.displayName }] : [],
  );
  const { id, name, role, uses, createdAt, endsAt, deletedAt } = link;
  return {
    id,
    name,
    role,
    people,
    uses,
    createdAt: createdAt.toISOString(),
    endsAt: endsAt?.toISOString() ?? null,
    deletedAt: deletedAt?.toISOString() ?? null,
  };
}
