import { eq } from "drizzle-orm";
import { challenges, wrongCodes, type Challenge } from "@/db/schema/work";
import { proveAddress } from "@/lib/accounts/prove-address";
import { appendAuditEvent } from "@/lib/audit/append";
import type { Ctx } from "@/lib/context";
import { DomainError } from "@/lib/errors";
import { codeBinding, sameHmac } from "@/lib/otp/code";
import { codeTriesLeft } from "@/lib/otp/limits";
import { assertNotLocked, codeLocked, findLiveCode, nextCodeAt, readWrongCodes } from "./code-history";
import { readActAgain, type SigningAct } from "./find-act";
import { assertMaySign } from "./may-sign";
import { methodKinds } from "./registry";

/** A code that was right. It is used up only by the commit of the signature, so that a crash leaves it usable. */
export interface RightCode {
  challengeId: number;
  enteredAt: Date;
}

type Outcome = { right: RightCode } | { refusal: DomainError };

/**
 * Compares six digits under the lock of the sign request's row; a wrong try is counted there and committed although the call fails.
 * Throws `code_wrong` with the tries left, `code_expired` when no code is live, `code_locked`, and what `assertMaySign` throws.
 */
export async function checkCode(ctx: Ctx, act: SigningAct, code: string): Promise<RightCode> {
  const outcome = await ctx.tx((tx) => compareUnderLock(tx, act, code));
  if ("refusal" in outcome) throw outcome.refusal;
  return outcome.right;
}

async function compareUnderLock(ctx: Ctx, earlier: SigningAct, code: string): Promise<Outcome> {
  const act = await readActAgain(ctx, earlier, true);
  const now = await ctx.now();
  assertMaySign(act, now);
  await assertNotLocked(ctx, act, now);
  const live = await findLiveCode(ctx, act, now);
  if (!live) throw new DomainError("code_expired", { detail: "There is no code that is still good. Ask for a new one." });
  if (live.wrongTries >= ctx.limits.codeWrongTries) throw codeLocked("Too many wrong tries with this code. Ask for a new one.", (await nextCodeAt(ctx, act, now)).getTime(), now);
  const hmac = ctx.secrets.hmac("code", codeBinding(code, { signRequestId: act.signRequest.id, preparation: act.file.preparation }));
  if (!sameHmac(hmac, live.codeHmac)) return { refusal: await countWrongTry(ctx, act, live, now) };
  await proveByCode(ctx, act);
  return { right: { challengeId: live.id, enteredAt: now } };
}

/** Who enters a right code mailed to an address has that mailbox. */
async function proveByCode(ctx: Ctx, { actor, file, signRequest }: SigningAct): Promise<void> {
  const method = methodKinds[signRequest.signMethod];
  if (actor.account.emailProvedAt || method.kind !== "code" || !method.provesAddress) return;
  const isFirst = await proveAddress(ctx, actor.account.id, "code");
  if (isFirst) await appendAuditEvent(ctx, actor, file.id, { type: "email.proved", data: { signRequestId: signRequest.id, by: "code" } });
}

/** Returned, not thrown: a throw would roll the count back. */
async function countWrongTry(ctx: Ctx, act: SigningAct, live: Challenge, now: Date): Promise<DomainError> {
  const wrongTries = live.wrongTries + 1;
  const signRequestId = act.signRequest.id;
  await ctx.db.update(challenges).set({ wrongTries }).where(eq(challenges.id, live.id));
  await ctx.db.insert(wrongCodes).values({ signRequestId, challengeId: live.id, at: now });
  await appendAuditEvent(ctx, act.actor, act.file.id, { type: "code.failed", data: { signRequestId, challengeId: live.id, wrongTries } });
  const attemptsLeft = codeTriesLeft(now.getTime(), wrongTries, await readWrongCodes(ctx, act), ctx.limits);
  if (attemptsLeft === 0) await appendAuditEvent(ctx, act.actor, act.file.id, { type: "code.locked", data: { signRequestId, challengeId: live.id } });
  return new DomainError("code_wrong", { attemptsLeft, detail: wordsFor(attemptsLeft, wrongTries >= ctx.limits.codeWrongTries) });
}

function wordsFor(attemptsLeft: number, codeIsSpent: boolean): string {
  if (attemptsLeft === 0) return `The code is wrong, and it was the last try${codeIsSpent ? " with this code. Ask for a new one" : ""}.`;
  return `The code is wrong. ${attemptsLeft === 1 ? "One try is" : `${attemptsLeft} tries are`} left.`;
}
