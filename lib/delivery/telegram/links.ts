import { randomBytes } from "node:crypto";
import { and, eq, isNull } from "drizzle-orm";
import type { z } from "zod";
import { telegramLinks, telegramLinkTokens } from "@/db/schema/messages";
import { accountActor, assertFreshProof, provedActor } from "@/lib/accounts/actor";
import { assertValidCredential } from "@/lib/accounts/valid-credential";
import { MessagingError, type TelegramGateway } from "@/lib/channels/messenger";
import type { Actor, Ctx } from "@/lib/context/context";
import { madeText, markDone, type Made } from "@/lib/context/idempotency/keys";
import type { telegramLinkAnswer, telegramLinkState } from "@/lib/delivery/schema";
import { DomainError } from "@/lib/platform/errors";
import { hashToken } from "@/lib/platform/secrets/secret-box";
import { enqueue } from "@/lib/records/outbox/enqueue";

interface TelegramLink {
  /** Opens the bot in Telegram. Pressing Start there links that chat to the account. */
  url: string;
  expiresAt: Date;
}

/**
 * A one-time link to the bot. It binds an authenticator, so it needs a fresh proof, like a phone number. It invalidates
 * earlier links. Throws `email_unproved`, `reauth_required`, `gateway_unavailable`.
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
    await assertValidCredential(tx, acting);
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

function readTelegramLink(noted: string): TelegramLink {
  const { url, expiresAt } = JSON.parse(noted) as { url: string; expiresAt: string };
  return { url, expiresAt: new Date(expiresAt) };
}

async function voidTelegramLinks(ctx: Ctx, accountId: number, at: Date): Promise<void> {
  await ctx.db
    .update(telegramLinkTokens)
    .set({ usedAt: at })
    .where(and(eq(telegramLinkTokens.accountId, accountId), isNull(telegramLinkTokens.usedAt)));
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

/** Unlinks the chat and invalidates unused links to the bot. The owner gets an e-mail if there was a chat. */
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

export function toTelegramLinkWire({ url, expiresAt }: TelegramLink): z.infer<typeof telegramLinkAnswer> {
  return { url, expiresAt: expiresAt.toISOString() };
}

export function toTelegramStateWire({ isConfigured, linkedAt }: TelegramLinkState): z.infer<typeof telegramLinkState> {
  return { configured: isConfigured, linkedAt: linkedAt?.toISOString() ?? null };
}

export function againLink(_ctx: Ctx, _actor: Actor, _input: unknown, made: Made): z.infer<typeof telegramLinkAnswer> {
  return toTelegramLinkWire(readTelegramLink(madeText(made, "secret")));
}

export function unlinked(_done?: void): { message: string } {
  return { message: "No Telegram chat is linked with your account now" };
}

interface TelegramLinkState {
  /** Whether this service has a bot. */
  isConfigured: boolean;
  linkedAt: Date | null;
}

/** Whether the caller's account is linked to a chat. The chat itself is never returned. */
export async function getTelegramLink(ctx: Ctx, actor: Actor): Promise<TelegramLinkState> {
  const { account } = accountActor(actor);
  const [row] = await ctx.db
    .select({ linkedAt: telegramLinks.linkedAt })
    .from(telegramLinks)
    .where(eq(telegramLinks.accountId, account.id));
  return { isConfigured: ctx.gateways.telegram !== null, linkedAt: row?.linkedAt ?? null };
}
