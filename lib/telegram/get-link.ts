import { eq } from "drizzle-orm";
import { telegramLinks } from "@/db/schema/telegram";
import { accountActor } from "@/lib/accounts/actor";
import type { Actor, Ctx } from "@/lib/context";

export interface TelegramLinkState {
  /** Whether this service has a bot at all. */
  isConfigured: boolean;
  linkedAt: Date | null;
}

/** Whether the caller's account is linked with a chat; which one, nobody is told. */
export async function getTelegramLink(ctx: Ctx, actor: Actor): Promise<TelegramLinkState> {
  const { account } = accountActor(actor);
  const [row] = await ctx.db
    .select({ linkedAt: telegramLinks.linkedAt })
    .from(telegramLinks)
    .where(eq(telegramLinks.accountId, account.id));
  return { isConfigured: ctx.gateways.telegram !== null, linkedAt: row?.linkedAt ?? null };
}
