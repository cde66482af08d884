import { eq } from "drizzle-orm";
import { files, type File } from "@/db/schema/files";
import type { Ctx } from "@/lib/context";
import { insertSegments } from "@/lib/files/insert-draft";
import type { BuiltRevision } from "./build";

/**
 * Makes a built revision part of the file, in the caller's transaction and under the file's row lock; the caller has compared the
 * revision it was built on. Answers the file as it is now.
 */
export async function appendRevision(
  ctx: Ctx,
  file: File,
  built: BuiltRevision,
  changes: Partial<Pick<File, "status" | "completedAt">>,
): Promise<File> {
  await insertSegments(ctx, file.id, [built.segment], built.base.segments.length);
  const [changed] = await ctx.db
    .update(files)
    .set({ ...changes, size: file.size + built.segment.size, sha256: built.sha256, revision: file.revision + 1 })
    .where(eq(files.id, file.id))
    .returning();
  if (!changed) throw new Error(`file ${file.id} vanished under its lock`);
  return changed;
}
