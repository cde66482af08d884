import { eq } from "drizzle-orm";
import { directLinkCodes, type DirectLinkCode } from "@/db/schema/direct-links";
import type { Ctx } from "@/lib/platform/context";
import { DomainError } from "@/lib/platform/errors";
import { markRefused } from "@/lib/platform/idempotency/keys";
import { isSameSecret } from "@/lib/platform/same-secret";
import { codeLocked } from "@/lib/signing/proof/code-history";
import { codeTriesLeft } from "@/lib/signing/proof/limits";
import {
  codeHmac,
  hashSecret,
  lockAfter,
  recentCodes,
  takeAddressTurn,
  visitorAddress,
  wrongTries,
} from "./visitor-code";

interface Entered {
  challenge: string;
  email: string;
  /** Six digits. */
  code: string;
}

/**
 * Compares the code that a visitor enters and returns its row with the time of proof. The right code may be entered again for 15 minutes in
 * the browser that asked for it, to correct other entries or to get a lost answer again. Throws `code_wrong` with the tries left,
 * `code_expired`, `code_locked`.
 */
export async function proveAddress(ctx: Ctx, linkId: number, entered: Entered): Promise<ProvedCode> {
  const outcome = await ctx.tx((tx) => compare(tx, linkId, entered));
  if (outcome instanceof DomainError) throw outcome;
  return outcome;
}

export type ProvedCode = DirectLinkCode & { provedAt: Date };

/** A wrong try is returned, not thrown: throwing would roll its count back. */
async function compare(
  ctx: Ctx,
  linkId: number,
  { challenge, email, code }: Entered,
): Promise<ProvedCode | DomainError> {
  const address = visitorAddress(ctx, linkId, email);
  await takeAddressTurn(ctx, address);
  const now = await ctx.now();
  const codes = await recentCodes(ctx, address, now);
  const secretHash = hashSecret(challenge);
  const own = codes.find((row) => row.secretHash === secretHash);
  if (!own || !isLive(ctx, own, now)) throw new DomainError("code_expired", { detail: "Ask for a new code." });
  const lock = lockAfter(codes, ctx, now);
  if (lock !== null) throw codeLocked("Too many wrong codes.", lock, now);
  if (own.wrongTries >= ctx.limits.codeWrongTries)
    throw new DomainError("code_expired", { detail: "Too many wrong tries with this code. Ask for a new one." });
  if (!isSameSecret(codeHmac(ctx, address, secretHash, code), own.codeHmac)) return countWrongTry(ctx, own, codes, now);
  if (own.provedAt) return { ...own, provedAt: own.provedAt };
  await ctx.db.update(directLinkCodes).set({ provedAt: now }).where(eq(directLinkCodes.id, own.id));
  return { ...own, provedAt: now };
}

function isLive({ limits }: Ctx, { supersededAt, provedAt, expiresAt }: DirectLinkCode, now: Date): boolean {
  if (supersededAt) return false;
  return provedAt ? provedAt.getTime() + limits.openingCodeSignsSeconds * 1000 > now.getTime() : expiresAt > now;
}

async function countWrongTry(
  ctx: Ctx,
  own: DirectLinkCode,
  codes: readonly DirectLinkCode[],
  now: Date,
): Promise<DomainError> {
  const counted = { ...own, wrongTries: own.wrongTries + 1 };
  await ctx.db.update(directLinkCodes).set({ wrongTries: counted.wrongTries }).where(eq(directLinkCodes.id, own.id));
  const all = wrongTries(codes.map((row) => (row.id === own.id ? counted : row)));
  const limits = { ...ctx.limits, codeWrongTriesEver: Infinity };
  const attemptsLeft = codeTriesLeft(now.getTime(), counted.wrongTries, all, limits);
  const refusal = new DomainError("code_wrong", {
    attemptsLeft,
    detail:
      attemptsLeft === 0
        ? "The code is wrong, and it was the last try with this code. Ask for a new one."
        : `The code is wrong. ${attemptsLeft === 1 ? "One try is" : `${attemptsLeft} tries are`} left.`,
  });
  await markRefused(ctx, refusal);
  return refusal;
}
