import { randomBytes, randomInt } from "node:crypto";
import { and, eq, gt, inArray, isNull, lt, sql, type SQL } from "drizzle-orm";
import { accounts } from "@/db/schema/accounts";
import { files, signRequests, type SignRequest } from "@/db/schema/files";
import { guestSessions, type GuestSession } from "@/db/schema/guests";
import { accountOfSigner } from "@/lib/accounts/find";
import type { Ctx, GuestActor } from "@/lib/context/context";
import { methodKinds } from "@/lib/context/sign-methods/registry";
import { isUuid } from "@/lib/platform/ids";
import { hashToken } from "@/lib/platform/secrets/secret-box";
import { linkState } from "@/lib/requests/links/find-by-link";
import { hashLink } from "@/lib/requests/signers/signer-language";

/**
 * The target of a request that guests may make: a sign link, or a file. A browser may hold the tokens of several
 * guests.
 */
export type GuestTarget = { link: string } | { fileUuid: string };

/**
 * The guest of one of these tokens, for the target or, with null, for any. Null when no token is valid: its 12 hours
 * are over, the signer was withdrawn, the file has expired, or the address or number has changed.
 */
export async function findGuest(
  ctx: Ctx,
  tokens: readonly string[],
  target: GuestTarget | null,
  proof: GuestActor["proof"],
): Promise<GuestActor | null> {
  if (tokens.length === 0 || !isWellFormed(target)) return null;
  const now = await ctx.now();
  const rows = await ctx.db
    .select({ session: guestSessions, signRequest: signRequests, file: files, accountPhone: accounts.phone })
    .from(guestSessions)
    .innerJoin(signRequests, eq(signRequests.id, guestSessions.signRequestId))
    .innerJoin(files, eq(files.id, signRequests.fileId))
    .leftJoin(accounts, accountOfSigner())
    .where(
      and(
        inArray(guestSessions.tokenHash, tokens.map(hashToken)),
        gt(guestSessions.expiresAt, now),
        isNull(signRequests.removedAt),
        isAbout(target),
      ),
    );
  const row = rows.find(({ session, signRequest, file, accountPhone }) => {
    const recipient = session.method === "sms" ? (signRequest.phone ?? accountPhone) : signRequest.email;
    // A session by the link alone ends when the requester requires more.
    if (session.method === "link" && !isByLinkAlone(signRequest)) return false;
    return session.recipient === recipient && isOpen(linkState(signRequest, file, now));
  });
  return row ? toActor(row.session, row.signRequest, proof) : null;
}

function toActor(
  session: typeof guestSessions.$inferSelect,
  signRequest: typeof signRequests.$inferSelect,
  proof: GuestActor["proof"],
): GuestActor {
  return {
    kind: "guest",
    signRequestId: signRequest.id,
    fileId: signRequest.fileId,
    email: signRequest.email,
    displayName: signRequest.displayName || signRequest.email,
    sessionId: session.id,
    method: session.method,
    challengeId: session.challengeId,
    provedAt: session.createdAt,
    proof,
    scopes: ["read", "sign"],
  };
}

function isOpen(state: ReturnType<typeof linkState>): boolean {
  return state === "live" || state === "outcome";
}

function isWellFormed(target: GuestTarget | null): boolean {
  return target === null || isUuid("link" in target ? target.link : target.fileUuid);
}

function isAbout(target: GuestTarget | null): SQL | undefined {
  if (target === null) return undefined;
  if ("link" in target) return eq(signRequests.linkHash, hashLink(target.link));
  const uuid = target.fileUuid.toLowerCase();
  // A guest of the envelope is also a guest of its files.
  return sql`(${files.uuid} = ${uuid}::uuid or ${files.id} = (select part.envelope_id from files part where part.uuid = ${uuid}::uuid))`;
}

/** Prefix of every guest token, so that scanners recognise a leaked one. */
export const guestTokenPrefix = "gt_";

/** Returned for a correct code: the token in clear, which is not stored. */
export interface GuestCredential {
  token: string;
  expiresAt: Date;
  signRequestId: number;
}

/**
 * Starts a guest session after a correct code, or by the link if that is enough, in the caller's transaction.
 * `secret` is the token without its prefix, at least 128 unguessable bits.
 */
export async function startGuestSession(
  ctx: Ctx,
  proved: Pick<GuestSession, "signRequestId" | "method" | "recipient" | "challengeId">,
  now: Date,
  secret: string = randomBytes(32).toString("base64url"),
): Promise<GuestCredential> {
  const token = `${guestTokenPrefix}${secret}`;
  const expiresAt = new Date(now.getTime() + ctx.limits.guestSessionSeconds * 1000);
  await ctx.db.insert(guestSessions).values({ ...proved, tokenHash: hashToken(token), createdAt: now, expiresAt });
  // A new session sometimes deletes expired ones, so that the table does not grow without bound.
  if (randomInt(100) === 0) await sweepGuestSessions(ctx, now);
  return { token, expiresAt, signRequestId: proved.signRequestId };
}

/** Ends the sessions of these tokens. */
export async function endGuestSessions(ctx: Ctx, tokens: readonly string[]): Promise<void> {
  if (tokens.length === 0) return;
  await ctx.db
    .update(guestSessions)
    .set({ expiresAt: sql`now()` })
    .where(and(inArray(guestSessions.tokenHash, tokens.map(hashToken)), gt(guestSessions.expiresAt, sql`now()`)));
}

/** Removes the sessions that ended before `now`. */
export async function sweepGuestSessions(ctx: Ctx, now: Date): Promise<void> {
  await ctx.db.delete(guestSessions).where(lt(guestSessions.expiresAt, now));
}

/** How a signer without an account may identify. */
export type GuestMethod = "email" | "sms";

/** Whether this signer may sign by having the link, without a code. */
export function isByLinkAlone({ signMethod }: Pick<SignRequest, "signMethod">): boolean {
  return methodKinds[signMethod].kind === "link";
}

/**
 * The channel of the code that lets a signer in without an account; null when an account is required, or the link is
 * enough.
 */
export function guestMethodOf({ identifyMethods }: Pick<SignRequest, "identifyMethods">): GuestMethod | null {
  return identifyMethods.find((method) => method === "email" || method === "sms") ?? null;
}
