import { and, asc, eq, isNotNull, isNull, lte } from "drizzle-orm";
import { accounts } from "@/db/schema/accounts";
import { bulkSends } from "@/db/schema/bulk";
import { files } from "@/db/schema/files";
import { templates } from "@/db/schema/templates";
import { systemActor, type Ctx } from "@/lib/context/context";
import { deleteLocked, removeBlobs } from "@/lib/documents/delete";
import type { BlobKey } from "@/lib/platform/blobs/blob-store";
import { noteFileLock } from "@/lib/records/audit/append";
import { enqueue } from "@/lib/records/outbox/enqueue";
import { deleteLockedTemplate } from "./templates/change";

/**
 * A stranger can create as many objects as the request limits allow in a week, so one job deletes a part and queues the
 * next.
 */
const atOnce = 200;

/**
 * Deletes content made in an account before its address was proved, once the address's owner has taken it over:
 * drafts, templates with their direct links, bulk sends. None of it can have been sent. Does nothing for an address
 * that is not proved.
 */
export async function removeUnprovedContent(ctx: Ctx, accountId: number): Promise<void> {
  const [owner] = await ctx.db
    .select({ provedAt: accounts.emailProvedAt })
    .from(accounts)
    .where(and(eq(accounts.id, accountId), isNotNull(accounts.emailProvedAt), isNull(accounts.erasedAt)));
  if (!owner?.provedAt) return;
  const before: Takeover = { accountId, at: owner.provedAt };
  await ctx.db.delete(bulkSends).where(and(eq(bulkSends.ownerId, accountId), lte(bulkSends.createdAt, before.at)));
  for (const deleteOne of [deleteTemplate, deleteDraft])
    for (let count = 0; ; count++) {
      if (count === atOnce) {
        await enqueue(ctx, "removeUnproved", { accountId });
        return;
      }
      const keys = await ctx.tx((tx) => deleteOne(tx, before));
      if (keys === null) break;
      await removeBlobs(ctx, keys);
    }
}

interface Takeover {
  accountId: number;
  at: Date;
}

/** Deletes the next template and returns its blobs; null when none is left. */
async function deleteTemplate(tx: Ctx, { accountId, at }: Takeover): Promise<BlobKey[] | null> {
  const [template] = await tx.db
    .select()
    .from(templates)
    .where(and(eq(templates.ownerId, accountId), isNull(templates.deletedAt), lte(templates.createdAt, at)))
    .orderBy(asc(templates.id))
    .limit(1)
    .for("update");
  return template ? deleteLockedTemplate(tx, template) : null;
}

/** Like `deleteTemplate`. The files of an envelope go with it. */
async function deleteDraft(tx: Ctx, { accountId, at }: Takeover): Promise<BlobKey[] | null> {
  const [file] = await tx.db
    .select()
    .from(files)
    .where(
      and(
        eq(files.requesterId, accountId),
        eq(files.status, "draft"),
        isNull(files.envelopeId),
        isNull(files.heldAt),
        lte(files.createdAt, at),
      ),
    )
    .orderBy(asc(files.id))
    .limit(1)
    .for("update");
  if (!file) return null;
  noteFileLock(tx, file.id);
  return deleteLocked(tx, systemActor, file);
}
