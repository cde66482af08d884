import { and, asc, eq, isNull } from "drizzle-orm";
import { elements, signRequests, type Element } from "@/db/schema/files";
import type { Ctx } from "@/lib/context";

/** The boxes of everybody who is still to sign or has signed, in the order they were placed. */
export async function readElements(ctx: Ctx, fileId: number): Promise<Element[]> {
  const rows = await ctx.db
    .select({ element: elements })
    .from(elements)
    .innerJoin(signRequests, eq(elements.signRequestId, signRequests.id))
    .where(and(eq(elements.fileId, fileId), isNull(signRequests.removedAt)))
    .orderBy(asc(elements.id));
  return rows.map((row) => row.element);
}
