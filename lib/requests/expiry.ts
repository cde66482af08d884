import { and, eq, inArray, isNull, sql } from "drizzle-orm";
import { files, signRequests, type File } from "@/db/schema/files";
import { mailMessages } from "@/db/schema/messages";
import { assertMayRequest } from "@/lib/accounts/actor";
import { assertValidCredentialAtEnd } from "@/lib/accounts/valid-credential";
import { systemActor, type Actor, type Ctx } from "@/lib/context/context";
import { lockOwnFile, type FileRef } from "@/lib/documents/access";
import { isOpen, isPastExpiry, wrongState } from "@/lib/documents/status";
import { DomainError, invalid } from "@/lib/platform/errors";
import { dayMs } from "@/lib/platform/locale/format";
import { appendAuditEvent } from "@/lib/records/audit/append";
import { queue } from "@/lib/records/outbox/enqueue";
import { queueMail, whoseTurn } from "./notices/notify";
import { enqueueReminders } from "./reminders/change-plan";
import { readActiveSigners } from "./state/file-state";
import { isDone, statesBefore } from "./state/status";

/**
 * Changes the expiry of a released file. An expired file is reopened with the same links. Only people whose
 * invitation was not sent in time get an e-mail. Throws a `409` for the state.
 */
export async function changeExpiry(ctx: Ctx, actor: Actor, ref: FileRef, given: string): Promise<void> {
  await ctx.tx(async (tx) => {
    await assertValidCredentialAtEnd(tx, assertMayRequest(actor));
    const file = await lockOwnFile(tx, actor, ref);
    const expiresAt = newExpiry(file, given, await tx.now());
    if (!expiresAt) return;
    if (file.status === "expired") await revive(tx, actor, file, expiresAt);
    await tx.db.update(files).set({ expiresAt, expiryIsDefault: false }).where(eq(files.id, file.id));
    await appendAuditEvent(tx, actor, file.id, {
      type: "file.changed",
      data: { changed: ["expiresAt"], expiresAt: expiresAt.toISOString(), from: file.status },
    });
    await enqueueExpiry(tx, { id: file.id, expiresAt });
    await enqueueReminders(tx, file.id);
  });
  ctx.wakeOutbox();
}

/**
 * The new expiry of a released file, or null if it is unchanged. Throws `validation_failed`, and a `409` for a state
 * without an expiry.
 */
export function newExpiry(file: Pick<File, "status" | "expiresAt">, given: string, now: Date): Date | null {
  if (file.expiresAt?.getTime() === new Date(given).getTime()) return null;
  if (file.status !== "expired" && !isOpen(file, now)) throw wrongState(file.status);
  return readExpiry(given, now);
}

async function revive(ctx: Ctx, actor: Actor, file: File, expiresAt: Date): Promise<void> {
  const signers = await readActiveSigners(ctx, file.id);
  const status = signers.some(isDone) ? "partially_signed" : "able_to_sign";
  await ctx.db.update(files).set({ status, closedAt: null }).where(eq(files.id, file.id));
  const turn = whoseTurn(signers);
  const inTurn = turn.map((signer) => signer.id);
  await ctx.db
    .update(signRequests)
    .set({ status: "waiting" })
    .where(and(eq(signRequests.fileId, file.id), isNull(signRequests.removedAt), eq(signRequests.status, "expired")));
  if (inTurn.length > 0)
    await ctx.db
      .update(signRequests)
      .set({
        status: "pending",
        notifiedAt: sql`coalesce(${signRequests.notifiedAt}, now())`,
        remindersFrom: sql`now()`,
      })
      .where(inArray(signRequests.id, inTurn));
  const invited = await readInvited(ctx, inTurn);
  for (const { id, notify } of turn)
    if (notify && !invited.has(id))
      await queueMail(ctx, actor, file, "invitation", { signRequestId: id }, `reopened-${expiresAt.getTime()}`);
}

/** Those of the signers with an invitation that was sent or is still to be. One that expired in the queue has no record. */
async function readInvited(ctx: Ctx, signRequestIds: readonly number[]): Promise<ReadonlySet<number | null>> {
  if (signRequestIds.length === 0) return new Set();
  const rows = await ctx.db
    .select({ signRequestId: mailMessages.signRequestId })
    .from(mailMessages)
    .where(and(inArray(mailMessages.signRequestId, [...signRequestIds]), eq(mailMessages.template, "invitation")));
  return new Set(rows.map(({ signRequestId }) => signRequestId));
}

/** Tolerance for clients whose clock is off. */
const toleranceMilliseconds = 60 * 1000;

/** Validates an expiry: 1 to 365 days from now (docs/spec/api.md#states). Throws `validation_failed`. */
export function readExpiry(given: string, now: Date): Date {
  const expiresAt = new Date(given);
  const ahead = expiresAt.getTime() - now.getTime();
  if (ahead < dayMs - toleranceMilliseconds || ahead > 365 * dayMs + toleranceMilliseconds) {
    throw invalid("/expiresAt", "out_of_range", "expiresAt must be 1 to 365 days from now");
  }
  return expiresAt;
}

/**
 * Queues the job that expires the file. Each `expiresAt` gets its own job, and the job rechecks the state when it runs.
 */
export async function enqueueExpiry(ctx: Ctx, file: Pick<File, "id" | "expiresAt">): Promise<void> {
  if (!file.expiresAt) return;
  await queue(
    ctx,
    "expire",
    { fileId: file.id },
    { dedupeKey: `expire:${file.id}:${file.expiresAt.getTime()}`, runAt: file.expiresAt },
  );
}

/** Expires a file whose `expiresAt` has passed before all signers signed. Any other file is left unchanged. */
export async function expireFile(ctx: Ctx, fileId: number): Promise<void> {
  await ctx.tx(async (tx) => {
    const file = await lockFile(tx, fileId);
    if (file.status === "expired" || !isPastExpiry(file, await tx.now())) return;
    await tx.db
      .update(files)
      .set({ status: "expired", closedAt: sql`now()` })
      .where(eq(files.id, file.id));
    await tx.db
      .update(signRequests)
      .set({ status: "expired" })
      .where(
        and(
          eq(signRequests.fileId, file.id),
          isNull(signRequests.removedAt),
          inArray(signRequests.status, statesBefore("expire")),
        ),
      );
    await appendAuditEvent(tx, systemActor, file.id, {
      type: "file.expired",
      doc: { sha256: file.sha256, revision: file.revision },
      data: { from: file.status },
    });
    await queueMail(tx, systemActor, file, "expiry", { accountId: file.requesterId }, file.expiresAt?.getTime() ?? 0);
  });
  ctx.wakeOutbox();
}

/** Reads and locks the file until the transaction ends. The caller has authorised the actor. */
export async function lockFile(ctx: Ctx, fileId: number): Promise<File> {
  const [file] = await ctx.db.select().from(files).where(eq(files.id, fileId)).for("update");
  if (!file) throw new DomainError("not_found");
  return file;
}
