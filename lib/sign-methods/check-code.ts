import { proveAddress } from "@/lib/accounts/prove-address";
import { appendAuditEvent } from "@/lib/audit/append";
import type { Ctx } from "@/lib/context";
import { compareCode, type RightCode } from "./compare-code";
import type { SigningAct } from "./find-act";
import { methodKinds } from "./registry";

/**
 * Checks a code to sign. A right one is used up only by the commit of the signature, so that a crash leaves it usable; throws what
 * `compareCode` throws.
 */
export async function checkCode(ctx: Ctx, act: SigningAct, code: string): Promise<RightCode> {
  return compareCode(ctx, act.actor, act, code, async (tx, current, right) => {
    await proveByCode(tx, current);
    return right;
  });
}

/** Who enters a right code mailed to an address has that mailbox. */
async function proveByCode(ctx: Ctx, { actor, file, signRequest }: SigningAct): Promise<void> {
  const method = methodKinds[signRequest.signMethod];
  if (actor.kind === "guest" || actor.account.emailProvedAt || method.kind !== "code" || !method.provesAddress) return;
  const isFirst = await proveAddress(ctx, actor.account.id, "code", actor);
  if (isFirst) await appendAuditEvent(ctx, actor, file.id, { type: "email.proved", data: { signRequestId: signRequest.id, by: "code" } });
}
