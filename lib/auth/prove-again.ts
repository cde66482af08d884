import { accountActor, assertFreshProof, refuseToken } from "@/lib/accounts/actor";
import type { AccountActor, Actor, Ctx } from "@/lib/platform/context";
import { DomainError, invalid } from "@/lib/platform/errors";
import { logIn } from "./log-in";

/**
 * The same actor with a fresh proof, when the present password came with the call; as it was when none came. Wrong ones count like
 * those of a log-in. A call with a token never becomes one, whatever comes with it (docs/spec/limits.md): whoever stole a
 * token must not get the account by a guess. Throws `reauth_required` (a token), `validation_failed` (the password is wrong: the session
 * stays as good as it was), `rate_limited`, `account_locked`.
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

/** Throws `reauth_required` unless this request, or the log-in of its session, gave the password a short while ago. */
export async function assertFresh(ctx: Ctx, actor: Actor): Promise<void> {
  await assertFreshProof(ctx, accountActor(actor));
}
