import { createHash } from "node:crypto";
import { eq, sql } from "drizzle-orm";
import { elements, files, signRequests, type File, type FileStatus, type SignRequest } from "@/db/schema/files";
import { appendAuditEvent } from "@/lib/audit/append";
import type { Actor, Ctx } from "@/lib/context";
import { DomainError } from "@/lib/errors";
import { getOwnFile, lockOwnFile, type FileRef } from "@/lib/files/access";
import { withFileErrors } from "@/lib/files/engine-errors";
import { baseOf, readSegments, toBlobs } from "@/lib/files/segments";
import { assertMayAct, statusAfterWithdrawal } from "@/lib/files/status";
import { markDone } from "@/lib/idempotency/mark-done";
import { enqueue } from "@/lib/outbox/enqueue";
import { readActiveSigners } from "./active-signers";
import { replacePreparation } from "./commit-release";
import { queueMail } from "./queue-mail";
import { withRetries } from "./retry-lost-race";
import { tellThoseInTurn } from "./tell";

/** Chooses who goes among the signers there are; throws when it names somebody who is not there. */
export type ChooseSigners = (signers: readonly SignRequest[]) => SignRequest[];

/**
 * The requester withdraws signers, all or none of those chosen. When nobody is left and nobody signed, the file is a draft again; when
 * all the rest have signed it is finished; otherwise the next in order may be told. A withdrawn signer's fields stay empty and are
 * locked by the seal. Throws `not_found`, `already_signed`, `409` naming the state.
 */
export async function withdrawSigners(
  ctx: Ctx,
  actor: Actor,
  ref: FileRef,
  choose: ChooseSigners,
): Promise<{ fileId: number }> {
  const fileId = await withRetries(async () => {
    const base = await readBase(ctx, await getOwnFile(ctx, actor, ref), choose);
    return ctx.tx(async (tx) => {
      const file = await lockOwnFile(tx, actor, ref);
      const signers = await readActiveSigners(tx, file.id);
      const going = choose(signers);
      assertMayAct("withdraw_signer", file.status);
      if (going.some(({ status }) => status === "signed"))
        throw new DomainError("already_signed", { detail: "This signer has signed already." });
      const rest = signers.filter((other) => !going.includes(other));
      const next = statusAfterWithdrawal(
        file.status,
        rest.map((other) => other.status),
      );
      for (const signer of going) await remove(tx, actor, file, signer, next);
      await moveOn(tx, actor, { file, rest, next, base });
      await markDone(tx, { fileId: file.id });
      return file.id;
    });
  });
  ctx.wakeOutbox();
  return { fileId };
}

interface Base {
  size: number;
  sha256: string;
}

/** Size and hash of the file without its preparation, needed where nobody is left to sign; read before the transaction because it reads every byte. */
async function readBase(ctx: Ctx, file: File, choose: ChooseSigners): Promise<Base | null> {
  const signers = await readActiveSigners(ctx, file.id);
  if (file.status !== "able_to_sign" || signers.length > choose(signers).length) return null;
  const segments = baseOf(await readSegments(ctx, file.id));
  const hash = createHash("sha256");
  await withFileErrors(async () => {
    for await (const chunk of await ctx.blobs.openAll(toBlobs(file, segments))) hash.update(chunk as Buffer);
  });
  return { size: segments.reduce((sum, segment) => sum + segment.size, 0), sha256: hash.digest("hex") };
}

async function remove(ctx: Ctx, actor: Actor, file: File, signer: SignRequest, next: FileStatus): Promise<void> {
  await ctx.db
    .update(signRequests)
    .set({ removedAt: sql`now()`, closedAt: sql`now()`, status: "cancelled" })
    .where(eq(signRequests.id, signer.id));
  // After a release the boxes stay: the seal locks the empty fields that were made for them.
  if (next === "draft") await ctx.db.delete(elements).where(eq(elements.signRequestId, signer.id));
  await appendAuditEvent(ctx, actor, file.id, {
    type: "signer.removed",
    data: { signRequestId: signer.id, from: file.status, to: next },
  });
  if (file.status !== "draft" && signer.toldAt && signer.notify)
    await queueMail(ctx, actor, file, "removal", { signRequestId: signer.id }, file.preparation);
}

async function moveOn(
  ctx: Ctx,
  actor: Actor,
  { file, rest, next, base }: { file: File; rest: SignRequest[]; next: FileStatus; base: Base | null },
): Promise<void> {
  if (file.status === "draft") return;
  if (next === "draft") {
    if (!base) throw new DomainError("race_lost");
    await replacePreparation(ctx, file.id, { segments: [] });
    await ctx.db
      .update(files)
      .set({ ...base, ...endOfDraft(file), status: "draft", releasedAt: null, revision: sql`${files.revision} + 1` })
      .where(eq(files.id, file.id));
  } else if (next === "signing_in_progress") {
    await ctx.db.update(files).set({ status: next }).where(eq(files.id, file.id));
    await enqueue(ctx, "finish", { fileId: file.id }, { dedupeKey: `finish:${file.id}:${file.revision}` });
  } else {
    await tellThoseInTurn(ctx, actor, file, rest);
  }
}

/** The end that the release set goes with it, so that the next one counts anew; one that the requester gave stays. */
function endOfDraft(file: File): Pick<File, "expiresAt" | "expiryIsDefault"> {
  return { expiresAt: file.expiryIsDefault ? null : file.expiresAt, expiryIsDefault: false };
}
