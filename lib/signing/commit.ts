import { eq } from "drizzle-orm";
import { signRequests, type File, type SignatureFacts, type SignRequest } from "@/db/schema/files";
import type { DocumentSigner } from "@/lib/authority/document-signer";
import { sha256Of } from "@/lib/authority/known-signers";
import { timestampEvent, type SignatureTimestamp } from "@/lib/authority/stamped-signature";
import { nextStatuses, wrongState } from "@/lib/documents/status";
import type { Ctx } from "@/lib/platform/context";
import { DomainError } from "@/lib/platform/errors";
import { markDone } from "@/lib/platform/idempotency/keys";
import { appendAuditEvents } from "@/lib/records/audit/append";
import type { AuditEventType, AuditRecord } from "@/lib/records/audit/events";
import { enqueue } from "@/lib/records/outbox/enqueue";
import { finishKey } from "@/lib/records/outbox/kinds";
import type { NamedConsent } from "@/lib/requests/consent";
import { readActiveSigners } from "@/lib/requests/file-state";
import { notifyNextSigners } from "@/lib/requests/notify";
import { isFinished } from "@/lib/requests/status";
import { assertMaySign, reloadAttempt, type SigningAttempt } from "@/lib/signing/proof/may-sign";
import { assertSameRecipient } from "@/lib/signing/proof/same-recipient";
import { consumeCode } from "@/lib/signing/proof/store-code";
import { assertKeyInForce } from "@/lib/signing/proof/unlock-signing-key";
import { readCertificateFacts } from "@/lib/x509/certificate";
import type { BuiltRevision } from "./build";
import { appendRevision } from "./finish";
import type { SigningProof } from "./prove";

export interface CommittedSignature {
  file: File;
  signature: SignatureFacts;
}

/**
 * The signer's input: the proof, the consent shown by the page (null for none), and the SHA-256 of the image in the signature field, if
 * any.
 */
export interface SignerInput {
  proof: SigningProof;
  consent: NamedConsent | null;
  imageSha256: string | null;
}

/** The worker leaves sealing to the request of the last signature for this long (docs/spec/signing.md#completion). */
const headStartMilliseconds = 3000;

/**
 * Commits the signature in one transaction: the revision becomes part of the file, the code is used up, and either the next signers are
 * notified or the finishing job is queued. Returns null when the file has changed since the revision was built, so that the caller builds
 * again. Throws what `assertMaySign` and `assertKeyInForce` throw; a code used by another call is `already_signed`, and one sent to a
 * recipient that has changed is `code_expired`.
 */
export async function commitSignature(
  ctx: Ctx,
  attempt: SigningAttempt,
  built: BuiltRevision,
  signer: DocumentSigner,
  signerInput: SignerInput,
  signedAt: Date,
): Promise<CommittedSignature | null> {
  const { proof } = signerInput;
  return ctx.tx(async (tx) => {
    const { file, signRequest } = await lockForSigning(tx, attempt);
    if (file.revision !== built.base.file.revision || file.preparation !== attempt.file.preparation) return null;
    await useProof(tx, signRequest, proof);
    const signature = factsOf(built, signer, signedAt);
    await tx.db
      .update(signRequests)
      .set({ status: "signed", signedAt, closedAt: signedAt, signature })
      .where(eq(signRequests.id, signRequest.id));
    const signers = await readActiveSigners(tx, file.id);
    const isLast = signers.every(isFinished);
    const [status] = nextStatuses(isLast ? "sign_last" : "sign", file.status);
    if (!status) throw wrongState(file.status);
    const changed = await appendRevision(tx, file, built, { status });
    await writeTrail(
      tx,
      attempt,
      { file: changed, signature, timestamp: built.timestamp, certificate: signer.certificate },
      signerInput,
    );
    if (isLast) await queueFinish(tx, changed);
    else await notifyNextSigners(tx, attempt.actor, changed, signers);
    await markDone(tx, { signRequestId: signRequest.id });
    return { file: changed, signature };
  });
}

