import { createHash, randomBytes } from "node:crypto";
import { and, eq, isNull } from "drizzle-orm";
import { telegramLinkTokens } from "@/db/schema/telegram";
import { assertFreshProof, provedActor } from "@/lib/accounts/actor";
import type { Actor, Ctx } from "@/lib/context";
import { DomainError } from "@/lib/errors";
import { markDone } from "@/lib/idempotency/mark-done";
import { MessagingError } from "@/lib/messaging/messenger";
import type { TelegramGateway } from "@/lib/messaging/text-gateway";

export interface TelegramLink {
  /** Opens the bot in Telegram; whoever presses Start there binds their chat to the account. */
  url: string;
  expiresAt: Date;
}

/**
 * A link to the bot that works once. It binds an authenticator, so it needs a fresh proof as a telephone number does. An earlier link is void
 * from then on. Throws `email_unproved`, `reauth_required`, `gateway_unavailable`.
 */
export async function createTelegramLink(ctx: Ctx, actor: Actor): Promise<TelegramLink> {
  const acting = provedActor(actor);
  if (!ctx.gateways.telegram)
    throw new DomainError("gateway_unavailable", {
      detail: "No Telegram bot is configured here.",
      retryAfterSeconds: 3600,
    });
  await assertFreshProof(ctx, acting);
  const bot = await botName(ctx.gateways.telegram);
  const token = randomBytes(32).toString("base64url");
  return ctx.tx(async (tx) => {
    const accountId = acting.account.id;
    const createdAt = await tx.now();
    const expiresAt = new Date(createdAt.getTime() + tx.limits.telegramLinkSeconds * 1000);
    await voidTelegramLinks(tx, accountId, createdAt);
    await tx.db.insert(telegramLinkTokens).values({ accountId, tokenHash: hashToken(token), createdAt, expiresAt });
    const link = { url: `https://t.me/${bot}?start=${token}`, expiresAt };
    await markDone(tx, {}, JSON.stringify(link));
    return link;
  });
}

/** What was answered, from what was noted of it. */
export function readTelegramLink(noted: string): TelegramLink {
  const { url, expiresAt } = JSON.parse(noted) as { url: string; expiresAt: string };
  return { url, expiresAt: new Date(expiresAt) };
}

export async function voidTelegramLinks(ctx: Ctx, accountId: number, at: Date): Promise<void> {
  await ctx.db
    .update(telegramLinkTokens)
    .set({ usedAt: at })
    .where(and(eq(telegramLinkTokens.accountId, accountId), isNull(telegramLinkTokens.usedAt)));
}

export function hashToken(token: string): string {
  return createHash("sha256").update(token).digest("hex");
}

async function botName(gateway: TelegramGateway): Promise<string> {
  try {
    return await gateway.botName();
  } catch (error) {
    if (!(error instanceof MessagingError)) throw error;
    throw new DomainError("gateway_unavailable", {
      detail: "Telegram cannot be reached at present.",
      retryAfterSeconds: 60,
      cause: error,
    });
  }
}
