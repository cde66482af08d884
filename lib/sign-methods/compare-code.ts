import { eq } from "drizzle-orm";
import { challenges, wrongCodes, type Challenge } from "@/db/schema/work";
import { appendAuditEvent } from "@/lib/audit/append";
import type { Actor, Ctx } from "@/lib/context";
import { DomainError, type Violation } from "@/lib/errors";
import { markRefused } from "@/lib/idempotency/mark-done";
import { codeBinding, sameHmac } from "@/lib/otp/code";
import { codeTriesLeft } from "@/lib/otp/limits";
import { codeEvents } from "./code-events";
import { codeFate } from "./code-fate";
import { assertNotLocked, codeLocked, findLiveCode, nextCodeAt, readWrongCodes, type CodedAct } from "./code-history";
import { readActAgain } from "./find-act";
import { assertMayUseCode } from "./may-sign";
import { assertSameRecipient } from "./same-recipient";

/** A code that was right. Comparing does not use it up. */
export interface RightCode {
  challengeId: number;
  enteredAt: Date;
  channel: Challenge["channel"];
  /** Where it went, masked. */
  sentTo: string | null;
  recipientHmac: string | null;
  /** Where it went, whole: for comparing, never to be shown or noted. */
  to: string;
}

type Outcome<Result> = { result: Result } | { refusal: DomainError };

/**
 * Compares six digits under the lock of the sign request's row, and does `accept` in the same transaction when they are right; a wrong try is
 * counted there and committed although the call fails. Throws `code_wrong` with the tries left, and whether the code was used or replaced, `code_expired` when no code of the act's
 * purpose is live or codes go elsewhere by now, `code_locked`, and what `assertMaySign` throws.
 */
export async function compareCode<Act extends CodedAct, Result>(
  ctx: Ctx,
  actor: Actor,
  act: Act,
  code: string,
  accept: (tx: Ctx, act: Act, right: RightCode) => Promise<Result>,
): Promise<Result> {
  const outcome = await ctx.tx((tx) => compareUnderLock(tx, actor, act, code, accept));
  if ("refusal" in outcome) throw outcome.refusal;
  return outcome.result;
}

async function compareUnderLock<Act extends CodedAct, Result>(
  ctx: Ctx,
  actor: Actor,
  earlier: Act,
  code: string,
  accept: (tx: Ctx, act: Act, right: RightCode) => Promise<Result>,
): Promise<Outcome<Result>> {
  const act = await readActAgain(ctx, earlier, true);
  const now = await ctx.now();
  assertMayUseCode(act, now);
  await assertNotLocked(ctx, act, now);
  const live = await findLiveCode(ctx, act, now);
  if (!live) throw await noLiveCode(ctx, act, code);
  const to = await assertSameRecipient(ctx, act.signRequest, live);
  if (live.wrongTries >= ctx.limits.codeWrongTries)
    throw codeLocked(
      "Too many wrong tries with this code. Ask for a new one.",
      (await nextCodeAt(ctx, act, now)).getTime(),
      now,
    );
  const hmac = ctx.secrets.hmac(
    "code",
    codeBinding(code, { purpose: act.purpose, signRequestId: act.signRequest.id, preparation: act.file.preparation }),
  );
  if (!sameHmac(hmac, live.codeHmac)) return { refusal: await countWrongTry(ctx, actor, act, { live, code }, now) };
  return {
    result: await accept(ctx, act, {
      challengeId: live.id,
      enteredAt: now,
      channel: live.channel,
      sentTo: live.sentTo,
      recipientHmac: live.recipientHmac,
      to,
    }),
  };
}

async function noLiveCode(ctx: Ctx, act: CodedAct, code: string): Promise<DomainError> {
  const violations = await codeFate(ctx, act, code);
  return new DomainError("code_expired", {
    detail: `${violations[0]?.detail ?? "There is no code that is still good"}. Ask for a new one.`,
    violations,
  });
}

/** Returned, not thrown: a throw would roll the count back. */
async function countWrongTry(
  ctx: Ctx,
  actor: Actor,
  act: CodedAct,
  { live, code }: { live: Challenge; code: string },
  now: Date,
): Promise<DomainError> {
  const wrongTries = live.wrongTries + 1;
  const signRequestId = act.signRequest.id;
  const { failed, locked } = codeEvents[act.purpose];
  await ctx.db.update(challenges).set({ wrongTries }).where(eq(challenges.id, live.id));
  await ctx.db.insert(wrongCodes).values({ signRequestId, challengeId: live.id, at: now });
  await appendAuditEvent(ctx, actor, act.file.id, {
    type: failed,
    data: { signRequestId, challengeId: live.id, wrongTries },
  });
  const attemptsLeft = codeTriesLeft(now.getTime(), wrongTries, await readWrongCodes(ctx, act), ctx.limits);
  if (attemptsLeft === 0)
    await appendAuditEvent(ctx, actor, act.file.id, { type: locked, data: { signRequestId, challengeId: live.id } });
  const violations = await codeFate(ctx, act, code);
  const refusal = new DomainError("code_wrong", {
    attemptsLeft,
    detail: wordsFor(attemptsLeft, { violations, codeIsSpent: wrongTries >= ctx.limits.codeWrongTries }),
    violations,
  });
  await markRefused(ctx, refusal);
  return refusal;
}

function wordsFor(
  attemptsLeft: number,
  { violations: [fate], codeIsSpent }: { violations: readonly Violation[]; codeIsSpent: boolean },
): string {
  const why = fate?.detail ?? "The code is wrong";
  if (attemptsLeft === 0)
    return `${why}, and it was the last try${codeIsSpent ? " with this code. Ask for a new one" : ""}.`;
  return `${why}. ${attemptsLeft === 1 ? "One try is" : `${attemptsLeft} tries are`} left.`;
}
