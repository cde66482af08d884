import { and, eq, isNull } from "drizzle-orm";
import { challenges } from "@/db/schema/work";
import { appendAuditEvent } from "@/lib/audit/append";
import type { Actor, Ctx } from "@/lib/context";
import { DomainError, invalid } from "@/lib/errors";
import { markDone } from "@/lib/idempotency/mark-done";
import { readCode } from "@/lib/otp/code";
import type { CodedAct } from "@/lib/sign-methods/code-history";
import { compareCode, type RightCode } from "@/lib/sign-methods/compare-code";
import { codeRecipient, type CodeRecipient } from "@/lib/sign-methods/recipient";
import { findIdentification } from "./find-identification";
import type { GuestMethod } from "./guest-method";
import { startGuestSession, type GuestCredential } from "./guest-session";

/**
 * A right code makes its bearer the guest of this one sign request, for 12 hours. The code is used up. Throws `validation_failed` for what
 * cannot be a code, and what `findIdentification`, `codeRecipient` and `compareCode` throw.
 */
export async function confirmIdentification(ctx: Ctx, actor: Actor, input: { u: string; code: string }): Promise<GuestCredential> {
  const act = await findIdentification(ctx, actor, input.u);
  const code = readEnteredCode(input.code);
  const recipient = await codeRecipient(ctx, act, act.method);
  return compareCode(ctx, actor, act, code, async (tx, current, right) => {
    const credential = await startGuest(tx, actor, current, recipient, right);
    await markDone(tx, { signRequestId: current.signRequest.id }, JSON.stringify(credential));
    return credential;
  });
}

/** Six digits, or `validation_failed`: what cannot be a code is no try. */
export function readEnteredCode(given: string): string {
  const code = readCode(given);
  if (code === null) throw invalid("/code", "code_invalid", "code must be six digits");
  return code;
}

/** Uses the code up and starts the guest's session, in the transaction that found it right. Throws `code_expired` when it went elsewhere. */
export async function startGuest(
  ctx: Ctx, actor: Actor, act: CodedAct & { method: GuestMethod }, recipient: CodeRecipient, { challengeId, enteredAt }: RightCode,
): Promise<GuestCredential> {
  await consumeCode(ctx, challengeId, recipient);
  const signRequestId = act.signRequest.id;
  const credential = await startGuestSession(ctx, { signRequestId, method: act.method, recipient: recipient.to, challengeId }, enteredAt);
  await appendAuditEvent(ctx, actor, act.file.id, { type: "identify.code.accepted", auth: { method: act.method, challengeId }, data: { signRequestId, challengeId } });
  return credential;
}

/** Uses a code up. One that was sent to a number which is not the signer's any more proves nothing: `code_expired`. */
export async function consumeCode(ctx: Ctx, challengeId: number, { masked }: CodeRecipient): Promise<void> {
  const consumed = await ctx.db.update(challenges).set({ consumedAt: await ctx.now() })
    .where(and(eq(challenges.id, challengeId), isNull(challenges.consumedAt), eq(challenges.sentTo, masked))).returning({ id: challenges.id });
  if (consumed.length === 0) throw new DomainError("code_expired", { detail: "The code was sent elsewhere. Ask for a new one." });
}

/** What was answered, from what was noted of it. */
export function readCredential(noted: string): GuestCredential {
  const { token, expiresAt, signRequestId } = JSON.parse(noted) as { token: string; expiresAt: string; signRequestId: number };
  return { token, expiresAt: new Date(expiresAt), signRequestId };
}
