import { documentSigner, makeActSigner, type DocumentSigner } from "@/lib/authority/document-signer";
import type { Ctx } from "@/lib/context";
import { DomainError, invalid } from "@/lib/errors";
import { checkCode, type RightCode } from "@/lib/sign-methods/check-code";
import { checkSignPassword } from "@/lib/sign-methods/check-sign-password";
import type { SigningAct } from "@/lib/sign-methods/find-act";
import { methodKinds } from "@/lib/sign-methods/registry";
import type { UnlockedKey } from "@/lib/sign-methods/unlock-signing-key";
import type { SignInput } from "./schema";
import { signerName } from "./signer-name";

/** How the signer proved to be the signer, at the moment of signing. */
export type SigningProof = { kind: "code"; code: RightCode } | { kind: "password"; key: UnlockedKey };

/**
 * Checks the proof that this request's method asks for. Throws `sign_method_mismatch` for proof of another kind, `validation_failed`
 * for none, and what `checkCode` and `checkSignPassword` throw.
 */
export async function prove(ctx: Ctx, act: SigningAct, input: SignInput): Promise<SigningProof> {
  const { signMethod } = act.signRequest;
  if (input.method !== undefined && input.method !== signMethod) throw mismatch(signMethod);
  const code = input.code ?? input.token;
  const password = input.password ?? input.signPassword;
  if (methodKinds[signMethod].kind === "code") {
    if (code === undefined) throw password === undefined ? invalid("/code", "required", "code is required") : mismatch(signMethod);
    return { kind: "code", code: await checkCode(ctx, act, code) };
  }
  if (password === undefined) throw code === undefined ? invalid("/password", "required", "password is required") : mismatch(signMethod);
  return { kind: "password", key: await checkSignPassword(ctx, act, password) };
}

/** The key that signs: the account's own, or one made for this act and certified with what was proved. */
export async function signerFor(ctx: Ctx, act: SigningAct, proof: SigningProof): Promise<DocumentSigner> {
  if (proof.kind === "password") return documentSigner(ctx, proof.key.stored.certificate, proof.key.privateKey);
  const enteredAt = proof.code.enteredAt.toISOString().replace("T", " ").replace(/\.\d+Z$/, "Z");
  return makeActSigner(ctx, { displayName: signerName(act), email: act.signRequest.email, proof: `mailbox access, code entered ${enteredAt}` });
}

function mismatch(signMethod: string): DomainError {
  return new DomainError("sign_method_mismatch", { detail: `This document is signed by the method ${signMethod}.` });
}
