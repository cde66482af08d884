import { documentSigner, makeSingleUseSigner, type DocumentSigner } from "@/lib/authority/document-signer";
import type { Ctx } from "@/lib/context/context";
import { methodKinds, type MethodKind } from "@/lib/context/sign-methods/registry";
import { DomainError, invalid } from "@/lib/platform/errors";
import { signingProofText } from "@/lib/platform/signed-texts";
import { appendAuditEvent } from "@/lib/records/audit/append";
import { compareCode, type RightCode } from "@/lib/signing/proof/compare-code";
import type { SigningAttempt } from "@/lib/signing/proof/may-sign";
import { checkOpeningCode } from "@/lib/signing/proof/opening-code";
import { codeWentToInbox } from "@/lib/signing/proof/store-code";
import { unlockSigningKey, type UnlockedKey } from "@/lib/signing/proof/unlock-signing-key";
import type { SignInput } from "@/lib/signing/schema";
import { maxOrganizationalUnit } from "@/lib/x509/issued-certificates";
import { readCode } from "./proof/code";

/**
 * The signer's proof at the moment of signing. `entered`: whether the code was entered to sign, or to open the document
 * shortly before. `link`: nothing but access to the signer's link, or to the account of its address.
 */
export type SigningProof =
  | { kind: "code"; code: RightCode; entered: "to_sign" | "to_open" }
  | { kind: "password"; key: UnlockedKey }
  | { kind: "link"; by: "link" | "account"; clickedAt: Date };

/**
 * Checks the proof required by this request's method. A guest who has just identified over the same channel needs no
 * second code. Throws `sign_method_mismatch` for another kind of proof, `validation_failed` for none, and what
 * `readProof`, `checkCode`, `checkOpeningCode` and `checkSignPassword` throw.
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

/**
 * The proof of a signer who gives neither code nor password: the link alone if that is enough, or the code that
 * opened the document.
 */
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
 * Checks a code to sign. A correct one is used up only when the signature is committed, so that it survives a crash.
 * Throws what `compareCode` throws.
 */
async function checkCode(ctx: Ctx, attempt: SigningAttempt, code: string): Promise<RightCode> {
  return compareCode(ctx, attempt.actor, attempt, code, (_tx, _current, right) => Promise.resolve(right));
}

/**
 * Opens the signer's key with the signing password, and records a wrong one in the file's trail. Throws what
 * `unlockSigningKey` throws.
 */
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

/** Recorded when the lock begins, not for each try during it, so that the trail cannot be flooded. */
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

/**
 * The signer's name on the page and in a single-use certificate: the name given, else the account's (both by
 * `findAttempt`), else the address.
 */
export function signerName({ signRequest }: Pick<SigningAttempt, "signRequest">): string {
  return signRequest.displayName || signRequest.email;
}

/** A well-formed proof from a body, not compared with anything yet. */
type GivenProof = { kind: "code"; code: string } | { kind: "password"; password: string } | { kind: "none" };

/**
 * Reads the one proof of a body. Throws `validation_failed` for a code together with a password, conflicting aliases, a
 * code that is not six digits, and an empty password. Such a body does not count as a try.
 */
export function readProof(input: SignInput): GivenProof {
  const code = oneOf(input, "code", "token");
  const password = oneOf(input, "password", "signPassword");
  if (code && password)
    throw invalid(
      `/${password.name}`,
      "ambiguous",
      `${code.name} and ${password.name} are proofs of different kinds; give one of them`,
    );
  if (code) return { kind: "code", code: sixDigits(code) };
  if (!password) return { kind: "none" };
  if (password.value === "")
    throw invalid(`/${password.name}`, "too_short", `${password.name} needs at least 1 characters`);
  return { kind: "password", password: password.value };
}

type ProofName = "code" | "token" | "password" | "signPassword";

interface Member {
  name: ProofName;
  value: string;
}

function oneOf(input: SignInput, name: ProofName, alias: ProofName): Member | null {
  const [value, other] = [input[name], input[alias]];
  if (value !== undefined && other !== undefined && value !== other)
    throw invalid(`/${alias}`, "ambiguous", `${alias} is another name of ${name} with another value`);
  if (value !== undefined) return { name, value };
  return other === undefined ? null : { name: alias, value: other };
}

function sixDigits({ name, value }: Member): string {
  const code = readCode(value);
  if (code === null) throw invalid(`/${name}`, "format_invalid", `${name} must be six digits`);
  return code;
}

type Proved = Pick<RightCode, "channel" | "sentTo" | "enteredAt"> & {
  entered: "to_sign" | "to_open";
  /** As returned by `codeWentToInbox`. */
  isInInbox: boolean;
};

/**
 * The proof by code as stated in the certificate: channel, time of entry in UTC, and whether the code was entered to
 * open the document.
 */
export function proofText({ channel, sentTo, entered, enteredAt, isInInbox }: Proved): string {
  const suffix = entered === "to_open" ? "opening_code" : "code";
  // Every reader of the message inbox could enter it, so it proves no access to the signer's mailbox.
  const way = isInInbox ? "inbox" : channel;
  switch (way) {
    case "sms":
    case "signal":
      return signingProofText({ kind: `${way}_${suffix}`, at: enteredAt, sentTo }, maxOrganizationalUnit);
    case "inbox":
    case "telegram":
      return signingProofText({ kind: `${way}_${suffix}`, at: enteredAt }, maxOrganizationalUnit);
    case "email":
    case "password":
    case "link":
      return signingProofText({ kind: `email_${suffix}`, at: enteredAt }, maxOrganizationalUnit);
  }
}

/** The proof by the link alone as stated in the certificate. */
export function linkProofText({ by, clickedAt, isInInbox }: LinkProved): string {
  const kind = by === "account" ? "account" : isInInbox ? "unmailed_link" : "mailed_link";
  return signingProofText({ kind, at: clickedAt }, maxOrganizationalUnit);
}

interface LinkProved {
  by: "link" | "account";
  clickedAt: Date;
  /** The link was stored in the message inbox because no e-mail provider is configured. */
  isInInbox: boolean;
}
