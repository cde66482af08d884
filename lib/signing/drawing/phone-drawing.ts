import { randomBytes } from "node:crypto";
import { and, eq, gt, isNull, sql } from "drizzle-orm";
import { accounts, sessions } from "@/db/schema/accounts";
import { files, signRequests } from "@/db/schema/files";
import { drawingHandovers, guestSessions, type DrawingHandover } from "@/db/schema/guests";
import { accountActor } from "@/lib/accounts/actor";
import { decodeImage } from "@/lib/accounts/signatures/images";
import { assertValidCredential, liveSession } from "@/lib/accounts/valid-credential";
import type { AccountActor, Actor, Ctx, GuestActor } from "@/lib/context/context";
import { markDone } from "@/lib/context/idempotency/keys";
import { countAttempt } from "@/lib/context/rates/counters";
import { linkMiss } from "@/lib/context/rates/request-rates";
import { DomainError } from "@/lib/platform/errors";
import { hashToken } from "@/lib/platform/secrets/secret-box";
import { getByLink, linkState } from "@/lib/requests/links/find-by-link";
import { findAttempt } from "@/lib/signing/proof/may-sign";

export interface StartedDrawing {
  id: number;
  /** For the QR code. The secret is in the fragment, which browsers never send. */
  url: string;
  expiresAt: Date;
}

/**
 * Lets the signer draw on a phone: creates a secret, shown once, that is good for one picture within `drawingSeconds`
 * and while the signer's session lasts. It replaces an earlier one of this signer. Throws what `findAttempt` throws, and
 * `rate_limited`.
 */
export async function startDrawing(
  ctx: Ctx,
  actor: Actor,
  input: { u: string; type: DrawingHandover["type"] },
): Promise<StartedDrawing> {
  const attempt = await findAttempt(ctx, actor, { link: input.u }, ["signer"]);
  const signRequestId = attempt.signRequest.id;
  await countStart(ctx, signRequestId);
  await sweepDrawings(ctx);
  const secret = randomBytes(32).toString("base64url");
  return ctx.tx(async (tx) => {
    if (attempt.actor.kind === "account") await assertValidCredential(tx, attempt.actor);
    const owner = sessionColumns(attempt.actor);
    await tx.db
      .delete(drawingHandovers)
      .where(and(eq(drawingHandovers.signRequestId, signRequestId), eq(drawingHandovers.type, input.type)));
    const now = await tx.now();
    const expiresAt = new Date(now.getTime() + ctx.limits.drawingSeconds * 1000);
    const [row] = await tx.db
      .insert(drawingHandovers)
      .values({
        ...owner,
        signRequestId,
        type: input.type,
        secretHash: hashToken(secret),
        createdAt: now,
        expiresAt,
      })
      .returning({ id: drawingHandovers.id });
    if (!row) throw new Error("the hand-over was not stored");
    const started = { id: row.id, url: `${ctx.publicUrl}/draw#${secret}`, expiresAt };
    await markDone(tx, { signRequestId }, JSON.stringify(started));
    return started;
  });
}

export function readStarted(noted: string): StartedDrawing {
  const { id, url, expiresAt } = JSON.parse(noted) as { id: number; url: string; expiresAt: string };
  return { id, url, expiresAt: new Date(expiresAt) };
}

const hourSeconds = 3600;

async function countStart(ctx: Ctx, signRequestId: number): Promise<void> {
  const { count, secondsLeft } = await countAttempt(ctx, `drawing:${signRequestId}`, hourSeconds);
  if (count > ctx.limits.drawingsPerHour)
    throw new DomainError("rate_limited", {
      detail: `No more than ${ctx.limits.drawingsPerHour} drawings an hour are started for one signature.`,
      retryAfterSeconds: secondsLeft,
    });
}

/**
 * The state of a drawing on a phone, for the signer who started it, with the picture once it has arrived. Throws what
 * `getByLink` throws, and `not_found` for the drawing of somebody else or one that has ended.
 */
