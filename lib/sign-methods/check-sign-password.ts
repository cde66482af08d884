import { appendAuditEvent } from "@/lib/audit/append";
import type { Ctx } from "@/lib/context";
import { DomainError } from "@/lib/errors";
import type { SigningAct } from "./find-act";
import { unlockSigningKey, type UnlockedKey } from "./unlock-signing-key";

/** Opens the signer's key with the signing password, and notes a wrong one in the file's trail. Throws as `unlockSigningKey`. */
export async function checkSignPassword(ctx: Ctx, act: SigningAct, signPassword: string): Promise<UnlockedKey> {
  if (act.actor.kind === "guest") throw new DomainError("sign_method_mismatch");
  try {
    return await unlockSigningKey(ctx, act.actor.account.id, signPassword);
  } catch (error) {
    if (error instanceof DomainError && error.code === "sign_password_wrong")
      await noteWrongPassword(ctx, act, error.attemptsLeft === 0);
    throw error;
  }
}

/** The lock is noted when it begins, not again by each try that meets it: nobody may write at will into the trail. */
async function noteWrongPassword(
  ctx: Ctx,
  { actor, file, signRequest }: SigningAct,
  lockBegins: boolean,
): Promise<void> {
  const data = { signRequestId: signRequest.id };
  await ctx.tx(async (tx) => {
    await appendAuditEvent(tx, actor, file.id, { type: "sign_password.failed", data });
    if (lockBegins) await appendAuditEvent(tx, actor, file.id, { type: "sign_password.locked", data });
  });
}
