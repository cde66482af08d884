import { and, eq, gt, inArray, isNotNull, isNull, type SQL } from "drizzle-orm";
import { accounts } from "@/db/schema/accounts";
import { files, signRequests } from "@/db/schema/files";
import { guestSessions } from "@/db/schema/guests";
import type { Ctx, GuestActor } from "@/lib/context";
import { hashLink, isUuid } from "@/lib/sign-requests/link";
import { linkState } from "@/lib/sign-requests/link-state";
import { hashGuestToken } from "./guest-session";

/** What a request is about, where a guest may come: a sign link, or a file. A browser may hold the tokens of several guests. */
export type GuestTarget = { link: string } | { fileUuid: string };

/**
 * The guest whom one of these tokens stands for: of the target, or with null of whatever it is for. Null when none does: over its 12 hours,
 * the signer withdrawn, the time of the file over, the address or number another by now.
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
    .leftJoin(accounts, and(eq(accounts.email, signRequests.email), isNotNull(accounts.emailProvedAt)))
    .where(
      and(
        inArray(guestSessions.tokenHash, tokens.map(hashGuestToken)),
        gt(guestSessions.expiresAt, now),
        isNull(signRequests.removedAt),
        isAbout(target),
      ),
    );
  const row = rows.find(({ session, signRequest, file, accountPhone }) => {
    const recipient = session.method === "email" ? signRequest.email : (signRequest.phone ?? accountPhone);
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
  return "link" in target
    ? eq(signRequests.linkHash, hashLink(target.link))
    : eq(files.uuid, target.fileUuid.toLowerCase());
}
