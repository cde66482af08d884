import { createHash } from "node:crypto";
import { eq } from "drizzle-orm";
import { files } from "@/db/schema/files";
import type { Actor, Ctx } from "@/lib/platform/context";
import { DomainError } from "@/lib/platform/errors";
import { appendDaily } from "@/lib/records/audit/append";
import { readConsent } from "@/lib/requests/consent";
import { findByLink } from "@/lib/requests/find-by-link";
import {
  assertMaySign,
  findAttempt,
  reloadAttempt,
  type SigningAttempt,
  type SigningTarget,
} from "@/lib/signing/proof/may-sign";
import { buildSignature, dropRevision } from "./build";
import { commitSignature, type CommittedSignature, type SignerInput } from "./commit";
import { finishFile } from "./finish";
import { planContents, type PlannedContents } from "./plan-contents";
import { prove, signerFor, type SigningProof } from "./prove";
import type { SignInput } from "./schema";

/** Losing to more concurrent signers than this is not chance. */
const maxRounds = 20;

/**
 * Signs as a signer (docs/spec/signing.md#data-flow-of-one-signature): authorise, prove, build the revision outside any transaction, commit
 * by compare-and-set. A signer who loses the race to another builds again on the new revision. Throws what `readConsent`,
 * `authoriseSigning`, `prove`, `planContents` and `buildSignature` throw, and `race_lost`, which leaves the code valid.
 */
export async function sign(
  ctx: Ctx,
  actor: Actor,
  input: SignInput & { target: SigningTarget },
): Promise<CommittedSignature> {
  const consent = readConsent(input.consent);
  const found = await authoriseSigning(ctx, actor, input.target);
  const proof = await prove(ctx, found, input);
  let attempt = found;
  for (let round = 1; round <= maxRounds; round++) {
    const committed = await signOnce(ctx, attempt, { proof, consent }, input);
    if (committed) {
      ctx.wakeOutbox();
      return finishSoon(ctx, committed);
    }
    attempt = await readForAnotherRound(ctx, attempt, proof);
  }
  throw new DomainError("race_lost", { detail: "Others are signing this document at the same moment; try again." });
}

/** One attempt on the current file; null when another revision came first. */
async function signOnce(
  ctx: Ctx,
  attempt: SigningAttempt,
  signerInput: Omit<SignerInput, "imageSha256">,
  input: SignInput,
): Promise<CommittedSignature | null> {
  const { proof } = signerInput;
  const signedAt = await ctx.now();
  const contents = await planContents(ctx, attempt, input, signedAt);
  const signer = await signerFor(ctx, attempt, proof);
  const built = await buildSignature(ctx, attempt, contents, signer, signedAt).catch(unlessMovedOn);
  if (!built) return null;
  try {
    const committed = await commitSignature(
      ctx,
      attempt,
      built,
      signer,
      { ...signerInput, imageSha256: imageHash(contents) },
      signedAt,
    );
    if (!committed) await dropRevision(ctx, built);
    return committed;
  } catch (error) {
    // A domain error means that the commit was certainly rolled back. After any other error it may have succeeded, and the sweep decides.
    if (error instanceof DomainError) await dropRevision(ctx, built);
    throw error;
  }
}

/** The next attempt rereads the file's state. */
function unlessMovedOn(error: unknown): null {
  if (error instanceof DomainError && (error.code === "race_lost" || error.code === "not_found")) return null;
  throw error;
}

/** SHA-256 of the image in the signature field. */
function imageHash({ content, images }: PlannedContents): string | null {
  const png = content?.kind === "image" && content.image !== null ? images[content.image] : undefined;
  return png ? createHash("sha256").update(png).digest("hex") : null;
}

async function readForAnotherRound(ctx: Ctx, attempt: SigningAttempt, proof: SigningProof): Promise<SigningAttempt> {
  const current = await reloadAttempt(ctx, attempt, false);
  assertMaySign(current, await ctx.now());
  // A code is bound to the preparation it was sent for.
  if (proof.kind === "code" && current.file.preparation !== attempt.file.preparation)
    throw new DomainError("code_expired", { detail: "The document was changed. Ask for a new code." });
  return current;
}

const patienceMilliseconds = 2000;

/**
 * After the last signature, seals within the same request for up to 2 s; the outbox does the rest (docs/spec/signing.md#completion). Never
 * throws, because the signature is already committed. Returns the updated file.
 */
async function finishSoon(ctx: Ctx, committed: CommittedSignature): Promise<CommittedSignature> {
  if (committed.file.status !== "signing_in_progress") return committed;
  const finishing = finishFile(ctx, committed.file.id).catch((error: unknown) => {
    ctx.log.warn({ file: committed.file.id, err: error }, "signing: sealing is left to the outbox");
  });
  await Promise.race([finishing, wait(patienceMilliseconds)]);
  // Even if the database is lost now, the signature is committed.
  const [file] = await ctx.db
    .select()
    .from(files)
    .where(eq(files.id, committed.file.id))
    .catch(() => []);
  return { ...committed, file: file ?? committed.file };
}

function wait(milliseconds: number): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, milliseconds).unref();
  });
}

/**
 * Finds the signer's attempt. Throws what `findAttempt` throws. An attempt by the requester or by another account with the link
 * (`not_the_signer`) is recorded in the trail as `sign.denied`, once per account in 24 hours.
 */
async function authoriseSigning(ctx: Ctx, actor: Actor, target: SigningTarget): Promise<SigningAttempt> {
  try {
    return await findAttempt(ctx, actor, target);
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
