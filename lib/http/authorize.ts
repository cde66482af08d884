import { needsAccount, type Operation } from "@/lib/api/operation";
import type { Actor, GuestActor } from "@/lib/context";
import { DomainError } from "@/lib/errors";
import { isFromOurPages } from "./csrf";

/** Whether this kind of caller may call the operation at all; finer rights are the verb's. Throws 401 or 403. */
export function authorize(
  operation: Pick<Operation, "caller" | "scope" | "guests">,
  actor: Actor,
  request: Request,
  publicUrl: string,
): void {
  if (actor.kind === "guest") return authorizeGuest(operation, actor, request, publicUrl);
  if (actor.kind !== "account") {
    if (!needsAccount(operation)) return;
    throw new DomainError("unauthenticated");
  }
  const { role } = actor.account;
  if (operation.caller === "requester" && role === "signer")
    throw new DomainError("forbidden", { detail: "Your account may sign, but not ask others to" });
  if (operation.caller === "admin" && role !== "admin")
    throw new DomainError("forbidden", { detail: "Only administrators may do this" });
  if (operation.scope && !actor.scopes.includes(operation.scope)) {
    throw new DomainError("insufficient_scope", { detail: `The token lacks the scope ${operation.scope}` });
  }
  if (actor.proof === "session" && !isFromOurPages(request, publicUrl)) throw new DomainError("csrf");
}

/** A guest is nobody but where the operation takes guests; whether it is the guest of this object is the verb's to see. */
function authorizeGuest(
  operation: Pick<Operation, "caller" | "scope" | "guests">,
  actor: GuestActor,
  request: Request,
  publicUrl: string,
): void {
  if (!operation.guests && needsAccount(operation)) throw new DomainError("unauthenticated");
  if (operation.scope && !actor.scopes.some((scope) => scope === operation.scope))
    throw new DomainError("insufficient_scope", { detail: "A guest may read and sign, and nothing else" });
  if (actor.proof === "cookie" && !isFromOurPages(request, publicUrl)) throw new DomainError("csrf");
}
