import type { AccountActor, Actor, Ctx, GuestActor, Scope } from "@/lib/context";
import { DomainError } from "@/lib/errors";
import { findGuest, type GuestTarget } from "@/lib/identification/find-guest";
import { readGuestTokens } from "./cookies";
import { parseCredential } from "./credential";
import { logIn } from "./log-in";
import { countWrongToken } from "./log-in-attempts";
import { findSession } from "./session";
import { readSessionId } from "./session-token";
import { tokenActor } from "./token-actor";

export type { GuestTarget };

const allScopes: readonly Scope[] = ["read", "write", "sign"];

/**
 * Who asks, by Basic, Bearer or session cookie (docs/spec/api.md#callers). A credential that is given must be right, on
 * public operations too: silently answering as to a stranger would hide a typing error. A stale cookie is no credential.
 * A guest's cookie counts where the request is about what the guest was let in to: `target`, null where guests have no business.
 * Throws `invalid_credentials`, `rate_limited`, `account_locked`.
 */
export async function resolveActor(ctx: Ctx, headers: Headers, target: GuestTarget | null = null): Promise<Actor> {
  const credential = parseCredential(headers.get("authorization"));
  switch (credential.kind) {
    case "none":
      return resolveVisitor(ctx, headers, target);
    case "malformed":
      throw new DomainError("invalid_credentials", {
        detail: "The Authorization header is not Basic or Bearer as we know them",
      });
    case "token":
      return tokenActor(ctx, credential.token, credential.email);
    case "guest":
      return guestByToken(ctx, credential.token);
    case "password":
      return passwordActor(ctx, credential.email, credential.password);
  }
}

async function passwordActor(ctx: Ctx, email: string, password: string): Promise<AccountActor> {
  const { account, at } = await logIn(ctx, email, password);
  return { kind: "account", account, proof: "password", scopes: allScopes, signedInAt: at };
}

/** Who looks, by their cookies: an account that is logged in, else the guest of the target. */
export async function resolveVisitor(
  ctx: Ctx,
  headers: Pick<Headers, "get">,
  target: GuestTarget | null,
): Promise<Actor> {
  const actor = await resolveSession(ctx, headers);
  if (actor.kind === "account" || target === null) return actor;
  return (await findGuest(ctx, readGuestTokens(headers.get("cookie"), ctx.publicUrl), target, "cookie")) ?? actor;
}

async function guestByToken(ctx: Ctx, token: string): Promise<GuestActor> {
  const guest = await findGuest(ctx, [token], null, "token");
  if (!guest) throw await countWrongToken(ctx);
  return guest;
}

/** Who is logged in by session cookie, whatever other credential there is: pages know no other. */
export async function resolveSession(ctx: Ctx, headers: Pick<Headers, "get">): Promise<Actor> {
  const id = await readSessionId(ctx, headers.get("cookie"));
  const found = id === null ? null : await findSession(ctx, id);
  if (!found) return { kind: "public" };
  return {
    kind: "account",
    account: found.account,
    proof: "session",
    scopes: allScopes,
    signedInAt: found.session.createdAt,
    sessionId: found.session.id,
  };
}
