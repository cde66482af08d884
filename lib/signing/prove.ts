import { documentSigner, makeSingleUseSigner, type DocumentSigner } from "@/lib/authority/document-signer";
import type { Ctx } from "@/lib/platform/context";
import { DomainError, invalid } from "@/lib/platform/errors";
import { methodKinds, type MethodKind } from "@/lib/platform/sign-methods/registry";
import { appendAuditEvent } from "@/lib/records/audit/append";
import { compareCode, type RightCode } from "@/lib/signing/proof/compare-code";
import type { SigningAttempt } from "@/lib/signing/proof/may-sign";
import { checkOpeningCode } from "@/lib/signing/proof/opening-code";
import { linkProofText, proofText } from "@/lib/signing/proof/proof-text";
import { readProof } from "@/lib/signing/proof/read-proof";
import { codeWentToInbox } from "@/lib/signing/proof/store-code";
import { unlockSigningKey, type UnlockedKey } from "@/lib/signing/proof/unlock-signing-key";
import type { SignInput } from "./schema";

/**
 * The signer's proof at the moment of signing. `entered`: whether the code was entered to sign, or to open the document shortly before.
 * `link`: nothing but access to the signer's link, or to the account of its address.
 */
export type SigningProof =
  | { kind: "code"; code: RightCode; entered: "to_sign" | "to_open" }
  | { kind: "password"; key: UnlockedKey }
  | { kind: "link"; by: "link" | "account"; clickedAt: Date };

/**
 * Checks the proof required by this request's method. A guest who has just identified over the same channel needs no second code. Throws
 * `sign_method_mismatch` for another kind of proof, `validation_failed` for none, and what `readProof`, `checkCode`, `checkOpeningCode` and
 * `checkSignPassword` throw.
 */
export async function prove(ctx: Ctx, attempt: SigningAttempt, input: SignInput): Promise<SigningProof> {
  const given = readProof(input);
  const { signMethod } = attempt.signRequest;
  const wanted = methodKinds[signMethod].kind;
  if (input.method !== undefined && input.method !== signMethod) throw mismatch(signMethod);
  if (given.kind === "none") return proveWithoutInput(ctx, attempt, wanted);
  if (given.kind !== wanted) throw mismatch(signMethod);
  if (given.kind === "code")
    return { kind: "code", code: await checkCode(ctx, attempt, given.code), entered: "to_sign" };
  return { kind: "password", key: await checkSignPassword(ctx, attempt, given.password) };
}

/** The proof of a signer who gives neither code nor password: the link alone where that is enough, or the code that opened the document. */
async function proveWithoutInput(ctx: Ctx, attempt: SigningAttempt, wanted: MethodKind["kind"]): Promise<SigningProof> {
  if (wanted === "link")
    return { kind: "link", by: attempt.actor.kind === "guest" ? "link" : "account", clickedAt: await ctx.now() };
  const code = wanted === "code" ? await checkOpeningCode(ctx, attempt) : null;
  if (code) return { kind: "code", code, entered: "to_open" };
  throw invalid(`/${wanted}`, "required", `${wanted} is required`);
}

/** The signing key: the account's own, or a single-use key whose certificate contains the proof. */
export async function signerFor(ctx: Ctx, attempt: SigningAttempt, proof: SigningProof): Promise<DocumentSigner> {
  if (proof.kind === "password") return documentSigner(ctx, proof.key.stored.certificate, proof.key.privateKey);
  return makeSingleUseSigner(ctx, {
    displayName: signerName(attempt),
    email: attempt.signRequest.email,
    proof: await textOf(ctx, attempt, proof),
  });
}

async function textOf(
  ctx: Ctx,
  attempt: SigningAttempt,
  proof: Exclude<SigningProof, { kind: "password" }>,
): Promise<string> {
  if (proof.kind === "link") return linkProofText({ ...proof, isInInbox: ctx.usesMessageInbox });
  const isInInbox = await codeWentToInbox(ctx, attempt.file.id, proof.code);
  return proofText({ ...proof.code, entered: proof.entered, isInInbox });
}

function mismatch(signMethod: string): DomainError {
  return new DomainError("sign_method_mismatch", { detail: `This document is signed by the method ${signMethod}.` });
}

/**
 * Checks a code to sign. A correct one is used up only when the signature is committed, so that it survives a crash. Throws what
 * `compareCode` throws.
 */
async function checkCode(ctx: Ctx, attempt: SigningAttempt, code: string): Promise<RightCode> {
  return compareCode(ctx, attempt.actor, attempt, code, (_tx, _current, right) => Promise.resolve(right));
}

/** Opens the signer's key with the signing password, and records a wrong one in the file's trail. Throws as `unlockSigningKey`. */
async function checkSignPassword(ctx: Ctx, attempt: SigningAttempt, signPassword: string): Promise<UnlockedKey> {
  if (attempt.actor.kind === "guest") throw new DomainError("sign_method_mismatch");
  try {
    return await unlockSigningKey(ctx, attempt.actor.account.id, signPassword);
  } catch (error) {
    if (error instanceof DomainError && error.code === "sign_password_wrong")
      await noteWrongPassword(ctx, attempt, error.attemptsLeft === 0);
    throw error;
  }
}

/** Recorded when the lock begins, not for each try during it, so that nobody can fill the trail. */
async function noteWrongPassword(
  ctx: Ctx,
  { actor, file, signRequest }: SigningAttempt,
  lockBegins: boolean,
): Promise<void> {
  const data = { signRequestId: signRequest.id };
  await ctx.tx(async (tx) => {
    await appendAuditEvent(tx, actor, file.id, { type: "sign_password.failed", data });
    if (lockBegins) await appendAuditEvent(tx, actor, file.id, { type: "sign_password.locked", data });
  });
}

/** The signer's name on the page and in a single-use certificate: the name given, else the account's (both by `findAttempt`), else the address. */
export function signerName({ signRequest }: Pick<SigningAttempt, "signRequest">): string {
  return signRequest.displayName || signRequest.email;
}
