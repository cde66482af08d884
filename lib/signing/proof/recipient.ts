import { eq } from "drizzle-orm";
import { accounts } from "@/db/schema/accounts";
import type { SignRequest } from "@/db/schema/files";
import { emailUnproved, isAccountOf } from "@/lib/accounts/actor";
import { maskPhone } from "@/lib/accounts/change-phone";
import { findChat } from "@/lib/accounts/find";
import type { Actor, Ctx } from "@/lib/context/context";
import type { SignMethodName } from "@/lib/context/sign-methods/method-names";
import { isConfigured } from "@/lib/context/sign-methods/registry";
import { DomainError } from "@/lib/platform/errors";
import { maskAddress } from "@/lib/platform/plain-text";

/** Channels of codes. */
export type CodeChannel = Exclude<SignMethodName, "password" | "link">;

export interface CodeRecipient {
  channel: CodeChannel;
  /** An address, a number in E.164, or the id of a chat. */
  to: string;
  /** As shown to the signer and to anyone who can see their screen: `b…@x.org`, `+49…78`, `Telegram`. */
  masked: string;
}

type Recipient = Pick<SignRequest, "id" | "email" | "phone" | "signMethod">;

/**
 * The recipient of a code for this signer, over the sign method's channel unless another is given. The number is the
 * request's, else that of the account whose proved address is the signer's. Throws `sign_method_mismatch` for a method
 * without codes, then `gateway_unavailable`, then `phone_missing`, `chat_missing`, or `email_unproved` for an account whose
 * own number or chat does not count here.
 */
export async function codeRecipient(
  ctx: Ctx,
  { signRequest, actor }: { signRequest: Recipient; actor?: Actor },
  channel: SignMethodName = signRequest.signMethod,
): Promise<CodeRecipient> {
  if (channel === "password")
    throw new DomainError("sign_method_mismatch", {
      detail: "This document is signed with your signing password, not with a code.",
    });
  if (channel === "link")
    throw new DomainError("sign_method_mismatch", { detail: "No code is needed: the link is enough to sign." });
  if (!isConfigured(ctx, channel))
    throw new DomainError("gateway_unavailable", { detail: unavailableDetails[channel], retryAfterSeconds: 3600 });
  const to = await findRecipient(ctx, signRequest, channel, false);
  if (to === null) throw nowhere(channel, signRequest, actor);
  return { channel, to, masked: masked(channel, to) };
}

/**
 * The current recipient of a code for this signer over this channel; null for none. With `lock`, it cannot change until
 * the transaction ends, provided that the caller holds the lock of the request's row.
 */
export async function findRecipient(
  ctx: Ctx,
  signRequest: Recipient,
  channel: CodeChannel,
  lock: boolean,
): Promise<string | null> {
  switch (channel) {
    case "email":
      return signRequest.email;
    case "telegram":
      return chatOf(ctx, signRequest, lock);
    case "sms":
    case "signal":
      return signRequest.phone ?? (await provedAccount(ctx, signRequest, lock))?.phone ?? null;
  }
}

function masked(channel: CodeChannel, to: string): string {
  switch (channel) {
    case "email":
      return maskAddress(to);
    case "telegram":
      return "Telegram";
    case "sms":
    case "signal":
      return maskPhone(to);
  }
}

const unavailableDetails: Record<CodeChannel, string> = {
  email: "Codes cannot be mailed at present.",
  sms: "This service cannot send text messages at present.",
  telegram: "This service cannot write to Telegram at present.",
  signal: "This service cannot write to Signal at present.",
};

function nowhere(channel: CodeChannel, signRequest: Recipient, actor?: Actor): DomainError {
  // Only the link of another request has proved the address, so adding a number or chat would not help.
  if (actor?.kind === "account" && !isAccountOf(actor.account, signRequest)) return emailUnproved();
  if (channel === "telegram")
    return new DomainError("chat_missing", { detail: "Your account is not linked with a Telegram chat yet." });
  return new DomainError("phone_missing", {
    reason: "signer_phone_missing",
    detail: "There is no phone number to send the code to. Add yours to your account, or ask the sender to add it.",
  });
}

async function chatOf(ctx: Ctx, signRequest: Recipient, lock: boolean): Promise<string | null> {
  const account = await provedAccount(ctx, signRequest, lock);
  return account && findChat(ctx, account.id, lock);
}

/** An account that has not proved the address cannot choose where its codes go. */
async function provedAccount(
  ctx: Ctx,
  signRequest: Recipient,
  lock: boolean,
): Promise<{ id: number; phone: string | null } | null> {
  const found = ctx.db.select().from(accounts).where(eq(accounts.email, signRequest.email));
  const [account] = await (lock ? found.for("share") : found);
  return account && isAccountOf(account, signRequest) ? account : null;
}