export async function readDrawing(ctx: Ctx, actor: Actor, input: { u: string; id: number }): Promise<DrawingHandover> {
  const owner = sessionColumns(actor.kind === "guest" ? actor : accountActor(actor));
  const { signRequest } = await getByLink(ctx, actor, input.u);
  const [drawing] = await ctx.db
    .select()
    .from(drawingHandovers)
    .where(
      and(
        eq(drawingHandovers.id, input.id),
        eq(drawingHandovers.signRequestId, signRequest.id),
        gt(drawingHandovers.expiresAt, await ctx.now()),
      ),
    );
  const isMine = drawing?.guestSessionId === owner.guestSessionId && drawing.accountId === owner.accountId;
  if (!drawing || !isMine) throw new DomainError("not_found");
  return drawing;
}

/** The phone's task: a signature or initials, and the time limit. Throws the errors of `findHandover`. */
export async function openDrawing(
  ctx: Ctx,
  input: { secret: string },
): Promise<Pick<DrawingHandover, "type" | "expiresAt">> {
  const { id, type, expiresAt } = await findHandover(ctx, input.secret);
  await ctx.tx(async (tx) => {
    await tx.db
      .update(drawingHandovers)
      .set({ openedAt: await tx.now() })
      .where(and(eq(drawingHandovers.id, id), isNull(drawingHandovers.openedAt)));
    await markDone(tx, {}, JSON.stringify({ type, expiresAt }));
  });
  return { type, expiresAt };
}

export function readOpenedDrawing(noted: string): Pick<DrawingHandover, "type" | "expiresAt"> {
  const { type, expiresAt } = JSON.parse(noted) as { type: DrawingHandover["type"]; expiresAt: string };
  return { type, expiresAt: new Date(expiresAt) };
}

/**
 * Hands the picture over to the desktop, once. It signs nothing and is stored nowhere else: the signer looks at it
 * and uses it or not. Throws what `findHandover` and `decodeImage` throw; of two concurrent pictures, the second is a
 * miss.
 */
export async function deliverDrawing(ctx: Ctx, input: { secret: string; file: { base64: string } }): Promise<void> {
  await findHandover(ctx, input.secret);
  const { png } = await decodeImage(ctx, input.file.base64, "/file/base64");
  // The session may have ended while the picture was decoded.
  const { id } = await findHandover(ctx, input.secret);
  const isFirst = await ctx.tx(async (tx) => {
    const stored = await tx.db
      .update(drawingHandovers)
      .set({ png, drawnAt: await tx.now() })
      .where(and(eq(drawingHandovers.id, id), isNull(drawingHandovers.drawnAt)))
      .returning({ id: drawingHandovers.id });
    if (stored.length === 0) return false;
    await markDone(tx, {});
    return true;
  });
  if (!isFirst) throw await linkMiss(ctx);
}

/** The columns that tie a hand-over to the session of the desktop. */
function sessionColumns(
  actor: AccountActor | GuestActor,
): Pick<DrawingHandover, "guestSessionId" | "sessionId" | "accountId"> {
  return actor.kind === "guest"
    ? { guestSessionId: actor.sessionId, sessionId: null, accountId: null }
    : { guestSessionId: null, sessionId: actor.sessionId ?? null, accountId: actor.account.id };
}

/**
 * The hand-over of this secret, if a drawing is still accepted for it: not used, not expired, its signer may sign,
 * and the session that requested it is live. Everything else is a miss (`not_found`, `rate_limited`), so that a phone
 * learns nothing about a document or a session. Call it outside a transaction, which would roll back the count of the
 * miss.
 */
async function findHandover(ctx: Ctx, secret: string): Promise<DrawingHandover> {
  const [row] = await ctx.db
    .select({ handover: drawingHandovers, signRequest: signRequests, file: files })
    .from(drawingHandovers)
    .innerJoin(signRequests, eq(signRequests.id, drawingHandovers.signRequestId))
    .innerJoin(files, eq(files.id, signRequests.fileId))
    .where(
      and(
        eq(drawingHandovers.secretHash, hashToken(secret)),
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
  // A caller with a token or a password has no session, so only `drawingSeconds` applies.
  return (
    accountId !== null &&
    (await ctx.db.$count(accounts, and(eq(accounts.id, accountId), isNull(accounts.erasedAt)))) > 0
  );
}

/** Deletes expired hand-overs with their pictures. */
export async function sweepDrawings(ctx: Ctx): Promise<void> {
  await ctx.db.delete(drawingHandovers).where(sql`${drawingHandovers.expiresAt} < now()`);
}
