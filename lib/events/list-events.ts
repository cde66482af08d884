import { and, asc, eq, gt } from "drizzle-orm";
import { events, type EventRow } from "@/db/views";
import type { Ctx } from "@/lib/context";

export interface EventPage {
  rows: EventRow[];
  /** The position to go on after; null when there is no more now. */
  next: number | null;
}

const standardLength = 20;

/**
 * The account's log after a position, oldest first. Whoever reads on from the last position seen misses nothing: positions are given
 * out in the order of the commits.
 */
export async function listEvents(
  ctx: Ctx,
  accountId: number,
  { after = 0, length = standardLength }: { after?: number | undefined; length?: number | undefined },
): Promise<EventPage> {
  const rows = await ctx.db
    .select()
    .from(events)
    .where(and(eq(events.accountId, accountId), gt(events.position, after)))
    .orderBy(asc(events.position))
    .limit(length + 1);
  const page = rows.slice(0, length);
  return { rows: page, next: rows.length > length ? (page.at(-1)?.position ?? null) : null };
}
