import { and, eq, isNull, sql } from "drizzle-orm";
import {
  templateDocuments,
  templates,
  templateVersions,
  type Template,
  type TemplateDocument,
  type TemplateVersion,
} from "@/db/schema/templates";
import { assertMayRequest } from "@/lib/accounts/actor";
import type { Actor, Ctx } from "@/lib/context/context";
import { DomainError } from "@/lib/platform/errors";
import { toId } from "@/lib/platform/ids";

export interface WholeTemplate {
  template: Template;
  version: TemplateVersion;
  document: TemplateDocument;
}

/**
 * The caller's own template in a version, the current one by default. Throws `not_found` for another account's, a
 * deleted and a missing template alike.
 */
export async function getOwnTemplate(
  ctx: Ctx,
  actor: Actor,
  { id, version }: { id: number; version?: number | undefined },
): Promise<WholeTemplate> {
  const { account } = assertMayRequest(actor);
  const [found] = await ctx.db
    .select({ template: templates, version: templateVersions, document: templateDocuments })
    .from(templates)
    .innerJoin(
      templateVersions,
      and(eq(templateVersions.templateId, templates.id), eq(templateVersions.number, version ?? templates.version)),
    )
    .innerJoin(templateDocuments, eq(templateDocuments.id, templateVersions.documentId))
    .where(and(eq(templates.id, toId(id)), eq(templates.ownerId, account.id), isNull(templates.deletedAt)));
  if (!found) throw new DomainError("not_found");
  return found;
}

/** The row of the caller's own template, locked until the transaction ends. */
export async function lockOwnTemplate(ctx: Ctx, actor: Actor, id: number): Promise<Template> {
  const { account } = assertMayRequest(actor);
  const [template] = await ctx.db
    .select()
    .from(templates)
    .where(and(eq(templates.id, toId(id)), eq(templates.ownerId, account.id), isNull(templates.deletedAt)))
    .for("update");
  if (!template) throw new DomainError("not_found");
  return template;
}

/**
 * Prevents deletion of the template and its versions until the transaction ends. Throws `not_found` if it was deleted
 * in the meantime.
 */
export async function assertTemplateStays(ctx: Ctx, templateId: number): Promise<void> {
  const [template] = await ctx.db
    .select({ id: templates.id })
    .from(templates)
    .where(and(eq(templates.id, templateId), isNull(templates.deletedAt)))
    .for("key share");
  if (!template) throw new DomainError("not_found");
}

/** Counts a use. Call it last in the transaction that makes the request, because it locks the row until the commit. */
export async function countUse(ctx: Ctx, templateId: number): Promise<void> {
  await ctx.db
    .update(templates)
    .set({ uses: sql`${templates.uses} + 1`, lastUsedAt: sql`now()` })
    .where(eq(templates.id, templateId));
}
