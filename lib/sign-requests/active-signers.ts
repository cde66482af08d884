import { and, asc, eq, isNull } from "drizzle-orm";
import { signRequests, type SignRequest } from "@/db/schema/files";
import type { Ctx } from "@/lib/context";

/** The signers of a file who were not removed, in signing order. */
export async function readActiveSigners(ctx: Ctx, fileId: number): Promise<SignRequest[]> {
  return ctx.db
    .select()
    .from(signRequests)
    .where(and(eq(signRequests.fileId, fileId), isNull(signRequests.removedAt)))
    .orderBy(asc(signRequests.signingOrder), asc(signRequests.id));
}
