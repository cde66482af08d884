import { and, asc, eq, gt, inArray, isNull } from "drizzle-orm";
import { files, signRequests } from "@/db/schema/files";
import type { Ctx } from "@/lib/context";
import { readEvents } from "./read-events";
import type { AccountExport } from "./schema";

export type RequestMade = AccountExport["requestsMade"][number];

const atOnce = 100;
const iso = (at: Date | null): string | null => at?.toISOString() ?? null;

/** Every request that the account made, deleted ones that are kept for their signers too, a hundred at a time. */
export async function* requestsMade(ctx: Ctx, accountId: number): AsyncGenerator<RequestMade> {
  for (let after = 0; ;) {
    const rows = await ctx.db
      .select()
      .from(files)
      .where(and(eq(files.requesterId, accountId), gt(files.id, after)))
      .orderBy(asc(files.id))
      .limit(atOnce);
    const last = rows.at(-1);
    if (!last) return;
    after = last.id;
    const ids = rows.map(({ id }) => id);
    const [signers, events] = await Promise.all([
      ctx.db
        .select()
        .from(signRequests)
        .where(and(inArray(signRequests.fileId, ids), isNull(signRequests.removedAt)))
        .orderBy(asc(signRequests.id)),
      readEvents(ctx, accountId, ids),
    ]);
    for (const file of rows) {
      yield {
        fileId: file.id,
        uuid: file.uuid,
        name: file.name,
        status: file.status,
        createdAt: file.createdAt.toISOString(),
        releasedAt: iso(file.releasedAt),
        completedAt: iso(file.completedAt),
        closedAt: iso(file.closedAt),
        deletedAt: iso(file.deletedAt),
        signers: signers
          .filter(({ fileId }) => fileId === file.id)
          .map(({ email, displayName, status, signedAt }) => ({ email, displayName, status, signedAt: iso(signedAt) })),
        events: events.filter(({ fileId }) => fileId === file.id).map(({ event }) => event),
      };
    }
  }
}
