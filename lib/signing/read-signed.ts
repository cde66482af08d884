import { eq } from "drizzle-orm";
import { files, signRequests } from "@/db/schema/files";
import type { Ctx } from "@/lib/context";
import type { CommittedSignature } from "./commit";

/** A signature that was committed, and its file as it is now. The caller knows whose it is. */
export async function readSigned(ctx: Ctx, signRequestId: number): Promise<CommittedSignature> {
  const [row] = await ctx.db
    .select({ file: files, signature: signRequests.signature })
    .from(signRequests)
    .innerJoin(files, eq(files.id, signRequests.fileId))
    .where(eq(signRequests.id, signRequestId));
  if (!row?.signature) throw new Error(`sign request ${signRequestId} is not signed`);
  return { file: row.file, signature: row.signature };
}
