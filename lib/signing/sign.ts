import { eq } from "drizzle-orm";
import { files } from "@/db/schema/files";
import type { DocumentSigner } from "@/lib/authority/document-signer";
import type { Actor, Ctx } from "@/lib/context/context";
import { isEnvelope } from "@/lib/documents/envelopes/pdfs";
import { DomainError } from "@/lib/platform/errors";
import { appendDaily } from "@/lib/records/audit/append";
import { findByLink } from "@/lib/requests/links/find-by-link";
import { readConsent } from "@/lib/requests/state/consent";
import {
  assertMaySign,
  assertRole,
  assertShown,
  findAttempt,
  reloadAttempt,
  type SigningAttempt,
  type SigningTarget,
} from "@/lib/signing/proof/may-sign";
import { buildSignatures, dropAll, type BuiltSoFar } from "./build";
import { commitSignature, type CommittedSignature, type SignerInput } from "./commit";
import { completeAttachments } from "./complete-attachments";
import { completeFile } from "./finish";
import { planContents } from "./plan-contents";
import { prove, signerFor, type SigningProof } from "./prove";
import { withFiles } from "./read-signed";
import type { SignInput } from "./schema";

/** More lost rounds than this mean a fault, not concurrency. */
const maxRounds = 20;

/**
 * Signs as a signer (docs/spec/signing.md#data-flow-of-one-signature): authorise, prove, build the revision outside
 * any transaction, commit by compare-and-set, all files of an envelope or none. A signer who loses the race to
 * another rebuilds the PDFs that have changed. Throws what `readConsent`, `authoriseSigning`, `completeAttachments`,
 * `prove`, `planContents` and `buildSignature` throw, and `race_lost`, which leaves the code valid.
 */
export async function sign(
  ctx: Ctx,
  actor: Actor,
  input: SignInput & { target: SigningTarget },
): Promise<CommittedSignature> {
  const consent = readConsent(input.consent);
  const found = await authoriseSigning(ctx, actor, input.target);
  assertShown(found, input.preparation);
  await completeAttachments(ctx, found.signRequest);
  const proof = await prove(ctx, found, input);
  const built: BuiltSoFar = new Map();
  let [attempt, signer]: [SigningAttempt, DocumentSigner | null] = [found, null];
  for (let round = 1; round <= maxRounds; round++) {
    signer ??= await signerFor(ctx, attempt, proof);
    const committed = await signOnce(ctx, attempt, { proof, consent, signer, built }, input);
    if (committed) return withFiles(ctx, await finishSoon(ctx, committed), attempt.signRequest.id);
    attempt = await orDrop(ctx, built, () => readForAnotherRound(ctx, attempt, proof));
  }
  await dropAll(ctx, built);
  throw new DomainError("race_lost", { detail: "Others are signing this document at the same moment; try again." });
}

interface Ceremony extends SignerInput {
  /** One key signs all files of an envelope. */
  signer: DocumentSigner;
  built: BuiltSoFar;
}

/** One attempt on the current files; null when another revision of one of them came first. */
async function signOnce(
  ctx: Ctx,
  attempt: SigningAttempt,
  { signer, built, ...signerInput }: Ceremony,
  input: SignInput,
): Promise<CommittedSignature | null> {
  return orDrop(ctx, built, async () => {
    const signedAt = await ctx.now();
    const planned = await planContents(ctx, attempt, input, signedAt);
    const isBuilt = await buildSignatures(ctx, attempt, planned, signer, { signedAt, built });
    return isBuilt ? commitSignature(ctx, attempt, built, signer, signerInput) : null;
  });
}

/**
 * A domain error means that nothing was committed. After any other error it may have been, so removal is left to the
 * sweep.
 */
async function orDrop<Value>(ctx: Ctx, built: BuiltSoFar, work: () => Promise<Value>): Promise<Value> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof DomainError) await dropAll(ctx, built);
    throw error;
  }
}

async function readForAnotherRound(ctx: Ctx, attempt: SigningAttempt, proof: SigningProof): Promise<SigningAttempt> {
  const current = await reloadAttempt(ctx, attempt, "unlocked");
  assertRole(current, ["signer"]);
  assertMaySign(current, await ctx.now());
  // A code is bound to the preparation it was sent for.
  if (proof.kind === "code" && current.file.preparation !== attempt.file.preparation)
    throw new DomainError("code_expired", { detail: "The document was changed. Ask for a new code." });
  // Without a code nothing else binds the click to what was on the page.
  assertShown(current, attempt.file.preparation);
  return { ...current, signRequest: { ...current.signRequest, displayName: attempt.signRequest.displayName } };
}

const patienceMilliseconds = 2000;
/** Shorter, because the signature of an envelope has already taken longer. */
const patienceWithEnvelope = 1000;

/**
 * After the last signature, seals within the same request for up to 2 s, an envelope 1 s; the outbox does the rest
 * (docs/spec/signing.md#completion). Never throws, because the signature is already committed. Returns the updated
 * file.
 */
async function finishSoon(ctx: Ctx, committed: CommittedSignature): Promise<CommittedSignature> {
  if (committed.file.status !== "signing_in_progress") {
    ctx.wakeOutbox();
    return committed;
  }
  // The seal wakes the workers. Until then no job of this document is due, only webhook deliveries, whose worker
  // checks every second.
  const finishing = completeFile(ctx, committed.file.id, committed.file).catch((error: unknown) => {
    ctx.log.warn({ file: committed.file.id, err: error }, "signing: sealing is left to the outbox");
    ctx.wakeOutbox();
    return null;
  });
  const patience = wait(isEnvelope(committed.file) ? patienceWithEnvelope : patienceMilliseconds);
  const completed = await Promise.race([finishing, patience]);
  if (completed) return { ...committed, file: completed };
  const [file] = await ctx.db
    .select()
    .from(files)
    .where(eq(files.id, committed.file.id))
    .catch((error: unknown) => {
      // The signature is committed, so its answer does not depend on this read.
      ctx.log.warn({ file: committed.file.id, err: error }, "signing: the state after the seal was not read");
      return [];
    });
  return { ...committed, file: file ?? committed.file };
}

function wait(milliseconds: number): Promise<null> {
  return new Promise((resolve) => {
    setTimeout(() => resolve(null), milliseconds).unref();
  });
}

/**
 * Finds the signer's attempt. Throws what `findAttempt` throws. An attempt by the requester or by another account with
 * the link (`not_the_signer`) is recorded in the trail as `sign.denied`, once per account in 24 hours.
 */
async function authoriseSigning(ctx: Ctx, actor: Actor, target: SigningTarget): Promise<SigningAttempt> {
  try {
    return await findAttempt(ctx, actor, target, ["signer"]);
  } catch (error) {
    if (error instanceof DomainError && error.code === "not_the_signer") await noteDenied(ctx, actor, target);
    throw error;
  }
}

async function noteDenied(ctx: Ctx, actor: Actor, target: SigningTarget): Promise<void> {
  if (actor.kind !== "account") return;
  const { account } = actor;
  if ("fileId" in target) {
    await appendDaily(ctx, actor, target.fileId, { type: "sign.denied", data: { accountId: account.id } });
    return;
  }
  const { file, signRequest } = await findByLink(ctx, target.link);
  await appendDaily(ctx, actor, file.id, {
    type: "sign.denied",
    data: { accountId: account.id, signRequestId: signRequest.id },
  });
}
