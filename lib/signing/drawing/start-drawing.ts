import { randomBytes } from "node:crypto";
import { and, eq } from "drizzle-orm";
import { drawingHandovers, type DrawingHandover } from "@/db/schema/guests";
import { assertStillActing } from "@/lib/accounts/still-acting";
import type { Actor, Ctx } from "@/lib/platform/context";
import { DomainError } from "@/lib/platform/errors";
import { markDone } from "@/lib/platform/idempotency/keys";
import { countAttempt } from "@/lib/platform/rates/attempts";
import { findAttempt } from "@/lib/signing/proof/may-sign";
import { hashDrawingSecret, sessionColumns, sweepDrawings } from "./handover";

export interface StartedDrawing {
  id: number;
  /** For the QR code. The secret is in the fragment, which browsers never send. */
  url: string;
  expiresAt: Date;
}

/**
 * Lets the signer draw on a phone: a secret, shown once, that stands for one picture for five minutes and while the signer's session lives.
 * It replaces an earlier one of this signer. Throws what `findAttempt` throws, and `rate_limited`.
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
    if (attempt.actor.kind === "account") await assertStillActing(tx, attempt.actor);
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
        secretHash: hashDrawingSecret(secret),
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

/** Rebuilds the earlier answer from its recorded facts. */
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
