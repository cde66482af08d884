import { eq } from "drizzle-orm";
import { telegramLinks } from "@/db/schema/telegram";
import type { Ctx } from "@/lib/context";

/** The chat that the account is linked with, or null. With `lock`, the link stays as it is until the transaction ends. */
export async function findChat(ctx: Ctx, accountId: number, lock = false): Promise<string | null> {
  const link = ctx.db
    .select({ chatId: telegramLinks.chatId })
    .from(telegramLinks)
    .where(eq(telegramLinks.accountId, accountId));
  const [row] = await (lock ? link.for("share") : link);
  return row?.chatId ?? null;
}
