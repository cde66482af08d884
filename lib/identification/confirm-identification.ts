import { appendAuditEvent } from "@/lib/audit/append";
import type { Actor, Ctx } from "@/lib/context";
import { DomainError, invalid } from "@/lib/errors";
import { markDone } from "@/lib/idempotency/mark-done";
import { readCode } from "@/lib/otp/code";
import type { CodedAct } from "@/lib/sign-methods/code-history";
import { compareCode, type RightCode } from "@/lib/sign-methods/compare-code";
import { consumeCode } from "@/lib/sign-methods/consume-code";
import { findIdentification } from "./find-identification";
import type { GuestMethod } from "./guest-method";
import { startGuestSession, type GuestCredential } from "./guest-session";

/**
 * A right code makes its bearer the guest of this one sign request, for 12 hours. The code is used up. Throws `validation_failed` for what
 * cannot be a code, and what `findIdentification` and `compareCode` throw.
 */
export async function confirmIdentification(
  ctx: Ctx,
  actor: Actor,
  input: { u: string; code: string },
): Promise<GuestCredential> {
  const act = await findIdentification(ctx, actor, input.u);
  const code = readEnteredCode(input.code);
  return compareCode(ctx, actor, act, code, async (tx, current, right) => {
    const credential = await startGuest(tx, actor, current, right);
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

/** Uses the code up and starts the guest's session, in the transaction that found it right. Throws `code_expired` when it went over another channel. */
export async function startGuest(
  ctx: Ctx,
  actor: Actor,
  act: CodedAct & { method: GuestMethod },
  { challengeId, enteredAt, channel, to }: RightCode,
): Promise<GuestCredential> {
  if (channel !== act.method || !(await consumeCode(ctx, challengeId)))
    throw new DomainError("code_expired", { detail: "Ask for a new code." });
  const signRequestId = act.signRequest.id;
  const credential = await startGuestSession(
    ctx,
    { signRequestId, method: act.method, recipient: to, challengeId },
    enteredAt,
  );
  await appendAuditEvent(ctx, actor, act.file.id, {
    type: "identify.code.accepted",
    auth: { method: act.method, challengeId },
    data: { signRequestId, challengeId },
  });
  return credential;
}

/** What was answered, from what was noted of it. */
export function readCredential(noted: string): GuestCredential {
  const { token, expiresAt, signRequestId } = JSON.parse(noted) as {
    token: string;
    expiresAt: string;
    signRequestId: number;
  };
  return { token, expiresAt: new Date(expiresAt), signRequestId };
}
