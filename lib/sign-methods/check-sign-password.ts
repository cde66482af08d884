import { appendAuditEvent } from "@/lib/audit/append";
import type { AuditEventType } from "@/lib/audit/events";
import type { Ctx } from "@/lib/context";
import { DomainError } from "@/lib/errors";
import type { SigningAct } from "./find-act";
import { unlockSigningKey, type UnlockedKey } from "./unlock-signing-key";

const auditedRefusals: { [code in DomainError["code"]]?: AuditEventType } = {
  sign_password_wrong: "sign_password.failed",
  sign_password_locked: "sign_password.locked",
};

/** Opens the signer's key with the signing password, and notes a failure in the file's trail. Throws as `unlockSigningKey`. */
export async function checkSignPassword(ctx: Ctx, act: SigningAct, signPassword: string): Promise<UnlockedKey> {
  try {
    return await unlockSigningKey(ctx, act.actor.account.id, signPassword);
  } catch (error) {
    const type = error instanceof DomainError ? auditedRefusals[error.code] : undefined;
    if (type) await ctx.tx((tx) => appendAuditEvent(tx, act.actor, act.file.id, { type, data: { signRequestId: act.signRequest.id } }));
    throw error;
  }
}
