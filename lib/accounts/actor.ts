import type { Account } from "@/db/schema/accounts";
import type { AccountActor, Actor, Ctx } from "@/lib/context/context";
import { DomainError } from "@/lib/platform/errors";

/** The actor's account. Throws `unauthenticated` for any other actor. */
export function accountActor(actor: Actor): AccountActor {
  if (actor.kind !== "account") throw new DomainError("unauthenticated");
  return actor;
}

/**
 * The actor's account with a proved address: until then a stranger may have registered it. Throws `unauthenticated`,
 * `email_unproved`.
 */
export function provedActor(actor: Actor): AccountActor {
  const acting = accountActor(actor);
  if (acting.account.emailProvedAt === null)
    throw new DomainError("email_unproved", { detail: "Confirm your e-mail address first." });
  return acting;
}

/** Whether an account with this role may request signatures. */
export function mayRequest(role: Account["role"]): boolean {
  return role !== "signer";
}

/** Throws `forbidden` unless the actor may request signatures. */
export function assertMayRequest(actor: Actor): AccountActor {
  const acting = accountActor(actor);
  if (!mayRequest(acting.account.role))
    throw new DomainError("forbidden", {
      reason: "requests_not_allowed",
      detail: "This account may sign, but not request signatures.",
    });
  return acting;
}

/** Throws `forbidden` unless the actor is an administrator. */
export function assertAdmin(actor: Actor): AccountActor {
  const acting = accountActor(actor);
  if (acting.account.role !== "admin")
    throw new DomainError("forbidden", { detail: "Only administrators may do this." });
  return acting;
}

/**
 * Throws `reauth_required` for a call with a token, whatever else it contains: a stolen token must not change a
 * credential.
 */
export function refuseToken(actor: AccountActor): void {
  if (actor.proof === "token")
    throw new DomainError("reauth_required", {
      detail: "A token cannot do this: log in, or call with the account's address and password.",
    });
}

/**
 * Throws `reauth_required` unless the password was given within `freshProofSeconds`. A token never counts.
 */
export async function assertFreshProof(ctx: Ctx, actor: AccountActor): Promise<void> {
  const now = await ctx.now();
  const ageSeconds = actor.signedInAt === null ? Infinity : (now.getTime() - actor.signedInAt.getTime()) / 1000;
  if (ageSeconds > ctx.limits.freshProofSeconds)
    throw new DomainError("reauth_required", { detail: "Log in again with your password, then repeat this." });
}
