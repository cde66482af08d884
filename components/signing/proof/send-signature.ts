import type { z } from "zod";
import { asProblem, callApi, type ApiProblem } from "@/components/api/call";
import type { LinkDocument, SignInput } from "@/lib/signing/schema";
import type { linkAnswer } from "@/lib/views/schema";

/** `click`: nothing to enter. The link is enough, or the code that opened the document. */
export type Proof = { code: string } | { password: string } | { newPassword: string } | { click: true };

export interface SignatureToSend {
  u: string;
  /** An approver approves instead. */
  role: LinkDocument["role"];
  /** The preparation that the page shows. */
  preparation: LinkDocument["preparation"];
  /** The look of the signer's fields on the page. */
  look: SignInput["look"];
  fields: SignInput["fields"];
  /** The stored images that the page shows, once everything is stored. */
  elements: () => SignInput["elements"];
  consent: SignInput["consent"];
  statements: Pick<SignInput, "reason" | "location">;
  /** Stores everything that signing needs. Throws ApiProblem. */
  prepare: () => Promise<void>;
  /** A new signing password is stored, so from now on it is requested instead of created. */
  onPasswordMade: () => void;
}

/** Runs `prepare`, then signs. Throws ApiProblem. */
export async function sendSignature(
  proof: Proof,
  { u, role, preparation, look, fields, elements, consent, statements, prepare, onPasswordMade }: SignatureToSend,
): Promise<void> {
  await prepare();
  if ("newPassword" in proof) {
    // Also sent as the current password, so that a repeat after a lost connection matches.
    await callApi("POST", "/account/signature", {
      json: { signPassword: proof.newPassword, currentPassword: proof.newPassword },
    });
    onPasswordMade();
  }
  if (role === "approver") await sendOnce(u, `/sign/uuid/${u}/approve`, { ...givenIn(proof), consent, preparation });
  else {
    const shown = { preparation, look, elements: elements() };
    await sendOnce(u, `/sign/uuid/${u}`, { ...givenIn(proof), ...statements, fields, consent, ...shown });
  }
}

function givenIn(proof: Proof): Pick<SignInput, "code" | "password"> {
  if ("newPassword" in proof) return { password: proof.newPassword };
  return "click" in proof ? {} : proof;
}

const mostWaits = 30;

/** One attempt under one idempotency key, even if it is sent several times. */
async function sendOnce(u: string, path: string, body: SignInput, waitsLeft = mostWaits): Promise<void> {
  try {
    await callApi("POST", path, { json: body, headers: { "idempotency-key": attemptKey(u) } });
    forgetAttempt(u);
  } catch (error) {
    const problem = asProblem(error);
    if (problem.code === "idempotency_in_progress" && waitsLeft > 0) {
      await new Promise((resolve) => window.setTimeout(resolve, Math.min(2, problem.retryAfterSeconds ?? 1) * 1000));
      return sendOnce(u, path, body, waitsLeft - 1);
    }
    // Only a refusal ends the attempt; with any other failure it may have succeeded.
    if (isRefusal(problem)) forgetAttempt(u);
    // The earlier request had another code or other field values. Either it did not sign, or the answer now states that
    // it did.
    if (problem.code === "idempotency_key_reused") return sendOnce(u, path, body, waitsLeft - 1);
    throw problem;
  }
}

/**
 * Whether a signature with a lost answer arrived: `over` if nobody can sign here any more, `unknown` without a network.
 */
export async function askWhetherSigned(u: string): Promise<"signed" | "not_signed" | "over" | "unknown"> {
  try {
    const { signers } = await callApi<z.infer<typeof linkAnswer>>("GET", `/sign/uuid/${u}`);
    return signers.some(({ me, status }) => me && (status === "signed" || status === "approved"))
      ? "signed"
      : "not_signed";
  } catch (error) {
    const problem = asProblem(error);
    return isRefusal(problem) && problem.code !== "rate_limited" ? "over" : "unknown";
  }
}

function isRefusal({ status }: ApiProblem): boolean {
  return status >= 400 && status < 500;
}

/**
 * The Idempotency-Key of a signing attempt without an answer. It survives a reload, so that a retry is the same
 * attempt to the server, and is deleted once the answer arrives.
 */
const nameOf = (u: string) => `paraph-attempt-${u}`;

/** Fallback for blocked storage, for as long as the page is open. */
const held = new Map<string, string>();

function attemptKey(u: string): string {
  const stored = storedKey(u);
  if (stored !== null) return stored;
  const key = Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, "0")).join(
    "",
  );
  held.set(u, key);
  tryTo(() => sessionStorage.setItem(nameOf(u), key));
  return key;
}

function forgetAttempt(u: string): void {
  held.delete(u);
  tryTo(() => sessionStorage.removeItem(nameOf(u)));
}

/** Whether this tab started an attempt whose answer never came. */
export function isAttemptOpen(u: string): boolean {
  return storedKey(u) !== null;
}

function storedKey(u: string): string | null {
  return held.get(u) ?? tryTo(() => sessionStorage.getItem(nameOf(u))) ?? null;
}

function tryTo<Made>(run: () => Made): Made | undefined {
  try {
    return run();
  } catch {
    return undefined;
  }
}
