import { createHash } from "node:crypto";
import { and, eq, gt, isNull, sql } from "drizzle-orm";
import { accounts, sessions } from "@/db/schema/accounts";
import { files, signRequests } from "@/db/schema/files";
import { drawingHandovers, guestSessions, type DrawingHandover } from "@/db/schema/guests";
import { liveSession } from "@/lib/accounts/still-acting";
import type { AccountActor, Ctx, GuestActor } from "@/lib/platform/context";
import { linkMiss } from "@/lib/platform/rates/request-rates";
import { linkState } from "@/lib/requests/links/link-state";

/** SHA-256 of the secret in a QR code, lower-case hex. */
export function hashDrawingSecret(secret: string): string {
  return createHash("sha256").update(secret).digest("hex");
}

/** The columns that tie a hand-over to the session of the desktop. */
export function sessionColumns(
  actor: AccountActor | GuestActor,
): Pick<DrawingHandover, "guestSessionId" | "sessionId" | "accountId"> {
  return actor.kind === "guest"
    ? { guestSessionId: actor.sessionId, sessionId: null, accountId: null }
    : { guestSessionId: null, sessionId: actor.sessionId ?? null, accountId: actor.account.id };
}

/**
 * The hand-over of this secret, if it may still be drawn for: not used, not over, its signer may sign, and the session that asked for it
 * lives. Everything else is a miss (`not_found`, `rate_limited`), so that a phone learns nothing about a document or a session. Call it
 * outside a transaction, which would forget the miss.
 */
export async function findHandover(ctx: Ctx, secret: string): Promise<DrawingHandover> {
  const [row] = await ctx.db
    .select({ handover: drawingHandovers, signRequest: signRequests, file: files })
    .from(drawingHandovers)
    .innerJoin(signRequests, eq(signRequests.id, drawingHandovers.signRequestId))
    .innerJoin(files, eq(files.id, signRequests.fileId))
    .where(
      and(
        eq(drawingHandovers.secretHash, hashDrawingSecret(secret)),
        isNull(drawingHandovers.drawnAt),
        gt(drawingHandovers.expiresAt, await ctx.now()),
        isNull(signRequests.removedAt),
      ),
    );
  const isLive =
    row !== undefined &&
    row.signRequest.status === "pending" &&
    linkState(row.signRequest, row.file, await ctx.now()) === "live" &&
    (await isSessionLive(ctx, row.handover));
  if (!isLive) throw await linkMiss(ctx);
  return row.handover;
}

async function isSessionLive(
  ctx: Ctx,
  { guestSessionId, sessionId, accountId }: Pick<DrawingHandover, "guestSessionId" | "sessionId" | "accountId">,
): Promise<boolean> {
  if (guestSessionId !== null)
    return (
      (await ctx.db.$count(
        guestSessions,
        and(eq(guestSessions.id, guestSessionId), gt(guestSessions.expiresAt, await ctx.now())),
      )) > 0
    );
  if (sessionId !== null) return (await ctx.db.$count(sessions, and(eq(sessions.id, sessionId), liveSession(ctx)))) > 0;
  // A program with a token or a password has no session; five minutes are the limit then.
  return (
    accountId !== null &&
    (await ctx.db.$count(accounts, and(eq(accounts.id, accountId), isNull(accounts.erasedAt)))) > 0
  );
}

/** Deletes hand-overs that are over, with their pictures. */
export async function sweepDrawings(ctx: Ctx): Promise<void> {
  await ctx.db.delete(drawingHandovers).where(sql`${drawingHandovers.expiresAt} < now()`);
}
