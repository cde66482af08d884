import { randomInt, timingSafeEqual } from "node:crypto";
import type { SignRequest } from "@/db/schema/files";
import type { Challenge } from "@/db/schema/work";
import type { Ctx } from "@/lib/platform/context";
import { DomainError } from "@/lib/platform/errors";
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
  return sent.recipientHmac !== null && sameHmac(sent.recipientHmac, recipientHmac(ctx, signRequestId, recipient));
}

/**
 * Returns the recipient if codes for this signer still go there, which stays so until the caller's transaction ends. Throws `code_expired`
 * when the number or chat has since been changed or removed: access to the old one proves nothing.
 */
export async function assertSameRecipient(ctx: Ctx, signRequest: SignRequest, sent: CodeDestination): Promise<string> {
  const { channel } = sent;
  if (channel === "password" || channel === "link") throw new Error(`no code goes over ${channel}`);
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

/** Six decimal digits from the operating system's random source, uniformly distributed. */
export function makeCode(): string {
  return String(randomInt(0, 1_000_000)).padStart(6, "0");
}

/** The six digits typed by a person, without spaces and hyphens; null for input that cannot be a code. */
export function readCode(typed: string): string | null {
  const code = typed.replace(/[\s-]/gu, "");
  return /^\d{6}$/.test(code) ? code : null;
}

/** The HMAC input for a code: a code is valid for one purpose, one signing request and one preparation only. */
export function codeBinding(
  code: string,
  bound: { purpose: string; signRequestId: number; preparation: number },
): string {
  return `${bound.purpose}\n${bound.signRequestId}\n${bound.preparation}\n${code}`;
}

/** The HMAC input for a recipient. It includes the request, so that equal numbers cannot be recognised across requests. */
export function recipientBinding(to: string, bound: { channel: string; signRequestId: number }): string {
  return `recipient\n${bound.channel}\n${bound.signRequestId}\n${to}`;
}

/** Compares two HMACs of equal length in constant time. */
export function sameHmac(left: string, right: string): boolean {
  const [a, b] = [Buffer.from(left), Buffer.from(right)];
  return a.length === b.length && timingSafeEqual(a, b);
}
