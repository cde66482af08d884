import { and, eq, notExists, sql } from "drizzle-orm";
import { files } from "@/db/schema/files";
import { templateDocuments, templates, templateVersions, type Template } from "@/db/schema/templates";
import { removeBlobs } from "@/lib/documents/storage/remove-blobs";
import { blobKey, type BlobKey } from "@/lib/platform/blobs/blob-store";
import type { Actor, Ctx } from "@/lib/platform/context";
import { markDone } from "@/lib/platform/idempotency/keys";
import { recordTemplateEvent } from "@/lib/records/events/record-events";
import { lockOwnTemplate } from "./access";

export const templateDeleted = { message: "The template is deleted." };

/** `DELETE /templates/{id}`: the template and the bytes of its documents go; requests made from it have copies. Throws `not_found`. */
export async function deleteTemplate(ctx: Ctx, actor: Actor, { id }: { id: number }): Promise<typeof templateDeleted> {
  const gone = await ctx.tx(async (tx) => {
    const keys = await deleteLockedTemplate(tx, await lockOwnTemplate(tx, actor, id));
    await markDone(tx, {});
    return keys;
  });
  await removeBlobs(ctx, gone);
  return templateDeleted;
}

/** Deletes a template that the caller has locked. Returns its blobs, for `removeBlobs` after the commit. */
export async function deleteLockedTemplate(tx: Ctx, template: Template): Promise<BlobKey[]> {
  await tx.db
    .update(templates)
    .set({ deletedAt: sql`now()` })
    .where(eq(templates.id, template.id));
  const keys = await forgetDocuments(tx, template.id);
  await deleteUnused(tx, template.id);
  await recordTemplateEvent(tx, template, "template.deleted");
  return keys;
}

/** The versions that no request was made from, and their documents: otherwise rows would be left that nobody could see or delete. */
async function deleteUnused(ctx: Ctx, templateId: number): Promise<void> {
  const ofVersion = ctx.db.select({ id: files.id }).from(files).where(eq(files.templateVersionId, templateVersions.id));
  await ctx.db.delete(templateVersions).where(and(eq(templateVersions.templateId, templateId), notExists(ofVersion)));
  const ofDocument = ctx.db
    .select({ id: templateVersions.id })
    .from(templateVersions)
    .where(eq(templateVersions.documentId, templateDocuments.id));
  await ctx.db
    .delete(templateDocuments)
    .where(and(eq(templateDocuments.templateId, templateId), notExists(ofDocument)));
}

/** Takes the segments out of the documents' rows; the versions stay, because requests name them. Returns the blobs to remove after the commit. */
async function forgetDocuments(ctx: Ctx, templateId: number): Promise<BlobKey[]> {
  const documents = await ctx.db.select().from(templateDocuments).where(eq(templateDocuments.templateId, templateId));
  await ctx.db.update(templateDocuments).set({ segments: [] }).where(eq(templateDocuments.templateId, templateId));
  return documents.flatMap(({ uuid, segments }) => segments.map(({ sha256 }) => blobKey(uuid, sha256)));
}
