import { eq } from "drizzle-orm";
import {
  envelopeSignatures,
  files,
  signRequests,
  type File,
  type FileStatus,
  type SignatureFacts,
  type SignRequest,
} from "@/db/schema/files";
import type { DocumentSigner } from "@/lib/authority/document-signer";
import type { SignatureTimestamp } from "@/lib/authority/stamped-signature";
import type { Actor, Ctx } from "@/lib/context/context";
import { markDone } from "@/lib/context/idempotency/keys";
import { isEnvelope, lockPdfs, sumOf } from "@/lib/documents/envelopes/pdfs";
import { nextStatuses, wrongState } from "@/lib/documents/status";
import { insertSegments } from "@/lib/documents/storage/segments";
import { DomainError } from "@/lib/platform/errors";
import { appendAuditEvents } from "@/lib/records/audit/append";
import { queue } from "@/lib/records/outbox/enqueue";
import { finishKey } from "@/lib/records/outbox/kinds";
import { membersOf, writePdf, type WrittenPdf } from "@/lib/requests/envelopes/write-pdf";
import { notifyNextSigners } from "@/lib/requests/notices/notify";
import type { NamedConsent } from "@/lib/requests/state/consent";
import { readActiveSigners } from "@/lib/requests/state/file-state";
import { isFinished } from "@/lib/requests/state/status";
import { assertSameRecipient } from "@/lib/signing/proof/compare-code";
import { assertMaySign, assertRole, reloadAttempt, type SigningAttempt } from "@/lib/signing/proof/may-sign";
import { consumeCode } from "@/lib/signing/proof/store-code";
import { assertKeyInForce } from "@/lib/signing/proof/unlock-signing-key";
import { readNamedFacts } from "@/lib/x509/certificate";
import type { BuiltRevision, BuiltSoFar } from "./build";
import { completeAttachments } from "./complete-attachments";
import { keepValues } from "./conditions";
import { appendRevision } from "./finish";
import type { SigningProof } from "./prove";
import {
  authOf,
  proofEvents,
  signedData,
  signedEvents,
  skippedData,
  type PdfSignature,
  type SignatureTrail,
} from "./signature-trail";

export interface CommittedSignature {
  /** The document or the envelope. */
  file: File;
  /** In an envelope, the one in the first file that the signer signs. */
  signature: SignatureFacts;
  /** The files of an envelope that were signed, in order; left out for a document. */
  files?: { uuid: string; name: string; sha256: string }[];
}

/** The signer's input: the proof, and the consent shown by the page (null for none). */
export interface SignerInput {
  proof: SigningProof;
  consent: NamedConsent | null;
}

/** The worker leaves sealing to the request of the last signature for this long (docs/spec/signing.md#completion). */
const headStartMilliseconds = 3000;

/**
 * Commits the signature in one transaction: every revision becomes part of its PDF, the code is used up, and either
 * the next signers are notified or the finishing job is queued. Returns null when the document was prepared again, or
 * one of its PDFs has changed since its revision was built, so that the caller builds again. Throws what
 * `assertMaySign` and `assertKeyInForce` throw; a code used by another call is `already_signed`, and one sent to a
 * recipient that has changed is `code_expired`.
 */
export async function commitSignature(
  ctx: Ctx,
  attempt: SigningAttempt,
  built: BuiltSoFar,
  signer: DocumentSigner,
  { proof, consent }: SignerInput,
): Promise<CommittedSignature | null> {
  return ctx.tx(async (tx) => {
    const { file, signRequest } = await lockForSigning(tx, attempt);
    const pdfs = await lockPdfs(tx, file);
    if (file.preparation !== attempt.file.preparation || !isCurrent(pdfs, built)) return null;
    const attached = await completeAttachments(tx, signRequest);
    await useProof(tx, signRequest, proof);
    const signed = pdfs.flatMap((pdf) => signatureIn(pdf, built, signer));
    const [first] = signed;
    if (!first) throw new Error(`sign request ${signRequest.id} signs nothing`);
    const { signature, at: signedAt } = first;
    // Stored, so that a later change of the account's name does not rename the signature.
    const { displayName } = attempt.signRequest;
    await tx.db
      .update(signRequests)
      .set({ status: "signed", signedAt, closedAt: signedAt, signature, displayName })
      .where(eq(signRequests.id, signRequest.id));
    await keepValues(
      tx,
      signed.map(({ built: { outcome } }) => outcome),
    );
    const { status, isLast, people } = await nextStatus(tx, file);
    const trail = { attempt, proof, consent, attached, certificate: signer.certificate };
    const changed = isEnvelope(file)
      ? await appendToEnvelope(tx, { file, pdfs, signed, status }, trail)
      : await appendToFile(tx, file, first, status, trail);
    if (isLast) await queueFinish(tx, changed);
    else await notifyNextSigners(tx, attempt.actor, changed, people);
    await markDone(tx, { signRequestId: signRequest.id });
    return { file: changed, signature };
  });
}

/** Whether every revision was built on the version that its PDF has now. */
function isCurrent(pdfs: readonly File[], built: BuiltSoFar): boolean {
  return [...built].every(
    ([id, { revision }]) => pdfs.find((pdf) => pdf.id === id)?.revision === revision.base.file.revision,
  );
}

function signatureIn(pdf: File, all: BuiltSoFar, signer: DocumentSigner): PdfSignature[] {
  const built = all.get(pdf.id);
  if (!built) return [];
  return [{ pdf, built, signature: factsOf(built.revision, signer, built.signedAt), at: built.signedAt }];
}

