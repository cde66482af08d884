import type { SignRequest } from "@/db/schema/files";
import type { Actor, Ctx } from "@/lib/context/context";
import { markDone } from "@/lib/context/idempotency/keys";
import { methodKinds } from "@/lib/context/sign-methods/registry";
import { DomainError, invalid } from "@/lib/platform/errors";
import { appendAuditEvent } from "@/lib/records/audit/append";
import { authorizeByLink, type LinkedRequest } from "@/lib/requests/links/find-by-link";
import { makeCode, readCode } from "@/lib/signing/proof/code";
import type { CodeAttempt } from "@/lib/signing/proof/code-history";
import { compareCode, type RightCode } from "@/lib/signing/proof/compare-code";
import { assertMayUseCode, reloadAttempt } from "@/lib/signing/proof/may-sign";
import { codeRecipient } from "@/lib/signing/proof/recipient";
import type { SentCode } from "@/lib/signing/proof/request-code";
import { consumeCode, storeCode } from "@/lib/signing/proof/store-code";
import { guestMethodOf, isByLinkAlone, startGuestSession, type GuestCredential, type GuestMethod } from "./guest";

/**
 * A correct code starts a guest session for this one signing request, for 12 hours, and is used up. If the link is
 * enough, no code is needed. Throws `validation_failed` for input that cannot be a code, and what
 * `findIdentification` and `compareCode` throw.
 */
export async function confirmIdentification(
  ctx: Ctx,
  actor: Actor,
  input: { u: string; code?: string | undefined },
): Promise<GuestCredential> {
  const linked = await authorizeByLink(ctx, actor, input.u);
  if (isByLinkAlone(linked.signRequest)) return enterByLink(ctx, actor, linked);
  const attempt = await identificationOf(ctx, linked);
  if (input.code === undefined) throw invalid("/code", "required", "code is required");
  const code = readEnteredCode(input.code);
  return compareCode(ctx, actor, attempt, code, async (tx, current, right) => {
    const credential = await startGuest(tx, actor, current, right);
    await markDone(tx, { signRequestId: current.signRequest.id }, JSON.stringify(credential));
    return credential;
  });
}

/** Starts a guest session for the holder of a link that is enough to sign. Throws what `assertMayUseCode` throws. */
async function enterByLink(ctx: Ctx, actor: Actor, linked: LinkedRequest): Promise<GuestCredential> {
  return ctx.tx(async (tx) => {
    const { file, signRequest } = await reloadAttempt(tx, { ...linked, viaLink: true }, "locked");
    const now = await tx.now();
    assertMayUseCode({ file, signRequest, viaLink: true, purpose: "identify" }, now);
    if (!isByLinkAlone(signRequest)) throw new DomainError("race_lost");
    const credential = await startGuestSession(
      tx,
      { signRequestId: signRequest.id, method: "link", recipient: signRequest.email, challengeId: null },
      now,
    );
    await appendAuditEvent(tx, actor, file.id, {
      type: "link.entered",
      auth: { method: "link" },
      data: { signRequestId: signRequest.id },
    });
    await markDone(tx, { signRequestId: signRequest.id }, JSON.stringify(credential));
    return credential;
  });
}

/** Six digits, or `validation_failed`; malformed input does not count as a try. */
export function readEnteredCode(given: string): string {
  const code = readCode(given);
  if (code === null) throw invalid("/code", "code_invalid", "code must be six digits");
  return code;
}

/**
 * Uses up the code and starts the guest's session, in the transaction that compared it. Throws `code_expired` when it
 * was sent over another channel.
 */
export async function startGuest(
  ctx: Ctx,
  actor: Actor,
  attempt: CodeAttempt & { method: GuestMethod },
  { challengeId, enteredAt, channel, to }: RightCode,
): Promise<GuestCredential> {
  if (channel !== attempt.method || !(await consumeCode(ctx, challengeId)))
    throw new DomainError("code_expired", { detail: "Ask for a new code." });
  const signRequestId = attempt.signRequest.id;
  const credential = await startGuestSession(
    ctx,
    { signRequestId, method: attempt.method, recipient: to, challengeId },
    enteredAt,
  );
  await appendAuditEvent(ctx, actor, attempt.file.id, {
    type: "identify.code.accepted",
    auth: { method: attempt.method, challengeId },
    data: { signRequestId, challengeId },
  });
  return credential;
}

export function readCredential(noted: string): GuestCredential {
  const { token, expiresAt, signRequestId } = JSON.parse(noted) as {
    token: string;
    expiresAt: string;
    signRequestId: number;
  };
  return { token, expiresAt: new Date(expiresAt), signRequestId };
}

/**
 * Sends the signer a code to the address or number of the request for signing without an account; it supersedes an
 * earlier one. Throws what `findIdentification`, `codeRecipient` and `storeCode` throw.
 */
export async function identify(ctx: Ctx, actor: Actor, input: { u: string }): Promise<SentCode> {
  const attempt = await findIdentification(ctx, actor, input.u);
  const recipient = await codeRecipient(ctx, attempt, attempt.method);
  const sent = await ctx.tx(async (tx) => {
    const stored = await storeCode(tx, actor, attempt, { code: makeCode(), recipient });
    const facts = { channel: recipient.channel, sentTo: recipient.masked, ...stored };
    await markDone(tx, {}, JSON.stringify(facts));
    return facts;
  });
  ctx.wakeOutbox();
  return sent;
}

/** A signer who is about to identify by code. */
interface Identification extends CodeAttempt {
  purpose: "identify";
  method: GuestMethod;
}

/**
 * The signer whom the holder of this link may identify as, even after signing, to read and download the document.
 * Throws what `authorizeByLink` and `assertMayUseCode` throw, and `sign_method_mismatch` when the request requires an
 * account: through its identify method, or because it is signed with a signing password, which only accounts have.
 */
async function findIdentification(ctx: Ctx, actor: Actor, link: string): Promise<Identification> {
  return identificationOf(ctx, await authorizeByLink(ctx, actor, link));
}

async function identificationOf(ctx: Ctx, { file, signRequest }: LinkedRequest): Promise<Identification> {
  const identification = {
    file,
    signRequest,
    viaLink: true,
    purpose: "identify",
    method: methodOf(signRequest),
  } as const;
  assertMayUseCode(identification, await ctx.now());
  return identification;
}

function methodOf(signRequest: Pick<SignRequest, "identifyMethods" | "signMethod">): GuestMethod {
  if (isByLinkAlone(signRequest))
    throw new DomainError("sign_method_mismatch", { detail: "No code is needed: the link is enough to sign." });
  const method = guestMethodOf(signRequest);
  if (method === null)
    throw new DomainError("sign_method_mismatch", {
      detail: "This document is for signers with an account. Log in, or create an account.",
    });
  if (methodKinds[signRequest.signMethod].kind === "password") {
    throw new DomainError("sign_method_mismatch", {
      detail:
        "This document is signed with a signing password, which belongs to an account. Log in, or create an account.",
    });
  }
  return method;
}
