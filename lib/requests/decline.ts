import { eq, sql } from "drizzle-orm";
import { files, signRequests, type File, type SignRequest } from "@/db/schema/files";
import type { Actor, Ctx } from "@/lib/context/context";
import { markDone } from "@/lib/context/idempotency/keys";
import { assertActionAllowed, fileAt } from "@/lib/documents/status";
import { DomainError } from "@/lib/platform/errors";
import { appendAuditEvent } from "@/lib/records/audit/append";
import { Personal } from "@/lib/records/audit/events";
import { lockFile } from "./expiry";
import { authorizeByLink, proveByLink, type LinkedRequest } from "./links/find-by-link";
import { queueMail, wasInvited } from "./notices/notify";
import { readActiveSigners } from "./state/file-state";
import { isDone, nextSignRequestStatus, wrongRole } from "./state/status";
import { cancelUnfinished } from "./withdraw";

/**
 * A signer declines through their link, which ends the request: signers who have not signed become `cancelled`, and
 * they and the requester are notified. Throws what `authorizeByLink` throws, `already_signed`, or a `409` for the
 * state.
 */
export async function declineByLink(
  ctx: Ctx,
  actor: Actor,
  input: { u: string; reason: string },
): Promise<LinkedRequest> {
  const linked = await authorizeByLink(ctx, actor, input.u);
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
      data: {
        signRequestId: signer.id,
        ...(signer.role === "signer" ? {} : { role: signer.role }),
        reason: new Personal(input.reason),
      },
    });
    await notifyOthers(
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
  if (isDone(signer)) throw new DomainError("already_signed");
  if (signer.role === "viewer") throw wrongRole(signer.role);
  assertActionAllowed("decline", file.status);
  if (nextSignRequestStatus("decline", signer) === null) throw new DomainError("not_your_turn");
}

async function notifyOthers(ctx: Ctx, actor: Actor, file: File, others: readonly SignRequest[]): Promise<void> {
  await queueMail(ctx, actor, file, "decline", { accountId: file.requesterId }, file.preparation);
  for (const other of others) {
    if (wasInvited(other)) await queueMail(ctx, actor, file, "decline", { signRequestId: other.id }, file.preparation);
  }
}
