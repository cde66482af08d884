import { eq } from "drizzle-orm";
import { telegramLinks } from "@/db/schema/telegram";
import type { Ctx } from "@/lib/context";

/** The chat that the account is linked with, or null. */
export async function findChat(ctx: Ctx, accountId: number): Promise<string | null> {
  const [row] = await ctx.db.select({ chatId: telegramLinks.chatId }).from(telegramLinks).where(eq(telegramLinks.accountId, accountId));
  return row?.chatId ?? null;
}
