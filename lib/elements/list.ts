import { and, asc, eq, isNull } from "drizzle-orm";
import { elements, signRequests, type Element } from "@/db/schema/files";
import type { Actor, Ctx } from "@/lib/context";
import { getReadableFile } from "@/lib/files/access";
import { toUuid } from "@/lib/files/identifiers";
import type { ElementWire } from "./schema";
import { pageHeightOf, toElementWire } from "./wire";

/** The boxes of a document, for its requester and told signers. */
export async function listElements(ctx: Ctx, actor: Actor, input: { uuid: string }): Promise<{ data: ElementWire[] }> {
  const { file } = await getReadableFile(ctx, actor, { uuid: toUuid(input.uuid) });
  const rows = await readElements(ctx, file.id);
  return { data: rows.map((row) => toElementWire(row, pageHeightOf(file, row))) };
}

/** The boxes of everybody who is still to sign or has signed, in the order they were placed. */
export async function readElements(ctx: Ctx, fileId: number): Promise<Element[]> {
  const rows = await ctx.db.select({ element: elements }).from(elements)
    .innerJoin(signRequests, eq(elements.signRequestId, signRequests.id))
    .where(and(eq(elements.fileId, fileId), isNull(signRequests.removedAt)))
    .orderBy(asc(elements.id));
  return rows.map((row) => row.element);
}
