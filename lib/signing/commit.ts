import { eq } from "drizzle-orm";
import { signRequests, type File, type SignatureFacts, type SignRequest } from "@/db/schema/files";
import { appendAuditEvent } from "@/lib/audit/append";
import type { DocumentSigner } from "@/lib/authority/document-signer";
import type { Ctx } from "@/lib/context";
import { DomainError } from "@/lib/errors";
import { nextStatuses, wrongState } from "@/lib/files/status";
import { markDone } from "@/lib/idempotency/mark-done";
import { readCertificateFacts } from "@/lib/keys/certificate-facts";
import { enqueue } from "@/lib/outbox/enqueue";
import type { RightCode } from "@/lib/sign-methods/compare-code";
import { consumeCode } from "@/lib/sign-methods/consume-code";
import { readActAgain, type SigningAct } from "@/lib/sign-methods/find-act";
import { assertMaySign } from "@/lib/sign-methods/may-sign";
import { assertSameRecipient } from "@/lib/sign-methods/same-recipient";
import { readActiveSigners } from "@/lib/sign-requests/active-signers";
import { isFinished } from "@/lib/sign-requests/status";
import { tellThoseInTurn } from "@/lib/sign-requests/tell";
import { appendRevision } from "./append-revision";
import type { BuiltRevision } from "./build";
import type { SigningProof } from "./prove";

export interface CommittedSignature {
  file: File;
  signature: SignatureFacts;
}

/** The worker leaves the file to the request that made the last signature for this long (SIGNING.md section 2.4). */
const headStartMilliseconds = 3000;

/**
 * Makes the signature count, in one transaction: the revision becomes part of the file, the code is used up, the next signers are told, or
 * the finishing job is queued. Answers null when the file has moved on since the revision was built: build again.
 * Throws what `assertMaySign` throws; a code that was used meanwhile is `already_signed`, one that went where codes go no longer `code_expired`.
 */
export async function commitSignature(
  ctx: Ctx, act: SigningAct, built: BuiltRevision, signer: DocumentSigner, proof: SigningProof, signedAt: Date,
): Promise<CommittedSignature | null> {
  return ctx.tx(async (tx) => {
    const { file, signRequest } = await lockForSigning(tx, act);
    if (file.revision !== built.base.file.revision || file.preparation !== act.file.preparation) return null;
    if (proof.kind === "code") await useCode(tx, signRequest, proof.code);
    const signature = factsOf(built, signer, signedAt);
    await tx.db.update(signRequests).set({ status: "signed", signedAt, closedAt: signedAt, signature }).where(eq(signRequests.id, signRequest.id));
    const signers = await readActiveSigners(tx, file.id);
    const isLast = signers.every(isFinished);
    const [status] = nextStatuses(isLast ? "sign_last" : "sign", file.status);
    if (!status) throw wrongState(file.status);
    const changed = await appendRevision(tx, file, built, { status });
    await writeTrail(tx, act, changed, signature, proof);
    if (isLast) await queueFinish(tx, changed);
    else await tellThoseInTurn(tx, act.actor, changed, signers);
    await markDone(tx, { signRequestId: signRequest.id });
    return { file: changed, signature };
  });
}

async function lockForSigning(ctx: Ctx, act: SigningAct): Promise<SigningAct> {
  const current = await readActAgain(ctx, act, true);
  assertMaySign(current, await ctx.now());
  return current;
}

async function useCode(ctx: Ctx, signRequest: SignRequest, code: RightCode): Promise<void> {
  await assertSameRecipient(ctx, signRequest, code);
  if (!(await consumeCode(ctx, code.challengeId))) throw new DomainError("already_signed");
}

function factsOf(built: BuiltRevision, signer: DocumentSigner, signedAt: Date): SignatureFacts {
  return { ...readCertificateFacts(signer.certificate), signedAt: signedAt.toISOString(), timestamp: null, level: "B-B", verdict: "intact", fieldName: built.fieldName };
}

async function writeTrail(ctx: Ctx, { actor, signRequest }: SigningAct, file: File, signature: SignatureFacts, proof: SigningProof): Promise<void> {
  const signRequestId = signRequest.id;
  const auth = { method: signRequest.signMethod, ...(proof.kind === "code" ? { challengeId: proof.code.challengeId, enteredAt: proof.code.enteredAt.toISOString() } : {}) };
  const accepted = proof.kind === "code" ? "code.accepted" : "sign_password.accepted";
  await appendAuditEvent(ctx, actor, file.id, { type: accepted, auth, data: { signRequestId } });
  if (proof.kind === "code") await appendAuditEvent(ctx, actor, file.id, { type: "certificate.issued", data: { signRequestId, serialNumber: signature.serialNumber } });
  await appendAuditEvent(ctx, actor, file.id, {
    type: "signed",
    auth,
    doc: { sha256: file.sha256, size: file.size, revision: file.revision },
    data: { signRequestId, serialNumber: signature.serialNumber, fieldName: signature.fieldName, signedAt: signature.signedAt },
  });
}

async function queueFinish(ctx: Ctx, file: File): Promise<void> {
  const runAt = new Date((await ctx.now()).getTime() + headStartMilliseconds);
  await enqueue(ctx, "finish", { fileId: file.id }, { dedupeKey: `finish:${file.id}:${file.revision}`, runAt });
}
