import { eq, sql } from "drizzle-orm";
import { files, signRequests, type File, type SignRequest } from "@/db/schema/files";
import { appendAuditEvent } from "@/lib/audit/append";
import { Personal } from "@/lib/audit/events";
import type { Actor, Ctx } from "@/lib/context";
import { DomainError } from "@/lib/errors";
import { assertMayAct, fileAt } from "@/lib/files/status";
import { markDone } from "@/lib/idempotency/mark-done";
import { readActiveSigners } from "./active-signers";
import { actByLink, type LinkedRequest } from "./find-by-link";
import { lockFile } from "./lock-file";
import { proveByLink } from "./prove-by-link";
import { queueMail } from "./queue-mail";
import { nextSignRequestStatus } from "./status";
import { cancelUnfinished } from "./withdraw-file";

/**
 * A signer declines by their link, which ends the request for everybody: those who have not signed become `cancelled` and are
 * told, and so is the requester. Throws what `actByLink` throws, `already_signed`, `409` naming the state.
 */
export async function declineByLink(
  ctx: Ctx,
  actor: Actor,
  input: { u: string; reason: string },
): Promise<LinkedRequest> {
  const linked = await actByLink(ctx, actor, input.u);
  await ctx.tx(async (tx) => {
    const file = fileAt(await lockFile(tx, linked.file.id), await tx.now());
    const signers = await readActiveSigners(tx, file.id);
    const signer = signers.find((candidate) => candidate.id === linked.signRequest.id);
    assertMayDecline(signer, file);
    await proveByLink(tx, actor, linked);
    await tx.db
      .update(signRequests)
      .set({ status: "declined", closedAt: sql`now()`, declineReason: input.reason })
      .where(eq(signRequests.id, signer.id));
    await tx.db
      .update(files)
      .set({ status: "declined", closedAt: sql`now()` })
      .where(eq(files.id, file.id));
    await cancelUnfinished(tx, file.id);
    await appendAuditEvent(tx, actor, file.id, {
      type: "declined",
      auth: { proof: actor.kind === "account" || actor.kind === "guest" ? actor.kind : "link" },
      doc: { sha256: file.sha256, revision: file.revision },
      data: { signRequestId: signer.id, reason: new Personal(input.reason) },
    });
    await tellOthers(
      tx,
      actor,
      file,
      signers.filter((other) => other.id !== signer.id),
    );
    await markDone(tx, { fileId: file.id, signRequestId: signer.id });
  });
  ctx.wakeOutbox();
  return linked;
}

function assertMayDecline(signer: SignRequest | undefined, file: File): asserts signer is SignRequest {
  if (!signer) throw new DomainError("link_withdrawn");
  if (signer.status === "signed") throw new DomainError("already_signed");
  assertMayAct("decline", file.status);
  if (nextSignRequestStatus("decline", signer.status) === null) throw new DomainError("not_your_turn");
}

async function tellOthers(ctx: Ctx, actor: Actor, file: File, others: readonly SignRequest[]): Promise<void> {
  await queueMail(ctx, actor, file, "decline", { accountId: file.requesterId }, file.preparation);
  for (const other of others) {
    if (other.toldAt && other.notify)
      await queueMail(ctx, actor, file, "decline", { signRequestId: other.id }, file.preparation);
  }
}
