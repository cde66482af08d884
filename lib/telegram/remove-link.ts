import { eq } from "drizzle-orm";
import { telegramLinks } from "@/db/schema/telegram";
import { accountActor } from "@/lib/accounts/actor";
import type { Actor, Ctx } from "@/lib/context";
import { markDone } from "@/lib/idempotency/mark-done";
import { enqueue } from "@/lib/outbox/enqueue";
import { voidTelegramLinks } from "./create-link";

/** Ends the link with the chat, and links to the bot that were not used yet; the owner is told by mail when there was a chat. */
export async function removeTelegramLink(ctx: Ctx, actor: Actor): Promise<void> {
  const accountId = accountActor(actor).account.id;
  await ctx.tx(async (tx) => {
    await voidTelegramLinks(tx, accountId, await tx.now());
    const removed = await tx.db
      .delete(telegramLinks)
      .where(eq(telegramLinks.accountId, accountId))
      .returning({ accountId: telegramLinks.accountId });
    if (removed.length > 0) await enqueue(tx, "accountMail", { template: "telegram_unlinked", accountId });
    await markDone(tx, {});
  });
  ctx.wakeOutbox();
}
