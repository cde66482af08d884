import type { Account } from "@/db/schema/accounts";
import { isGuessable } from "@/lib/accounts/password-rules";
import type { Ctx } from "@/lib/context";
import { invalid } from "@/lib/errors";

const pointer = "/signPassword";
export const shortest = 8;
const longest = 128;

/**
 * The signing password in NFC, when it may protect a signing key (docs/spec/limits.md): 8–128 characters, not guessable, and not the
 * account's own password, so that whoever learns that one cannot sign. Throws `validation_failed`.
 */
export async function acceptSigningPassword(ctx: Ctx, account: Account, password: string): Promise<string> {
  const normal = password.normalize("NFC");
  const length = [...normal].length;
  if (length < shortest)
    throw invalid(pointer, "too_short", `The signing password needs at least ${shortest} characters`, shortest);
  if (length > longest)
    throw invalid(pointer, "too_long", `The signing password needs at most ${longest} characters`, longest);
  if (isGuessable(normal, account))
    throw invalid(
      pointer,
      "password_common",
      "The signing password is among those that are tried first; choose another",
    );
  if (await ctx.passwords.verify(account.passwordHash, normal))
    throw invalid(pointer, "same_as_account", "The signing password must differ from the password of your account");
  return normal;
}
