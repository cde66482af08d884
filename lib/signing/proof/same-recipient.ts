import { randomInt, timingSafeEqual } from "node:crypto";
import type { SignRequest } from "@/db/schema/files";
import type { Challenge } from "@/db/schema/work";
import type { Ctx } from "@/lib/platform/context";
import { DomainError } from "@/lib/platform/errors";
import { findRecipient, type CodeChannel, type CodeRecipient } from "./recipient";

/** Where a code went. A mask says that to people; whether two recipients are the same, only the HMAC of the whole one tells. */
type CodeDestination = Pick<Challenge, "channel" | "recipientHmac">;

/** The stored facts of a recipient with a code. */
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

/** Six decimal digits from the operating system's randomness, every value equally likely. */
export function makeCode(): string {
  return String(randomInt(0, 1_000_000)).padStart(6, "0");
}

/** The six digits that a person typed, without the spaces and hyphens that people put between them; null for what cannot be a code. */
export function readCode(typed: string): string | null {
  const code = typed.replace(/[\s-]/gu, "");
  return /^\d{6}$/.test(code) ? code : null;
}

/** The message of a code's HMAC: a code works for one purpose, one sign request and one preparation only. */
export function codeBinding(
  code: string,
  bound: { purpose: string; signRequestId: number; preparation: number },
): string {
  return `${bound.purpose}\n${bound.signRequestId}\n${bound.preparation}\n${code}`;
}

/** The message of a recipient's HMAC. It differs from request to request, so that it does not reveal whose codes go to one number. */
export function recipientBinding(to: string, bound: { channel: string; signRequestId: number }): string {
  return `recipient\n${bound.channel}\n${bound.signRequestId}\n${to}`;
}

/** Compares two HMACs of equal length in constant time. */
export function sameHmac(left: string, right: string): boolean {
  const [a, b] = [Buffer.from(left), Buffer.from(right)];
  return a.length === b.length && timingSafeEqual(a, b);
}
