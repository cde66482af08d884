import { and, eq, inArray, isNull, notInArray, sql } from "drizzle-orm";
import { files, fileSegments, signRequests, type File } from "@/db/schema/files";
import { challenges } from "@/db/schema/work";
import { appendAuditEvents } from "@/lib/audit/append";
import { timestampEvent } from "@/lib/authority/stamped-signature";
import type { Actor, Ctx } from "@/lib/context";
import { insertSegments } from "@/lib/files/insert-draft";
import { baseOf, readSegments } from "@/lib/files/segments";
import { assertMayAct } from "@/lib/files/status";
import { readActiveSigners } from "./active-signers";
import { enqueueExpiry } from "./enqueue-expiry";
import { assertMayInvite } from "./invitation-limits";
import type { PreparedFile } from "./prepare";
import { statesBefore } from "./status";
import { tellThoseInTurn } from "./tell";

/**
 * The short half of a release, in a transaction that holds the file's lock and has found the file as it was prepared. Writes
 * state, segments, signers, mails and the clock's job together. For a file released before, this is a new preparation: codes
 * sent for the old one become void and everybody whose turn it is gets told again.
 */
export async function commitRelease(ctx: Ctx, actor: Actor, file: File, prepared: PreparedFile): Promise<File> {
  const isFirst = file.status === "draft";
  assertMayAct(isFirst ? "release" : "prepare_again", file.status);
  await replacePreparation(ctx, file.id, prepared);
  const lifetimeDays = ctx.limits.fileLifetimeDays;
  const [released] = await ctx.db
    .update(files)
    .set({
      status: "able_to_sign",
      size: prepared.size,
      sha256: prepared.sha256,
      revision: sql`${files.revision} + 1`,
      preparation: sql`${files.preparation} + 1`,
      releasedAt: sql`coalesce(${files.releasedAt}, now())`,
      expiryIsDefault: file.expiresAt === null ? true : file.expiryIsDefault,
      expiresAt: sql`coalesce(${files.expiresAt}, now() + make_interval(days => ${lifetimeDays}::int))`,
    })
    .where(eq(files.id, file.id))
    .returning();
  if (!released) throw new Error(`file ${file.id} is gone`);
  await appendAuditEvents(ctx, actor, file.id, [
    ...timestampEvent(prepared.timestamp, { signature: "certification" }),
    {
      type: isFirst ? "file.released" : "file.changed",
      doc: { sha256: released.sha256, size: released.size, revision: released.revision },
      data: { preparation: released.preparation, expiresAt: released.expiresAt?.toISOString() ?? null },
    },
  ]);
  await assertMayInvite(ctx, actor, file.id);
  await tellAnew(ctx, actor, released);
  await enqueueExpiry(ctx, released);
  return released;
}

/** What an earlier preparation appended is no part of the file any more; its blobs become orphans and are swept. */
export async function replacePreparation(
  ctx: Ctx,
  fileId: number,
  prepared: Pick<PreparedFile, "segments">,
): Promise<void> {
  const base = baseOf(await readSegments(ctx, fileId));
  await ctx.db.delete(fileSegments).where(
    and(
      eq(fileSegments.fileId, fileId),
      eq(fileSegments.role, "content"),
      notInArray(
        fileSegments.id,
        base.map((segment) => segment.id),
      ),
    ),
  );
  if (prepared.segments.length > 0) await insertSegments(ctx, fileId, prepared.segments, base.length);
}

async function tellAnew(ctx: Ctx, actor: Actor, file: File): Promise<void> {
  const isUnsigned = and(
    eq(signRequests.fileId, file.id),
    isNull(signRequests.removedAt),
    inArray(signRequests.status, statesBefore("wait")),
  );
  await ctx.db.update(signRequests).set({ status: "waiting" }).where(isUnsigned);
  await voidCodes(ctx, file.id);
  await tellThoseInTurn(ctx, actor, file, await readActiveSigners(ctx, file.id));
}

/** Codes are bound to a preparation (docs/spec/limits.md). */
async function voidCodes(ctx: Ctx, fileId: number): Promise<void> {
  const ofThisFile = ctx.db.select({ id: signRequests.id }).from(signRequests).where(eq(signRequests.fileId, fileId));
  await ctx.db
    .update(challenges)
    .set({ supersededAt: sql`now()` })
    .where(
      and(
        inArray(challenges.signRequestId, ofThisFile),
        isNull(challenges.supersededAt),
        isNull(challenges.consumedAt),
      ),
    );
}