async function lockForSigning(ctx: Ctx, attempt: SigningAttempt): Promise<SigningAttempt> {
  const current = await reloadAttempt(ctx, attempt, true);
  assertMaySign(current, await ctx.now());
  return current;
}

/** A code to sign is used up here; the one that opened the document was used up then, and the signer signs once. */
async function useProof(ctx: Ctx, signRequest: SignRequest, proof: SigningProof): Promise<void> {
  switch (proof.kind) {
    case "code":
      await assertSameRecipient(ctx, signRequest, proof.code);
      if (proof.entered === "to_sign" && !(await consumeCode(ctx, proof.code.challengeId)))
        throw new DomainError("already_signed");
      return;
    case "password":
      return assertKeyInForce(ctx, proof.key);
    case "link":
      // The requester may have asked for a code meanwhile.
      if (signRequest.signMethod !== "link") throw new DomainError("race_lost");
  }
}

function factsOf(built: BuiltRevision, signer: DocumentSigner, signedAt: Date): SignatureFacts {
  return {
    ...readCertificateFacts(signer.certificate),
    signedAt: signedAt.toISOString(),
    ...levelOf(built.timestamp),
    verdict: "intact",
    fieldName: built.fieldName,
  };
}

function levelOf(timestamp: SignatureTimestamp): Pick<SignatureFacts, "timestamp" | "level"> {
  return timestamp.kind === "added"
    ? { timestamp: timestamp.at.toISOString(), level: "B-T" }
    : { timestamp: null, level: "B-B" };
}

interface SignatureToNote extends CommittedSignature {
  timestamp: SignatureTimestamp;
  /** DER. */
  certificate: Buffer;
}

async function writeTrail(
  ctx: Ctx,
  { actor, signRequest }: SigningAttempt,
  { file, signature, timestamp, certificate }: SignatureToNote,
  { proof, consent, imageSha256 }: SignerInput,
): Promise<void> {
  const signRequestId = signRequest.id;
  const auth = authOf(signRequest, proof);
  await appendAuditEvents(ctx, actor, file.id, [
    ...(consent ? [{ type: "consent.given", auth, data: { signRequestId, ...consent } } as const] : []),
    { type: provedEvents[proof.kind], auth, data: { signRequestId } },
    ...(proof.kind === "password"
      ? []
      : [{ type: "certificate.issued", data: { signRequestId, serialNumber: signature.serialNumber } } as const]),
    ...timestampEvent(timestamp, { signature: "signer", signRequestId }),
    {
      type: "signed",
      auth,
      doc: { sha256: file.sha256, size: file.size, revision: file.revision },
      data: {
        signRequestId,
        serialNumber: signature.serialNumber,
        certificateSha256: sha256Of(certificate),
        imageSha256,
        fieldName: signature.fieldName,
        signedAt: signature.signedAt,
        level: signature.level,
      },
    },
  ]);
}

const provedEvents: { readonly [kind in SigningProof["kind"]]: AuditEventType } = {
  code: "code.accepted",
  password: "sign_password.accepted",
  link: "sign.clicked",
};

/** The proof as the trail states it. `entered` is there for a code that was entered to open the document. */
function authOf({ signMethod }: SignRequest, proof: SigningProof): AuditRecord {
  switch (proof.kind) {
    case "code":
      return {
        method: signMethod,
        challengeId: proof.code.challengeId,
        enteredAt: proof.code.enteredAt.toISOString(),
        ...(proof.entered === "to_open" ? { entered: "to_open" } : {}),
      };
    case "password":
      return { method: signMethod };
    case "link":
      return { method: signMethod, by: proof.by, clickedAt: proof.clickedAt.toISOString() };
  }
}

async function queueFinish(ctx: Ctx, file: File): Promise<void> {
  const runAt = new Date((await ctx.now()).getTime() + headStartMilliseconds);
  await enqueue(ctx, "finish", { fileId: file.id }, { dedupeKey: finishKey(file), runAt });
}
