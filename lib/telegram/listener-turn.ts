import { and, eq, sql } from "drizzle-orm";
import { telegramListeners } from "@/db/schema/telegram";
import type { Ctx } from "@/lib/context";

/** Longer than one long poll with its time limit. */
const leaseSeconds = 90;

/**
 * Takes, or keeps, the turn to listen to the bot, for 90 seconds: Telegram gives its updates to one listener at a time. Answers the update to
 * begin with, or null while another process listens.
 */
export async function takeListenerTurn(ctx: Ctx, bot: string, listener: string): Promise<number | null> {
  const leasedUntil = sql`now() + make_interval(secs => ${leaseSeconds})`;
  const [row] = await ctx.db
    .insert(telegramListeners)
    .values({ bot, leasedBy: listener, leasedUntil })
    .onConflictDoUpdate({
      target: telegramListeners.bot,
      set: { leasedBy: listener, leasedUntil },
      setWhere: sql`${telegramListeners.leasedUntil} is null or ${telegramListeners.leasedUntil} < now() or ${telegramListeners.leasedBy} = ${listener}`,
    })
    .returning({ nextUpdateId: telegramListeners.nextUpdateId });
  return row?.nextUpdateId ?? null;
}

/** Notes, in the transaction of what it did, that an update is done with. Answers false when it was already. */
export async function passUpdate(ctx: Ctx, bot: string, updateId: number): Promise<boolean> {
  const passed = await ctx.db
    .update(telegramListeners)
    .set({ nextUpdateId: updateId + 1 })
    .where(and(eq(telegramListeners.bot, bot), sql`${telegramListeners.nextUpdateId} <= ${updateId}`))
    .returning({ bot: telegramListeners.bot });
  return passed.length > 0;
}

/** Gives the turn back, so that another process need not wait for its end. */
export async function leaveListenerTurn(ctx: Ctx, bot: string, listener: string): Promise<void> {
  await ctx.db
    .update(telegramListeners)
    .set({ leasedBy: null, leasedUntil: null })
    .where(and(eq(telegramListeners.bot, bot), eq(telegramListeners.leasedBy, listener)));
}
