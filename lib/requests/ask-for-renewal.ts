import type { Actor, Ctx } from "@/lib/context/context";
import { markDone } from "@/lib/context/idempotency/keys";
import { linkMiss } from "@/lib/context/rates/request-rates";
import { DomainError } from "@/lib/platform/errors";
import { appendAuditEvent, appendDaily } from "@/lib/records/audit/append";
import { enqueue } from "@/lib/records/outbox/enqueue";
import { lockFile } from "./expiry";
import { findByLink, isSomeoneElse, linkPageState } from "./links/find-by-link";

/**
 * The signer of an expired link asks the requester by e-mail for more time, at most once in 24 hours; `isNew` is
 * false for a repeat. Throws `not_found`, `not_the_signer`, `link_withdrawn`, and `race_lost` if the link has not
 * expired.
 */
export async function askForRenewal(ctx: Ctx, actor: Actor, input: { u: string }): Promise<{ isNew: boolean }> {
  const { signRequest, file } = await findByLink(ctx, input.u);
  const state = linkPageState(signRequest, file, await ctx.now());
  if (state === "not_ready" || state === "not_your_turn") throw await linkMiss(ctx);
  if (isSomeoneElse(actor, signRequest)) throw new DomainError("not_the_signer");
  if (state === "withdrawn" || state === "declined") throw new DomainError("link_withdrawn");
  if (state !== "expired")
    throw new DomainError("race_lost", {
      reason: "link_not_expired",
      detail: "This link is not expired. Open it again.",
    });
  const isNew = await ctx.tx(async (tx) => {
    const { requesterId } = await lockFile(tx, file.id);
    const signRequestId = signRequest.id;
    if (!(await appendDaily(tx, actor, file.id, { type: "renewal.asked", data: { signRequestId } }))) return false;
    const about = { template: "renewal", signRequestId, accountId: requesterId } as const;
    await enqueue(
      tx,
      "notification",
      { ...about, fileId: file.id },
      { dedupeKey: `mail:renewal:${file.id}:${signRequestId}:${(await tx.now()).getTime()}` },
    );
    await appendAuditEvent(tx, actor, file.id, { type: "mail.queued", data: about });
    await markDone(tx, {});
    return true;
  });
  ctx.wakeOutbox();
  return { isNew };
}
