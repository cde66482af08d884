import { maskPhone, readPhone } from "@/lib/accounts/phone-number";
import { emailAddress } from "@/lib/accounts/schema";
import type { AccountActor, Ctx } from "@/lib/context";
import { DomainError, invalid } from "@/lib/errors";
import { maskAddress } from "@/lib/files/mask-address";
import { findChat } from "@/lib/telegram/find-chat";
import type { GatewayChannel } from "./schema";

export interface TestRecipient {
  to: string;
  masked: string;
}

/**
 * Whom a test goes to: whoever the administrator names, else themself. Throws `validation_failed` for what is no address of the channel,
 * `phone_missing`, `chat_missing`.
 */
export async function testRecipient(
  ctx: Ctx,
  actor: AccountActor,
  channel: GatewayChannel,
  named: string | undefined,
): Promise<TestRecipient> {
  if (channel === "email") return toMail(named ?? actor.account.email);
  if (channel === "telegram") return toChat(named ?? (await findChat(ctx, actor.account.id)));
  return toNumber(named ?? actor.account.phone);
}

function toMail(address: string): TestRecipient {
  const parsed = emailAddress.safeParse(address);
  if (!parsed.success) throw invalid("/to", "email_invalid", "to is not an e-mail address");
  return { to: parsed.data, masked: maskAddress(parsed.data) };
}

function toNumber(number: string | null): TestRecipient {
  if (number === null)
    throw new DomainError("phone_missing", { detail: "Your account has no telephone number; name one" });
  const to = readPhone(number);
  if (to === null)
    throw invalid("/to", "phone_invalid", "to is not a telephone number in international form, such as +491701234567");
  return { to, masked: maskPhone(to) };
}

function toChat(chat: string | null): TestRecipient {
  if (chat === null)
    throw new DomainError("chat_missing", {
      detail: "Your account has no Telegram chat; link one, or name the id of a chat",
    });
  if (!/^-?\d{1,20}$/.test(chat)) throw invalid("/to", "chat_invalid", "to is not the id of a chat");
  return { to: chat, masked: "Telegram" };
}
