import type { SignRequest } from "@/db/schema/files";
import type { Actor, Ctx } from "@/lib/platform/context";
import { DomainError, invalid } from "@/lib/platform/errors";
import { markDone } from "@/lib/platform/idempotency/keys";
import { methodKinds } from "@/lib/platform/sign-methods/registry";
import { appendAuditEvent } from "@/lib/records/audit/append";
import { authorizeByLink } from "@/lib/requests/find-by-link";
import type { CodeAttempt } from "@/lib/signing/proof/code-history";
import { compareCode, type RightCode } from "@/lib/signing/proof/compare-code";
import { assertMayUseCode } from "@/lib/signing/proof/may-sign";
import { codeRecipient } from "@/lib/signing/proof/recipient";
import type { SentCode } from "@/lib/signing/proof/request-code";
import { makeCode, readCode } from "@/lib/signing/proof/same-recipient";
import { consumeCode, storeCode } from "@/lib/signing/proof/store-code";
import { guestMethodOf, startGuestSession, type GuestCredential, type GuestMethod } from "./guest";

/**
 * A right code makes its bearer the guest of this one sign request, for 12 hours. The code is used up. Throws `validation_failed` for what
 * cannot be a code, and what `findIdentification` and `compareCode` throw.
 */
export async function confirmIdentification(
  ctx: Ctx,
  actor: Actor,
  input: { u: string; code: string },
): Promise<GuestCredential> {
  const attempt = await findIdentification(ctx, actor, input.u);
  const code = readEnteredCode(input.code);
  return compareCode(ctx, actor, attempt, code, async (tx, current, right) => {
    const credential = await startGuest(tx, actor, current, right);
    await markDone(tx, { signRequestId: current.signRequest.id }, JSON.stringify(credential));
    return credential;
  });
}

/** Six digits, or `validation_failed`: what cannot be a code is no try. */
export function readEnteredCode(given: string): string {
  const code = readCode(given);
  if (code === null) throw invalid("/code", "code_invalid", "code must be six digits");
  return code;
}

/** Uses the code up and starts the guest's session, in the transaction that found it right. Throws `code_expired` when it went over another channel. */
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

/** The earlier answer, from what was noted of it. */
export function readCredential(noted: string): GuestCredential {
  const { token, expiresAt, signRequestId } = JSON.parse(noted) as {
    token: string;
    expiresAt: string;
    signRequestId: number;
  };
  return { token, expiresAt: new Date(expiresAt), signRequestId };
}

/**
 * Sends the signer a code to the address or number of the request, by which they may sign without an account; an earlier one is superseded.
 * Throws what `findIdentification`, `codeRecipient` and `storeCode` throw.
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

/** A signer about to show, by a code, that they are the signer. */
interface Identification extends CodeAttempt {
  purpose: "identify";
  method: GuestMethod;
}

/**
 * Whom the holder of this link may show to be. Whoever has signed may, to read and keep it. Throws what `authorizeByLink` and `assertMayUseCode` throw, and `sign_method_mismatch` where the request
 * asks for an account: by its identify method, or because it is signed with a signing password, which only accounts have.
 */
async function findIdentification(ctx: Ctx, actor: Actor, link: string): Promise<Identification> {
  const { file, signRequest } = await authorizeByLink(ctx, actor, link);
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
