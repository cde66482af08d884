import type { AccountActor, Actor, Ctx, Scope } from "@/lib/context";
import { DomainError } from "@/lib/errors";
import { parseCredential } from "./credential";
import { logIn } from "./log-in";
import { findSession } from "./session";
import { readSessionId } from "./session-token";
import { tokenActor } from "./token-actor";

const allScopes: readonly Scope[] = ["read", "write", "sign"];

/**
 * Who asks, by Basic, Bearer or session cookie (API.md section 1, "Who calls"). A credential that is given must be right, on
 * public operations too: silently answering as to a stranger would hide a typing error. A stale cookie is no credential.
 * Throws `invalid_credentials`, `rate_limited`, `account_locked`.
 */
export async function resolveActor(ctx: Ctx, headers: Headers): Promise<Actor> {
  const credential = parseCredential(headers.get("authorization"));
  switch (credential.kind) {
    case "none": return resolveSession(ctx, headers);
    case "malformed": throw new DomainError("invalid_credentials", { detail: "The Authorization header is not Basic or Bearer as we know them" });
    case "token": return tokenActor(ctx, credential.token, credential.email);
    case "password": return passwordActor(ctx, credential.email, credential.password);
  }
}

async function passwordActor(ctx: Ctx, email: string, password: string): Promise<AccountActor> {
  const { account, at } = await logIn(ctx, email, password);
  return { kind: "account", account, proof: "password", scopes: allScopes, signedInAt: at };
}

/** Who is logged in by session cookie, whatever other credential there is: pages know no other. */
export async function resolveSession(ctx: Ctx, headers: Pick<Headers, "get">): Promise<Actor> {
  const id = await readSessionId(ctx, headers.get("cookie"));
  const found = id === null ? null : await findSession(ctx, id);
  if (!found) return { kind: "public" };
  return { kind: "account", account: found.account, proof: "session", scopes: allScopes, signedInAt: found.session.createdAt, sessionId: found.session.id };
}
