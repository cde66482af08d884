import { and, eq, isNull } from "drizzle-orm";
import { accounts } from "@/db/schema/accounts";
import type { Ctx } from "@/lib/platform/context";
import { readZone } from "@/lib/platform/office-hours";

/** Notes the zone of a person's browser at a log-in, for times in mails. A zone that is known already stays: it may have been chosen. */
export async function noteTimeZone(
  ctx: Ctx,
  account: { id: number; timeZone: string | null },
  timeZone: string | undefined,
): Promise<void> {
  if (account.timeZone !== null || timeZone === undefined) return;
  const zone = readZone(timeZone);
  if (zone === null) return;
  await ctx.db
    .update(accounts)
    .set({ timeZone: zone })
    .where(and(eq(accounts.id, account.id), isNull(accounts.timeZone)));
}
