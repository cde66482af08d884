import { and, eq, gt, sql } from "drizzle-orm";
import { directLinkCodes, type DirectLinkCode } from "@/db/schema/templates";
import type { Ctx } from "@/lib/context/context";
import { markRefused } from "@/lib/context/idempotency/keys";
import { mailboxOf } from "@/lib/context/rates/request-rates";
import { DomainError, invalid } from "@/lib/platform/errors";
import { dayMs } from "@/lib/platform/locale/format";
import { normaliseEmail } from "@/lib/platform/plain-text";
import { hashToken, isSameSecret } from "@/lib/platform/secrets/secret-box";
import { emailProblem } from "@/lib/requests/signers/read-signers";
import {
  codeLocked,
  codeSpent,
  codeTriesLeft,
  codeWrong,
  isOpen,
  lockedUntil,
  sendPause,
  type SendPause,
} from "@/lib/signing/proof/code-history";
import { isOldCode } from "@/lib/signing/proof/store-code";

/** One address at one link: its codes are counted together. */
export interface VisitorAddress {
  linkId: number;
  /** HMAC of link and address; the address itself is not stored. */
  recipientHmac: string;
}

export function visitorAddress(ctx: Pick<Ctx, "secrets">, linkId: number, email: string): VisitorAddress {
  return { linkId, recipientHmac: ctx.secrets.hmac("code", `direct-link\n${linkId}\n${email}`) };
}

/**
 * The limit per address counts mailboxes, since one person can have any number of addresses with a plus sign. It
 * never proves an address.
 */
export function visitorMailbox(ctx: Pick<Ctx, "secrets">, linkId: number, email: string): string {
  return ctx.secrets.hmac("counter", `direct-link\n${linkId}\n${mailboxOf(email)}`);
}

/** The HMAC of a code, which is valid only for this link, address and requesting browser. */
export function codeHmac(
  ctx: Pick<Ctx, "secrets">,
  { linkId, recipientHmac }: VisitorAddress,
  secretHash: string,
  code: string,
): string {
  return ctx.secrets.hmac("code", `direct-link\n${linkId}\n${recipientHmac}\n${secretHash}\n${code}`);
}

/** Lets one request at a time count the codes of an address at a link, until the transaction ends. */
export async function takeAddressTurn(ctx: Ctx, { linkId, recipientHmac }: VisitorAddress): Promise<void> {
  await ctx.db.execute(
    sql`select pg_advisory_xact_lock(hashtextextended(${`direct-link:${linkId}:${recipientHmac}`}, 0))`,
  );
}

/** The codes of this address at this link within 24 hours. */
export async function recentCodes(ctx: Ctx, address: VisitorAddress, now: Date): Promise<DirectLinkCode[]> {
  return ctx.db
    .select()
    .from(directLinkCodes)
    .where(
      and(
        eq(directLinkCodes.linkId, address.linkId),
        eq(directLinkCodes.recipientHmac, address.recipientHmac),
        gt(directLinkCodes.createdAt, new Date(now.getTime() - dayMs)),
      ),
    );
}

/** The pause before the next code, with the figures of codes for one signature (docs/spec/limits.md). */
export function pauseAfter(codes: readonly DirectLinkCode[], ctx: Pick<Ctx, "limits">, now: Date): SendPause | null {
  const sentAt = codes.map(({ createdAt }) => createdAt.getTime());
  return sendPause(now.getTime(), { samePurpose: sentAt, together: sentAt }, ctx.limits);
}

/** The wrong tries of these codes. A code is valid for minutes, so its time approximates theirs. */
function wrongTries(codes: readonly DirectLinkCode[]): number[] {
  return codes.flatMap(({ wrongTries, createdAt }) => Array<number>(wrongTries).fill(createdAt.getTime()));
}

/**
 * Until when wrong codes lock this address at this link; null for no lock. It is never locked for good, because each
 * use is a new document.
 */
export function lockAfter(codes: readonly DirectLinkCode[], ctx: Pick<Ctx, "limits">, now: Date): number | null {
  const limits = { ...ctx.limits, codeWrongTriesEver: Infinity };
  const until = lockedUntil(now.getTime(), wrongTries(codes), limits);
  return until === "for_good" ? null : until;
}

/** A visitor's address in lower case. Throws `validation_failed` for an invalid one. */
export function readVisitorEmail(given: string): string {
  const email = normaliseEmail(given);
  const code = emailProblem(email, false);
  if (code) throw invalid("/email", code, code === "required" ? "email is required" : "email is not an e-mail address");
  return email;
}

/**
 * Deletes codes of direct links that made no document, a day after they expired. For codes that made one, the HMACs
 * of address and mailbox are kept as long as the link, for its limit per address, and the rest is deleted.
 */
export async function sweepVisitorCodes(ctx: Ctx): Promise<void> {
  await ctx.db.execute(sql`delete from direct_link_codes c where ${isOldCode} and c.used_at is null`);
  await ctx.db.execute(
    sql`update direct_link_codes c set code_hmac = '', network = null where ${isOldCode} and c.code_hmac <> ''`,
  );
  await ctx.db.execute(sql`
    update direct_link_codes c set recipient_hmac = '', mailbox_hmac = null from direct_links l
    where l.id = c.link_id and l.deleted_at is not null and c.recipient_hmac <> '' and ${isOldCode}`);
}

interface Entered {
  challenge: string;
  email: string;
  /** Six digits. */
  code: string;
}

/**
 * Compares the code that a visitor enters and returns its row with the time of proof. The right code may be entered
 * again for 15 minutes in the browser that requested it, to correct other entries or to get a lost answer again.
 * Throws `code_wrong` with the tries left, `code_expired`, `code_locked`.
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
  const secretHash = hashToken(challenge);
  const own = codes.find((row) => row.secretHash === secretHash);
  if (!own || !isLive(ctx, own, now)) throw new DomainError("code_expired", { detail: "Ask for a new code." });
  const lock = lockAfter(codes, ctx, now);
  if (lock !== null) throw codeLocked(lock, now);
  if (own.wrongTries >= ctx.limits.codeWrongTries)
    throw codeSpent(pauseAfter(codes, ctx, now)?.until ?? now.getTime(), now);
  if (!isSameSecret(codeHmac(ctx, address, secretHash, code), own.codeHmac)) return countWrongTry(ctx, own, codes, now);
  if (own.provedAt) return { ...own, provedAt: own.provedAt };
  await ctx.db.update(directLinkCodes).set({ provedAt: now }).where(eq(directLinkCodes.id, own.id));
  return { ...own, provedAt: now };
}

function isLive({ limits }: Ctx, { supersededAt, provedAt, expiresAt }: DirectLinkCode, now: Date): boolean {
  const until = provedAt ? new Date(provedAt.getTime() + limits.openingCodeSignsSeconds * 1000) : expiresAt;
  return isOpen({ supersededAt, expiresAt: until }, now);
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
  const refusal = codeWrong(attemptsLeft, { isSpent: counted.wrongTries >= ctx.limits.codeWrongTries });
  await markRefused(ctx, refusal);
  return refusal;
}
