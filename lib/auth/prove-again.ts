import { accountActor, assertFreshProof, refuseToken } from "@/lib/accounts/actor";
import type { AccountActor, Actor, Ctx } from "@/lib/platform/context";
import { DomainError, invalid } from "@/lib/platform/errors";
import { logIn } from "./log-in";

/**
 * The actor with a fresh proof if the call contains the current password; otherwise unchanged. Wrong passwords count like those of a
 * log-in. A token call never gets a fresh proof, whatever it contains (docs/spec/limits.md): a stolen token must not lead to the account by
 * guessing. Throws `reauth_required` (a token), `validation_failed` (wrong password; the session stays valid), `rate_limited`,
 * `account_locked`.
 */
export async function proveAgain(ctx: Ctx, actor: Actor, currentPassword: string | undefined): Promise<Actor> {
  if (actor.kind !== "account" || currentPassword === undefined) return actor;
  refuseToken(actor);
  const { at } = await logIn(ctx, actor.account.email, currentPassword).catch((error: unknown) => {
    if (error instanceof DomainError && error.code === "invalid_credentials")
      throw invalid("/currentPassword", "password_wrong", "This is not your present password");
    throw error;
  });
  return { ...actor, signedInAt: at } satisfies AccountActor;
}

/** Throws `reauth_required` unless this request, or its session's log-in, recently gave the password. */
export async function assertFresh(ctx: Ctx, actor: Actor): Promise<void> {
  await assertFreshProof(ctx, accountActor(actor));
}
