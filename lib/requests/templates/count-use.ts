import { and, eq, isNull, sql } from "drizzle-orm";
import { templates } from "@/db/schema/templates";
import type { Ctx } from "@/lib/platform/context";
import { DomainError } from "@/lib/platform/errors";

/** Keeps the template and its versions until the transaction ends. Throws `not_found` when it was deleted meanwhile. */
export async function assertTemplateStays(ctx: Ctx, templateId: number): Promise<void> {
  const [template] = await ctx.db
    .select({ id: templates.id })
    .from(templates)
    .where(and(eq(templates.id, templateId), isNull(templates.deletedAt)))
    .for("key share");
  if (!template) throw new DomainError("not_found");
}

/** Counts a use in the transaction that makes the request, last: the row is locked until the commit. */
export async function countUse(ctx: Ctx, templateId: number): Promise<void> {
  await ctx.db
    .update(templates)
    .set({ uses: sql`${templates.uses} + 1`, lastUsedAt: sql`now()` })
    .where(eq(templates.id, templateId));
}
