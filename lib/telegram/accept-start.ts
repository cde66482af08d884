import { and, eq, gt, isNull } from "drizzle-orm";
import { telegramLinks, telegramLinkTokens } from "@/db/schema/telegram";
import type { Ctx } from "@/lib/context";
import { enqueue } from "@/lib/outbox/enqueue";
import { hashToken } from "./create-link";

export interface AcceptedStart {
  accountId: number;
  /** The chat that was linked before, when it is another. */
  replacedChatId: string | null;
}

/** Binds the chat to the account of a link's token, which is used up; null for a token that is unknown, used or past its time. Call it in a transaction. */
export async function acceptStart(ctx: Ctx, token: string, chatId: string): Promise<AcceptedStart | null> {
  const now = await ctx.now();
  const [used] = await ctx.db
    .update(telegramLinkTokens)
    .set({ usedAt: now })
    .where(
      and(
        eq(telegramLinkTokens.tokenHash, hashToken(token)),
        isNull(telegramLinkTokens.usedAt),
        gt(telegramLinkTokens.expiresAt, now),
      ),
    )
    .returning({ accountId: telegramLinkTokens.accountId });
  if (!used) return null;
  const { accountId } = used;
  const [before] = await ctx.db
    .select({ chatId: telegramLinks.chatId })
    .from(telegramLinks)
    .where(eq(telegramLinks.accountId, accountId))
    .for("update");
  await ctx.db
    .insert(telegramLinks)
    .values({ accountId, chatId, linkedAt: now })
    .onConflictDoUpdate({ target: telegramLinks.accountId, set: { chatId, linkedAt: now } });
  await enqueue(ctx, "accountMail", { template: "telegram_linked", accountId });
  return { accountId, replacedChatId: before && before.chatId !== chatId ? before.chatId : null };
}
