import type { SignRequest } from "@/db/schema/files";
import type { Challenge } from "@/db/schema/work";
import type { Ctx } from "@/lib/platform/context";
import { DomainError } from "@/lib/platform/errors";
import { isSameSecret } from "@/lib/platform/same-secret";
import { recipientBinding } from "./code-binding";
import { findRecipient, type CodeChannel, type CodeRecipient } from "./recipient";

/** The recipient of a code: a mask for display and an HMAC of the full value for comparison. Different recipients can share a mask. */
type CodeDestination = Pick<Challenge, "channel" | "recipientHmac">;

/** The recipient columns of a stored code. */
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
  return sent.recipientHmac !== null && isSameSecret(sent.recipientHmac, recipientHmac(ctx, signRequestId, recipient));
}

/**
 * Returns the recipient of a code if it is still the signer's current one, and locks it until the caller's transaction ends. Throws
 * `code_expired` if the number or chat was changed or removed since: access to the old one proves nothing.
 */
export async function assertSameRecipient(ctx: Ctx, signRequest: SignRequest, sent: CodeDestination): Promise<string> {
  const { channel } = sent;
  if (channel === "password" || channel === "link") throw new Error(`no code can be sent over ${channel}`);
  const to = await findRecipient(ctx, signRequest, channel, true);
  if (to !== null && isSentTo(ctx, signRequest.id, sent, { channel, to })) return to;
  throw new DomainError("code_expired", {
    detail: `The ${destinationNames[channel]} has changed. Ask for a new code.`,
  });
}

const destinationNames: { readonly [channel in CodeChannel]: string } = {
  email: "address",
  sms: "number",
  signal: "number",
  telegram: "chat",
};
