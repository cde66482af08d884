import { eq } from "drizzle-orm";
import { files, type File } from "@/db/schema/files";
import type { Ctx } from "@/lib/context";
import { DomainError } from "@/lib/errors";

/** The file as it stands, held until the transaction ends. The caller has authorised the actor. */
export async function lockFile(ctx: Ctx, fileId: number): Promise<File> {
  const [file] = await ctx.db.select().from(files).where(eq(files.id, fileId)).for("update");
  if (!file) throw new DomainError("not_found");
  return file;
}
