import { documentSigner, makeActSigner, type DocumentSigner } from "@/lib/authority/document-signer";
import type { Ctx } from "@/lib/context";
import { DomainError, invalid } from "@/lib/errors";
import { checkCode } from "@/lib/sign-methods/check-code";
import { checkSignPassword } from "@/lib/sign-methods/check-sign-password";
import { codeWasKept } from "@/lib/sign-methods/code-was-kept";
import type { RightCode } from "@/lib/sign-methods/compare-code";
import type { SigningAct } from "@/lib/sign-methods/find-act";
import { proofWords } from "@/lib/sign-methods/proof-words";
import { methodKinds } from "@/lib/sign-methods/registry";
import type { UnlockedKey } from "@/lib/sign-methods/unlock-signing-key";
import { readProof } from "./read-proof";
import type { SignInput } from "./schema";
import { signerName } from "./signer-name";

/** How the signer proved to be the signer, at the moment of signing. */
export type SigningProof = { kind: "code"; code: RightCode } | { kind: "password"; key: UnlockedKey };

/**
 * Checks the proof that this request's method asks for. Throws `sign_method_mismatch` for proof of another kind, `validation_failed`
 * for none, and what `readProof`, `checkCode` and `checkSignPassword` throw.
 */
export async function prove(ctx: Ctx, act: SigningAct, input: SignInput): Promise<SigningProof> {
  const given = readProof(input);
  const { signMethod } = act.signRequest;
  const wanted = methodKinds[signMethod].kind;
  if (input.method !== undefined && input.method !== signMethod) throw mismatch(signMethod);
  if (given.kind === "none") throw invalid(`/${wanted}`, "required", `${wanted} is required`);
  if (given.kind !== wanted) throw mismatch(signMethod);
  if (given.kind === "code") return { kind: "code", code: await checkCode(ctx, act, given.code) };
  return { kind: "password", key: await checkSignPassword(ctx, act, given.password) };
}

/** The key that signs: the account's own, or one made for this act and certified with what was proved. */
export async function signerFor(ctx: Ctx, act: SigningAct, proof: SigningProof): Promise<DocumentSigner> {
  if (proof.kind === "password") return documentSigner(ctx, proof.key.stored.certificate, proof.key.privateKey);
  const isKept = await codeWasKept(ctx, act.file.id, proof.code);
  return makeActSigner(ctx, {
    displayName: signerName(act),
    email: act.signRequest.email,
    proof: proofWords({ ...proof.code, isKept }),
  });
}

function mismatch(signMethod: string): DomainError {
  return new DomainError("sign_method_mismatch", { detail: `This document is signed by the method ${signMethod}.` });
}
