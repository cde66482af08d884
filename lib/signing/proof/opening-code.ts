import { eq } from "drizzle-orm";
import type { SignRequest } from "@/db/schema/files";
import { challenges } from "@/db/schema/work";
import type { Ctx } from "@/lib/context/context";
import { assertNotLocked, readCodes } from "./code-history";
import { isSentTo, type RightCode } from "./compare-code";
import type { SigningAttempt } from "./may-sign";
import { findRecipient } from "./recipient";

/** The code that a guest entered to open the document, and until when it also signs. */
export interface OpeningCode {
  code: RightCode;
  until: Date;
}

/** Whether a code to identify and a code to sign would go over the same channel, and so to the same recipient. */
export function opensAndSigns({
  signMethod,
  identifyMethods,
}: Pick<SignRequest, "signMethod" | "identifyMethods">): boolean {
  return (signMethod === "email" || signMethod === "sms") && identifyMethods.includes(signMethod);
}

type Opened = Pick<SigningAttempt, "actor" | "file" | "signRequest">;

/**
 * One code opens and signs (decision 70): the code by which this guest identified, if a code to sign would go over
 * the same channel to the same recipient, the document's preparation is the one it was sent for, and it was entered
 * at most 15 minutes ago. Null otherwise, and for accounts. It belongs to the guest's session, so another browser
 * with the same link has none. Codes of a `/to/…` address do not count, because their tries are counted separately.
 */
export async function findOpeningCode(ctx: Ctx, { actor, file, signRequest }: Opened): Promise<OpeningCode | null> {
  if (actor.kind !== "guest" || actor.challengeId === null || actor.signRequestId !== signRequest.id) return null;
  const { signMethod } = signRequest;
  if (actor.method !== signMethod || signMethod === "link") return null;
  const [challenge] = await ctx.db.select().from(challenges).where(eq(challenges.id, actor.challengeId));
  if (!challenge?.consumedAt || challenge.signRequestId !== signRequest.id) return null;
  const until = new Date(challenge.consumedAt.getTime() + ctx.limits.openingCodeSignsSeconds * 1000);
  if (
    challenge.purpose !== "identify" ||
    challenge.channel !== signMethod ||
    challenge.preparation !== file.preparation ||
    until <= (await ctx.now())
  )
    return null;
  const to = await findRecipient(ctx, signRequest, signMethod, false);
  if (to === null || !isSentTo(ctx, signRequest.id, challenge, { channel: signMethod, to })) return null;
  const { id: challengeId, consumedAt: enteredAt, channel, sentTo, recipientHmac } = challenge;
  return { code: { challengeId, enteredAt, channel, sentTo, recipientHmac, to }, until };
}

/**
 * Like `findOpeningCode`, to sign with it. Throws `code_locked` while wrong codes lock this signing request, as for a
 * code to sign.
 */
export async function checkOpeningCode(ctx: Ctx, attempt: SigningAttempt): Promise<RightCode | null> {
  const opening = await findOpeningCode(ctx, attempt);
  if (!opening) return null;
  const now = await ctx.now();
  assertNotLocked(ctx, attempt, await readCodes(ctx, attempt, now), now);
  return opening.code;
}
