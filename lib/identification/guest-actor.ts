import type { Actor, GuestActor } from "@/lib/context";
import { DomainError } from "@/lib/errors";

/** The guest who acts. Throws `forbidden` for an account, which has means of its own, and `unauthenticated` for nobody in particular. */
export function guestActor(actor: Actor): GuestActor {
  if (actor.kind === "account")
    throw new DomainError("forbidden", { detail: "You have an account: use its own signature images" });
  if (actor.kind !== "guest")
    throw new DomainError("unauthenticated", {
      detail: "Only a signer who has shown who they are by a code, and has no account here, needs this",
    });
  return actor;
}
