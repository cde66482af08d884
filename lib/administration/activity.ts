import { desc, eq, lt } from "drizzle-orm";
import type { z } from "zod";
import { accounts } from "@/db/schema/accounts";
import { adminActivity, type AdminActivity } from "@/db/schema/administration";
import { assertAdmin } from "@/lib/accounts/actor";
import type { activityListAnswer } from "@/lib/administration/schema";
import type { Actor, Ctx } from "@/lib/context/context";

interface ActivityRow {
  entry: AdminActivity;
  /** Null: the operator. */
  displayName: string | null;
}

const standardLength = 50;

/**
 * Actions of administrators and of the operator, newest first. `next` is the cursor of the next page. Throws
 * `forbidden`.
 */
export async function listAdminActivity(
  ctx: Ctx,
  actor: Actor,
  { cursor, length = standardLength }: { cursor?: number | undefined; length?: number | undefined },
): Promise<{ rows: ActivityRow[]; next: number | null }> {
  assertAdmin(actor);
  const rows = await ctx.db
    .select({ entry: adminActivity, displayName: accounts.displayName })
    .from(adminActivity)
    .leftJoin(accounts, eq(accounts.id, adminActivity.accountId))
    .where(cursor === undefined ? undefined : lt(adminActivity.id, cursor))
    .orderBy(desc(adminActivity.id))
    .limit(length + 1);
  const page = rows.slice(0, length);
  return { rows: page, next: rows.length > length ? (page.at(-1)?.entry.id ?? null) : null };
}

export function toActivityListWire({
  rows,
  next,
}: {
  rows: readonly ActivityRow[];
  next: number | null;
}): z.infer<typeof activityListAnswer> {
  return {
    data: rows.map(({ entry, displayName }) => ({
      id: entry.id,
      at: entry.at.toISOString(),
      type: entry.type,
      by: entry.accountId === null || displayName === null ? null : { id: entry.accountId, displayName },
      about: entry.data,
    })),
    pagination: { nextCursor: next === null ? null : String(next) },
  };
}
