import { createHash } from "node:crypto";
import { and, eq, inArray, isNull, sql } from "drizzle-orm";
import { fields, files, signRequests, type File, type FileStatus, type SignRequest } from "@/db/schema/files";
import type { Actor, Ctx } from "@/lib/context/context";
import { markDone } from "@/lib/context/idempotency/keys";
import { getOwnFile, lockOwnFile, type FileRef } from "@/lib/documents/access";
import { deleteFields } from "@/lib/documents/delete";
import { isEnvelope, lockPdfs, readPdfs, sumOf } from "@/lib/documents/envelopes/pdfs";
import { assertActionAllowed, statusAfterWithdrawal } from "@/lib/documents/status";
import { withIntactBlobs } from "@/lib/documents/storage/damaged-blobs";
import { baseOf, readSegments, toBlobs } from "@/lib/documents/storage/segments";
import { withFileErrors } from "@/lib/engine/file-errors";
import { DomainError, invalid } from "@/lib/platform/errors";
import { toId, toUuid } from "@/lib/platform/ids";
import { appendAuditEvent } from "@/lib/records/audit/append";
import { isAsked } from "@/lib/records/events/status";
import { enqueue } from "@/lib/records/outbox/enqueue";
import { finishKey } from "@/lib/records/outbox/kinds";
import { notifyNextSigners, notifyWithdrawn } from "./notices/notify";
import { replacePreparation, retryLostRaces } from "./release";
import { usersIn } from "./signers/read-signers";
import { findByAddress, readActiveSigners } from "./state/file-state";
import type { SignersToRemove } from "./state/schema";
import { isDone, statesBefore } from "./state/status";

/** Picks the signers to withdraw; throws when it names one who does not exist. */
type ChooseSigners = (signers: readonly SignRequest[]) => SignRequest[];

/**
 * The requester withdraws the chosen signers, all or none. If no signer is left and nobody has signed, the file
 * becomes a draft again. If all others have signed, it is finished. Otherwise the next in order may be notified. A
 * withdrawn signer's fields stay empty and are locked by the seal. Throws `not_found`, `already_signed`,
 * `document_on_hold` if fields or the prepared revision of a document on hold would be deleted, a `409` for the state.
 */
export async function withdrawSigners(
  ctx: Ctx,
  actor: Actor,
  ref: FileRef,
  choose: ChooseSigners,
): Promise<{ fileId: number }> {
  const fileId = await retryLostRaces(async () => {
    const bases = await readBases(ctx, await getOwnFile(ctx, actor, ref), choose);
    return ctx.tx(async (tx) => {
      const file = await lockOwnFile(tx, actor, ref);
      const signers = await readActiveSigners(tx, file.id);
      const going = choose(signers);
      assertActionAllowed("withdraw_signer", file.status);
      if (going.some(isDone))
        throw new DomainError("already_signed", {
          reason: "signer_is_done",
          detail: "This signer has already signed.",
        });
      const rest = signers.filter((other) => !going.includes(other));
      assertSignerLeft(file, rest);
      const next = statusAfterWithdrawal(
        file.status,
        rest.filter(isAsked).map((other) => other.status),
      );
      for (const signer of going) await withdraw(tx, actor, file, signer, next);
      if (file.status !== "draft") await notifyWithdrawn(tx, actor, file, "removal", going);
      await continueWithout(tx, actor, { file, rest, next, bases });
      await markDone(tx, { fileId: file.id });
      return file.id;
    });
  });
  ctx.wakeOutbox();
  return { fileId };
}

/**
 * A sent document without a signer could neither proceed nor become a draft, because it still has people. Throws
 * `signers_missing`.
 */
function assertSignerLeft(file: Pick<File, "status">, rest: readonly SignRequest[]): void {
  if (file.status === "draft" || rest.length === 0 || rest.some(({ role }) => role === "signer")) return;
  throw new DomainError("signers_missing", {
    reason: "last_signer",
    detail: "No signers would be left. Withdraw the request instead.",
  });
}

/** A PDF without its preparation. */
interface Base extends Pick<File, "uuid" | "size" | "sha256"> {
  fileId: number;
}

/**
 * Size and hash of each PDF without its preparation, for the case that no signer is left. Read before the transaction
 * because it reads every byte.
 */
async function readBases(ctx: Ctx, file: File, choose: ChooseSigners): Promise<Base[] | null> {
  const signers = await readActiveSigners(ctx, file.id);
  if (file.status !== "able_to_sign" || signers.length > choose(signers).length) return null;
  const bases: Base[] = [];
  for (const pdf of await readPdfs(ctx, file)) bases.push(await readBase(ctx, pdf));
  return bases;
}

async function readBase(ctx: Ctx, file: File): Promise<Base> {
  const segments = baseOf(await readSegments(ctx, file.id));
  const hash = createHash("sha256");
  await withFileErrors(() =>
    withIntactBlobs(ctx, file, segments, async () => {
      for await (const chunk of await ctx.blobs.openAll(toBlobs(file, segments))) hash.update(chunk as Buffer);
    }),
  );
  const size = segments.reduce((sum, segment) => sum + segment.size, 0);
  return { fileId: file.id, uuid: file.uuid, size, sha256: hash.digest("hex") };
}

