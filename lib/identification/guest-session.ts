import { createHash, randomBytes, randomInt } from "node:crypto";
import { lt } from "drizzle-orm";
import { guestSessions, type GuestSession } from "@/db/schema/guests";
import type { Ctx } from "@/lib/context";

/** What every token of a guest begins with, so that a leaked one is recognised. */
const guestTokenPrefix = "gt_";

/** What a guest gets for a right code: the token in clear, the only time it is known. */
export interface GuestCredential {
  token: string;
  expiresAt: Date;
  signRequestId: number;
}

/** Starts the session of a guest whose code was right, in the caller's transaction. */
export async function startGuestSession(
  ctx: Ctx,
  proved: Pick<GuestSession, "signRequestId" | "method" | "recipient" | "challengeId">,
  now: Date,
): Promise<GuestCredential> {
  const token = `${guestTokenPrefix}${randomBytes(32).toString("base64url")}`;
  const expiresAt = new Date(now.getTime() + ctx.limits.guestSessionSeconds * 1000);
  await ctx.db.insert(guestSessions).values({ ...proved, tokenHash: hashGuestToken(token), createdAt: now, expiresAt });
  // Now and then a new session pays for the old ones, so that the table does not grow for ever.
  if (randomInt(100) === 0) await sweepGuestSessions(ctx, now);
  return { token, expiresAt, signRequestId: proved.signRequestId };
}

/** Removes the sessions that ended before `now`. */
export async function sweepGuestSessions(ctx: Ctx, now: Date): Promise<void> {
  await ctx.db.delete(guestSessions).where(lt(guestSessions.expiresAt, now));
}

/** SHA-256, lower-case hex. */
export function hashGuestToken(token: string): string {
  return createHash("sha256").update(token).digest("hex");
}
