import type { z } from "zod";
import type { Actor, Ctx } from "@/lib/context";
import { madeText, type Made } from "@/lib/idempotency/made";
import { readTelegramLink, type TelegramLink } from "./create-link";
import type { TelegramLinkState } from "./get-link";
import type { telegramLinkAnswer, telegramLinkState } from "./schema";

export function toTelegramLinkWire({ url, expiresAt }: TelegramLink): z.infer<typeof telegramLinkAnswer> {
  return { url, expiresAt: expiresAt.toISOString() };
}

export function toTelegramStateWire({ isConfigured, linkedAt }: TelegramLinkState): z.infer<typeof telegramLinkState> {
  return { configured: isConfigured, linkedAt: linkedAt?.toISOString() ?? null };
}

/** The answer again, from what the act noted. */
export function againLink(_ctx: Ctx, _actor: Actor, _input: unknown, made: Made): z.infer<typeof telegramLinkAnswer> {
  return toTelegramLinkWire(readTelegramLink(madeText(made, "secret")));
}

export function unlinked(_done?: void): { message: string } {
  return { message: "No Telegram chat is linked with your account any more" };
}