async function withdraw(ctx: Ctx, actor: Actor, file: File, signer: SignRequest, next: FileStatus): Promise<void> {
  await ctx.db
    .update(signRequests)
    .set({ removedAt: sql`now()`, closedAt: sql`now()`, status: "cancelled" })
    .where(eq(signRequests.id, signer.id));
  // After a release the fields stay: the seal locks the empty PDF fields created for them.
  if (next === "draft") await deleteFields(ctx, eq(fields.signRequestId, signer.id));
  await appendAuditEvent(ctx, actor, file.id, {
    type: "signer.removed",
    data: { signRequestId: signer.id, from: file.status, to: next },
  });
}

async function continueWithout(
  ctx: Ctx,
  actor: Actor,
  { file, rest, next, bases }: { file: File; rest: SignRequest[]; next: FileStatus; bases: Base[] | null },
): Promise<void> {
  if (file.status === "draft") return;
  if (next === "draft") {
    if (!bases) throw new DomainError("race_lost");
    await removePreparations(ctx, file, bases);
    await ctx.db
      .update(files)
      .set({
        ...(isEnvelope(file) ? { ...sumOf(bases), revision: sql`${files.revision} + 1` } : {}),
        ...expiryOfDraft(file),
        status: "draft",
        releasedAt: null,
      })
      .where(eq(files.id, file.id));
  } else if (next === "signing_in_progress") {
    await ctx.db.update(files).set({ status: next }).where(eq(files.id, file.id));
    await enqueue(ctx, "finish", { fileId: file.id }, { dedupeKey: finishKey(file) });
  } else {
    await notifyNextSigners(ctx, actor, file, rest);
  }
}

async function removePreparations(ctx: Ctx, file: File, bases: readonly Base[]): Promise<void> {
  for (const pdf of await lockPdfs(ctx, file)) {
    const base = bases.find(({ fileId }) => fileId === pdf.id);
    if (!base) throw new DomainError("race_lost");
    await replacePreparation(ctx, pdf.id, { segments: [] });
    await ctx.db
      .update(files)
      .set({ size: base.size, sha256: base.sha256, revision: sql`${files.revision} + 1` })
      .where(eq(files.id, pdf.id));
  }
}

/**
 * Clears an expiry set by the release, so that the next release starts a new period. One that the requester gave stays.
 */
function expiryOfDraft(file: File): Pick<File, "expiresAt" | "expiryIsDefault"> {
  return { expiresAt: file.expiryIsDefault ? null : file.expiresAt, expiryIsDefault: false };
}

/**
 * The requester withdraws the whole request: nobody can sign any more, and notified signers get an e-mail. Throws
 * `not_found`, a `409` for the state.
 */
export async function withdrawFile(ctx: Ctx, actor: Actor, input: { fileId: number }): Promise<{ fileId: number }> {
  const fileId = toId(input.fileId);
  await ctx.tx(async (tx) => {
    const file = await lockOwnFile(tx, actor, { id: fileId });
    assertActionAllowed("withdraw", file.status);
    const signers = await readActiveSigners(tx, file.id);
    await tx.db
      .update(files)
      .set({ status: "cancelled", closedAt: sql`now()` })
      .where(eq(files.id, file.id));
    await cancelUnfinished(tx, file.id);
    await appendAuditEvent(tx, actor, file.id, {
      type: "file.cancelled",
      doc: { sha256: file.sha256, revision: file.revision },
      data: { from: file.status },
    });
    await notifyWithdrawn(tx, actor, file, "withdrawal", signers);
    await markDone(tx, { fileId });
  });
  ctx.wakeOutbox();
  return { fileId };
}

/** Cancels every signer who has neither signed nor declined. */
export async function cancelUnfinished(ctx: Ctx, fileId: number): Promise<void> {
  await ctx.db
    .update(signRequests)
    .set({ status: "cancelled", closedAt: sql`now()` })
    .where(
      and(
        eq(signRequests.fileId, fileId),
        isNull(signRequests.removedAt),
        inArray(signRequests.status, statesBefore("cancel")),
      ),
    );
}

/**
 * `DELETE /webhook/register/signature`: the requester withdraws the signers with these addresses, all or none. Throws
 * `sign_request_not_in_file` and what `withdrawSigners` throws.
 */
export async function withdrawNamed(ctx: Ctx, actor: Actor, input: SignersToRemove): Promise<{ fileId: number }> {
  const users = usersIn(input);
  if (users === undefined || users.length === 0)
    throw invalid("/users", "required", "users needs at least one address");
  return withdrawSigners(ctx, actor, { uuid: toUuid(input.uuid) }, (signers) => findByAddress(signers, users, "users"));
}

/** The requester withdraws one signer, by id. Throws what `withdrawSigners` throws. */
export async function withdrawSigner(
  ctx: Ctx,
  actor: Actor,
  input: { fileId: number; signRequestId: number },
): Promise<{ fileId: number }> {
  const [fileId, signRequestId] = [toId(input.fileId), toId(input.signRequestId)];
  return withdrawSigners(ctx, actor, { id: fileId }, (signers) => {
    const signer = signers.find((candidate) => candidate.id === signRequestId);
    if (!signer) throw new DomainError("not_found");
    return [signer];
  });
}
