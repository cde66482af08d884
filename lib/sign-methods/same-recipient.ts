import type { SignRequest } from "@/db/schema/files";
import type { Challenge } from "@/db/schema/work";
import type { Ctx } from "@/lib/context";
import { DomainError } from "@/lib/errors";
import { recipientBinding, sameHmac } from "@/lib/otp/code";
import { findRecipient, type CodeChannel, type CodeRecipient } from "./recipient";

/** Where a code went. A mask says that to people; whether two recipients are the same, only the HMAC of the whole one tells. */
export type CodeDestination = Pick<Challenge, "channel" | "recipientHmac">;

/** What is kept of a recipient with a code that goes there. */
export function recipientHmac(
  ctx: Pick<Ctx, "secrets">,
  signRequestId: number,
  { channel, to }: Pick<CodeRecipient, "channel" | "to">,
): string {
  return ctx.secrets.hmac("code", recipientBinding(to, { channel, signRequestId }));
}

export function isSentTo(
  ctx: Pick<Ctx, "secrets">,
  signRequestId: number,
  sent: CodeDestination,
  recipient: Pick<CodeRecipient, "channel" | "to">,
): boolean {
  return sent.recipientHmac !== null && sameHmac(sent.recipientHmac, recipientHmac(ctx, signRequestId, recipient));
}

/**
 * Answers where the code went, when codes for this signer still go there; that stays so until the caller's transaction ends. Throws
 * `code_expired` when the number or the chat was changed or taken away since: whoever has the old one proves nothing any more.
 */
export async function assertSameRecipient(ctx: Ctx, signRequest: SignRequest, sent: CodeDestination): Promise<string> {
  const { channel } = sent;
  if (channel === "password") throw new Error("no code goes to a signing password");
  const to = await findRecipient(ctx, signRequest, channel, true);
  if (to !== null && isSentTo(ctx, signRequest.id, sent, { channel, to })) return to;
  throw new DomainError("code_expired", { detail: `The ${placeWords[channel]} has changed. Ask for a new code.` });
}

const placeWords: { readonly [channel in CodeChannel]: string } = {
  email: "address",
  sms: "number",
  signal: "number",
  telegram: "chat",
};