async function appendToFile(
  ctx: Ctx,
  file: File,
  one: PdfSignature,
  status: FileStatus,
  trail: SignatureTrail,
): Promise<File> {
  const changed = await appendRevision(ctx, file, one.built.revision, { status });
  const doc = { sha256: changed.sha256, size: changed.size, revision: changed.revision };
  await appendAuditEvents(ctx, trail.attempt.actor, file.id, [
    ...proofEvents(trail, one.signature),
    ...signedEvents(trail, one, doc),
  ]);
  return changed;
}

/** The state after somebody has signed, approved or read. Call it in the transaction that has written that. */
async function nextStatus(
  ctx: Ctx,
  file: File,
): Promise<{ status: FileStatus; isLast: boolean; people: SignRequest[] }> {
  const people = await readActiveSigners(ctx, file.id);
  const isLast = people.every(isFinished);
  const [status] = nextStatuses(isLast ? "sign_last" : "sign", file.status);
  if (!status) throw wrongState(file.status);
  return { status, isLast, people };
}

/**
 * Like `nextStatus`, for an approval or a reading, which leaves the bytes unchanged: also writes the state, and
 * notifies the next people or queues the seal.
 */
export async function advanceRequest(ctx: Ctx, actor: Actor, file: File): Promise<File> {
  const { status, isLast, people } = await nextStatus(ctx, file);
  await ctx.db.update(files).set({ status }).where(eq(files.id, file.id));
  const changed = { ...file, status };
  if (isLast) await queueFinish(ctx, changed);
  else await notifyNextSigners(ctx, actor, changed, people);
  return changed;
}

export async function lockForSigning(ctx: Ctx, attempt: SigningAttempt): Promise<SigningAttempt> {
  const current = await reloadAttempt(ctx, attempt, "locked");
  assertRole(current, [attempt.signRequest.role]);
  assertMaySign(current, await ctx.now());
  return current;
}

/** Uses up a code to sign. A code that opened the document was used up then, and its signer can sign only once. */
export async function useProof(ctx: Ctx, signRequest: SignRequest, proof: SigningProof): Promise<void> {
  switch (proof.kind) {
    case "code":
      await assertSameRecipient(ctx, signRequest, proof.code);
      if (proof.entered === "to_sign" && !(await consumeCode(ctx, proof.code.challengeId)))
        throw new DomainError("already_signed");
      return;
    case "password":
      return assertKeyInForce(ctx, proof.key);
    case "link":
      // The requester may have started to require a code in the meantime.
      if (signRequest.signMethod !== "link") throw new DomainError("race_lost");
  }
}

function factsOf(built: BuiltRevision, signer: DocumentSigner, signedAt: Date): SignatureFacts {
  return {
    ...readNamedFacts(signer.certificate),
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

async function queueFinish(ctx: Ctx, file: File): Promise<void> {
  const runAt = new Date((await ctx.now()).getTime() + headStartMilliseconds);
  await queue(ctx, "finish", { fileId: file.id }, { dedupeKey: finishKey(file), runAt });
}

interface SignedEnvelope {
  file: File;
  /** All files of the envelope. */
  pdfs: readonly File[];
  signed: readonly PdfSignature[];
  status: FileStatus;
}

/**
 * Makes a signer's revisions part of the files of an envelope, in the caller's transaction and under the locks of
 * `lockPdfs`: first an event in the chain of each file, then one in the envelope's chain that names them all.
 * Returns the envelope.
 */
async function appendToEnvelope(
  ctx: Ctx,
  { file, pdfs, signed, status }: SignedEnvelope,
  trail: SignatureTrail,
): Promise<File> {
  const { actor, signRequest } = trail.attempt;
  const written: WrittenPdf[] = [];
  for (const one of signed) {
    const { pdf, built } = one;
    await insertSegments(ctx, pdf.id, [built.revision.segment], built.revision.base.segments.length);
    const bytes = { size: pdf.size + built.revision.segment.size, sha256: built.revision.sha256 };
    written.push(
      await writePdf(ctx, actor, { envelope: file, pdf, count: pdfs.length }, bytes, (doc, place) =>
        signedEvents(trail, one, doc, place),
      ),
    );
  }
  await ctx.db.insert(envelopeSignatures).values(
    signed.map(({ pdf, signature, at }) => ({
      fileId: pdf.id,
      signRequestId: signRequest.id,
      signature,
      signedAt: at,
    })),
  );
  const [changed] = await ctx.db
    .update(files)
    .set({
      status,
      ...sumOf(pdfs.map((pdf) => written.find(({ id }) => id === pdf.id) ?? pdf)),
      revision: file.revision + 1,
    })
    .where(eq(files.id, file.id))
    .returning();
  const [first] = signed;
  if (!changed || !first) throw new Error(`envelope ${file.id} vanished under its lock`);
  await appendAuditEvents(ctx, actor, file.id, [
    ...proofEvents(trail, first.signature),
    {
      type: "signed",
      auth: authOf(signRequest, trail.proof),
      doc: { sha256: changed.sha256, size: changed.size, revision: changed.revision },
      data: {
        ...signedData(trail, first.built, first.signature),
        ...skippedData(signed.map(({ built }) => built)),
        ...membersOf(written),
      },
    },
  ]);
  return changed;
}
