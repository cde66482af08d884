import { proveAddress } from "@/lib/accounts/prove-address";
import { appendAuditEvent } from "@/lib/audit/append";
import type { Actor, Ctx } from "@/lib/context";
import type { LinkedRequest } from "./find-by-link";

/** Only the mailbox holds the link, so a POST to it by its signed-in owner shows that the mailbox is theirs. Never call it for a GET. */
export async function proveByLink(ctx: Ctx, actor: Actor, { file, signRequest }: LinkedRequest): Promise<void> {
  if (actor.kind !== "account" || actor.account.emailProvedAt !== null || actor.account.email !== signRequest.email) return;
  const isFirst = await proveAddress(ctx, actor.account.id, "invitation");
  if (isFirst) await appendAuditEvent(ctx, actor, file.id, { type: "email.proved", data: { signRequestId: signRequest.id, by: "invitation" } });
}
