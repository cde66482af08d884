import { and, eq } from "drizzle-orm";
import { documentTimestamps } from "@/db/schema/augmentation";
import { files, signRequests } from "@/db/schema/files";
import { appendAuditEvent } from "@/lib/audit/append";
import { systemActor, type Ctx } from "@/lib/context";
import { insertSegments } from "@/lib/files/insert-draft";
import type { BuiltAugmentation } from "./build";

/**
 * Makes both revisions part of the file, in one transaction: bytes, the levels that the signatures have from now on, and the trail. False
 * when the file is not any more what they were built on.
 */
export async function commitAugmentation(ctx: Ctx, built: BuiltAugmentation): Promise<boolean> {
  const { base, timestamp, certificateEndsAt } = built;
  return ctx.tx(async (tx) => {
    const [file] = await tx.db.select().from(files).where(eq(files.id, base.file.id)).for("update");
    if (file?.status !== "signed" || file.revision !== base.file.revision) return false;
    await insertSegments(tx, file.id, built.segments, base.segments.length);
    const [size, revision] = [
      file.size + built.segments.reduce((sum, segment) => sum + segment.size, 0),
      file.revision + 1,
    ];
    await tx.db.update(files).set({ size, sha256: built.sha256, revision }).where(eq(files.id, file.id));
    await tx.db.insert(documentTimestamps).values({ fileId: file.id, revision, at: timestamp.at, certificateEndsAt });
    await raiseLevels(tx, file.id, built.levels);
    await appendAuditEvent(tx, systemActor, file.id, {
      type: "timestamp.added",
      doc: { sha256: built.sha256, size, revision },
      data: { signature: "document", timestamp: timestamp.at.toISOString() },
    });
    return true;
  });
}

async function raiseLevels(ctx: Ctx, fileId: number, levels: ReadonlyMap<string, string>): Promise<void> {
  const signed = await ctx.db
    .select({ id: signRequests.id, signature: signRequests.signature })
    .from(signRequests)
    .where(and(eq(signRequests.fileId, fileId), eq(signRequests.status, "signed")));
  for (const { id, signature } of signed) {
    const level = signature && levels.get(signature.fieldName);
    if (signature && level)
      await ctx.db
        .update(signRequests)
        .set({ signature: { ...signature, level } })
        .where(eq(signRequests.id, id));
  }
}
