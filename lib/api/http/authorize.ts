import { assertAdmin, assertMayRequest } from "@/lib/accounts/actor";
import { needsAccount, type Operation } from "@/lib/api/operations/operation";
import type { GuestTarget } from "@/lib/auth/resolve-actor";
import type { Actor, GuestActor } from "@/lib/context/context";
import { DomainError } from "@/lib/platform/errors";

/**
 * Whether this kind of caller may call the operation at all. The use case checks finer permissions. Throws 401 or 403.
 */
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
  if (operation.caller === "requester") assertMayRequest(actor);
  if (operation.caller === "admin") assertAdmin(actor);
  if (operation.scope && !actor.scopes.includes(operation.scope)) {
    throw new DomainError("insufficient_scope", { detail: `The token lacks the scope ${operation.scope}.` });
  }
  if (actor.proof === "session" && !isFromOurPages(request, publicUrl)) throw new DomainError("csrf");
}

/**
 * A guest counts as anonymous unless the operation accepts guests. The use case checks that the object is the guest's
 * own.
 */
function authorizeGuest(
  operation: Pick<Operation, "caller" | "scope" | "guests">,
  actor: GuestActor,
  request: Request,
  publicUrl: string,
): void {
  if (!operation.guests && needsAccount(operation)) throw new DomainError("unauthenticated");
  if (operation.scope && !actor.scopes.some((scope) => scope === operation.scope))
    throw new DomainError("insufficient_scope", { detail: "A guest may read and sign, and nothing else." });
  if (actor.proof === "cookie" && !isFromOurPages(request, publicUrl)) throw new DomainError("csrf");
}

/** The target in the path of an operation that accepts guests: a sign link (`u`), or a file (`uuid`). */
export function guestTarget(params: unknown): GuestTarget | null {
  const { u, uuid } = (params ?? {}) as { u?: unknown; uuid?: unknown };
  if (typeof u === "string") return { link: u };
  return typeof uuid === "string" ? { fileUuid: uuid } : null;
}

const safeMethods = new Set(["GET", "HEAD", "OPTIONS"]);

/**
 * True when a request authenticated by cookie may change state: it comes from our own pages
 * (docs/spec/api.md#browser-access). Basic and Bearer need no such check, because browsers do not add them by
 * themselves for another site's page.
 */
export function isFromOurPages(request: { method: string; headers: Headers }, publicUrl: string): boolean {
  if (safeMethods.has(request.method)) return true;
  const origin = request.headers.get("origin");
  if (origin !== null) return origin === new URL(publicUrl).origin;
  return request.headers.get("sec-fetch-site") === "same-origin";
}
