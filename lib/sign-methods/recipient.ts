import type { SignRequest } from "@/db/schema/files";
import { findAccountByEmail } from "@/lib/accounts/find";
import { maskPhone } from "@/lib/accounts/phone-number";
import type { Ctx } from "@/lib/context";
import { DomainError } from "@/lib/errors";
import { maskAddress } from "@/lib/files/mask-address";
import { findChat } from "@/lib/telegram/find-chat";
import type { SignMethodName } from "./method-names";
import { isConfigured } from "./registry";

/** What codes travel over. */
export type CodeChannel = Exclude<SignMethodName, "password">;

export interface CodeRecipient {
  channel: CodeChannel;
  /** An address, a number in E.164, or the id of a chat. */
  to: string;
  /** As the signer may see it, whoever looks over their shoulder: `b…@x.org`, `+49…78`, `Telegram`. */
  masked: string;
}

type Recipient = Pick<SignRequest, "email" | "phone" | "signMethod">;

/**
 * Where a code for this signer goes, over the channel of the sign method unless another is named. A number is the request's, else that of the
 * account whose proved address is the signer's. Throws `sign_method_mismatch` for a method without codes, then `gateway_unavailable`, then
 * `phone_missing` or `chat_missing`.
 */
export async function codeRecipient(ctx: Ctx, { signRequest }: { signRequest: Recipient }, channel: SignMethodName = signRequest.signMethod): Promise<CodeRecipient> {
  if (channel === "password") throw new DomainError("sign_method_mismatch", { detail: "This document is signed with your signing password, not with a code." });
  if (!isConfigured(ctx, channel)) throw new DomainError("gateway_unavailable", { detail: unavailableWords[channel], retryAfterSeconds: 3600 });
  switch (channel) {
    case "email": return { channel, to: signRequest.email, masked: maskAddress(signRequest.email) };
    case "telegram": return { channel, to: await chatOf(ctx, signRequest), masked: "Telegram" };
    case "sms":
    case "signal": {
      const to = await phoneOf(ctx, signRequest);
      return { channel, to, masked: maskPhone(to) };
    }
  }
}

const unavailableWords: Record<CodeChannel, string> = {
  email: "Codes cannot be mailed at present.",
  sms: "This service cannot send text messages at present.",
  telegram: "This service cannot write to Telegram at present.",
  signal: "This service cannot write to Signal at present.",
};

async function phoneOf(ctx: Ctx, signRequest: Recipient): Promise<string> {
  const phone = signRequest.phone ?? (await provedAccount(ctx, signRequest))?.phone;
  if (!phone) throw new DomainError("phone_missing", { detail: "There is no telephone number to send the code to. Add yours to your account, or ask the sender to add it." });
  return phone;
}

async function chatOf(ctx: Ctx, signRequest: Recipient): Promise<string> {
  const account = await provedAccount(ctx, signRequest);
  const chat = account && await findChat(ctx, account.id);
  if (!chat) throw new DomainError("chat_missing", { detail: "Your account is not linked with a Telegram chat yet." });
  return chat;
}

/** Somebody who only claims the address has no say in where its codes go. */
async function provedAccount(ctx: Ctx, { email }: Recipient): Promise<{ id: number; phone: string | null } | null> {
  const found = await findAccountByEmail(ctx, email);
  return found?.account.emailProvedAt ? found.account : null;
}
