import type { Ctx } from "@/lib/context";
import { DomainError } from "@/lib/errors";
import { guestMethodOf, type GuestMethod } from "@/lib/identification/guest-method";
import type { CodedAct } from "@/lib/sign-methods/code-history";
import { codeRecipient } from "@/lib/sign-methods/recipient";
import { methodKinds } from "@/lib/sign-methods/registry";
import { readCodesLock, type SigningLock } from "@/lib/sign-methods/signing-lock";
import type { LinkedRequest } from "@/lib/sign-requests/find-by-link";
import type { LinkIdentification } from "@/lib/signing/schema";

/** What a signer without an account is offered, and the lock that their wrong codes left behind. Both null where an account is needed. */
export async function readIdentification(
  ctx: Ctx,
  linked: LinkedRequest,
): Promise<{ identification: LinkIdentification | null; lock: SigningLock | null }> {
  const method = guestMethodOf(linked.signRequest);
  if (method === null || methodKinds[linked.signRequest.signMethod].kind === "password")
    return { identification: null, lock: null };
  const act: CodedAct = { ...linked, viaLink: true, purpose: "identify" };
  return { identification: await offer(ctx, linked, method), lock: await readCodesLock(ctx, act, await ctx.now()) };
}

async function offer(ctx: Ctx, linked: LinkedRequest, method: GuestMethod): Promise<LinkIdentification> {
  try {
    return { method, sentTo: (await codeRecipient(ctx, linked, method)).masked, refusal: null };
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
    return { method, sentTo: null, refusal: error.code === "phone_missing" ? "phone_missing" : "gateway_unavailable" };
  }
}
