import type { SignRequest } from "@/db/schema/files";
import type { Actor, Ctx } from "@/lib/context";
import { DomainError } from "@/lib/errors";
import type { CodedAct } from "@/lib/sign-methods/code-history";
import { assertMayUseCode } from "@/lib/sign-methods/may-sign";
import { methodKinds } from "@/lib/sign-methods/registry";
import { actByLink } from "@/lib/sign-requests/find-by-link";
import { guestMethodOf, type GuestMethod } from "./guest-method";

/** A signer about to show, by a code, that they are the signer. */
export interface Identification extends CodedAct {
  purpose: "identify";
  method: GuestMethod;
}

/**
 * Whom the holder of this link may show to be. Whoever has signed may, to read and keep it. Throws what `actByLink` and `assertMayUseCode` throw, and `sign_method_mismatch` where the request
 * asks for an account: by its identify method, or because it is signed with a signing password, which only accounts have.
 */
export async function findIdentification(ctx: Ctx, actor: Actor, link: string): Promise<Identification> {
  const { file, signRequest } = await actByLink(ctx, actor, link);
  const identification = {
    file,
    signRequest,
    viaLink: true,
    purpose: "identify",
    method: methodOf(signRequest),
  } as const;
  assertMayUseCode(identification, await ctx.now());
  return identification;
}

function methodOf(signRequest: Pick<SignRequest, "identifyMethods" | "signMethod">): GuestMethod {
  const method = guestMethodOf(signRequest);
  if (method === null)
    throw new DomainError("sign_method_mismatch", {
      detail: "This document is for signers with an account. Log in, or create an account.",
    });
  if (methodKinds[signRequest.signMethod].kind === "password") {
    throw new DomainError("sign_method_mismatch", {
      detail:
        "This document is signed with a signing password, which belongs to an account. Log in, or create an account.",
    });
  }
  return method;
}
