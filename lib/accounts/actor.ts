import type { Account } from "@/db/schema/accounts";
import type { SignRequest } from "@/db/schema/files";
import type { AccountActor, Actor, Ctx } from "@/lib/context/context";
import { DomainError } from "@/lib/platform/errors";

/** The actor's account. Throws `unauthenticated` for any other actor. */
export function accountActor(actor: Actor): AccountActor {
  if (actor.kind !== "account") throw new DomainError("unauthenticated");
  return actor;
}

export function emailUnproved(): DomainError {
  return new DomainError("email_unproved", { detail: "Confirm your e-mail address first." });
}

/**
 * The actor's account with a proved address: until then a stranger may have registered it. Throws `unauthenticated`,
 * `email_unproved`.
 */
export function provedActor(actor: Actor): AccountActor {
  const acting = accountActor(actor);
  if (acting.account.emailProvedAt === null) throw emailUnproved();
  return acting;
}

type ProvedAccount = Pick<Account, "email" | "emailProvedAt" | "emailProof" | "emailProofRequestId">;

/**
 * Whether the address was proved by more than a sign link, which somebody else may have received with a forwarded
 * e-mail (docs/spec/api.md#proved-addresses). In SQL: `mailboxProved`.
 */
export function isMailboxProved({ emailProvedAt, emailProof }: Omit<ProvedAccount, "email">): boolean {
  return emailProvedAt !== null && emailProof !== "invitation";
}

/**
 * Whether the account stands for the signer: their address is proved, by more than the link of another request. In
 * SQL: `isProvedForSql`.
 */
export function isAccountOf(account: ProvedAccount, signRequest: Pick<SignRequest, "id" | "email">): boolean {
  if (account.email !== signRequest.email || account.emailProvedAt === null) return false;
  return isMailboxProved(account) || account.emailProofRequestId === signRequest.id;
}

/**
 * Like `provedActor`, for what a sign link does not prove enough: it concerns all requests to the address. Throws
 * `unauthenticated`, `email_unproved`.
 */
export function mailboxActor(actor: Actor): AccountActor {
  const acting = accountActor(actor);
  if (!isMailboxProved(acting.account)) throw emailUnproved();
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
