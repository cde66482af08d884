import { createHash } from "node:crypto";
import { and, eq, gt, sql } from "drizzle-orm";
import { directLinkCodes, type DirectLinkCode } from "@/db/schema/direct-links";
import type { Ctx } from "@/lib/platform/context";
import { invalid } from "@/lib/platform/errors";
import { emailProblem } from "@/lib/requests/signers/read-signers";
import { lockedUntil, sendPause, type SendPause } from "@/lib/signing/proof/limits";
import { retentionHours } from "@/lib/signing/proof/store-code";

/** One address at one link: its codes are counted together. */
export interface VisitorAddress {
  linkId: number;
  /** HMAC of link and address; the address itself is not stored. */
  recipientHmac: string;
}

export function visitorAddress(ctx: Pick<Ctx, "secrets">, linkId: number, email: string): VisitorAddress {
  return { linkId, recipientHmac: ctx.secrets.hmac("code", `direct-link\n${linkId}\n${email}`) };
}

/** The HMAC of a code, which counts for this link, address and asking browser only. */
export function codeHmac(
  ctx: Pick<Ctx, "secrets">,
  { linkId, recipientHmac }: VisitorAddress,
  secretHash: string,
  code: string,
): string {
  return ctx.secrets.hmac("code", `direct-link\n${linkId}\n${recipientHmac}\n${secretHash}\n${code}`);
}

/** SHA-256 of the asking browser's secret, lower-case hex. */
export function hashSecret(secret: string): string {
  return createHash("sha256").update(secret).digest("hex");
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
        gt(directLinkCodes.createdAt, new Date(now.getTime() - 24 * 3_600_000)),
      ),
    );
}

/** The pause before the next code, by the figures of codes for one signature (docs/spec/limits.md). */
export function pauseAfter(codes: readonly DirectLinkCode[], ctx: Pick<Ctx, "limits">, now: Date): SendPause | null {
  const sentAt = codes.map(({ createdAt }) => createdAt.getTime());
  return sendPause(now.getTime(), { samePurpose: sentAt, together: sentAt }, ctx.limits);
}

/** The wrong tries of these codes. A code is valid for minutes, so its time stands for theirs. */
export function wrongTries(codes: readonly DirectLinkCode[]): number[] {
  return codes.flatMap(({ wrongTries, createdAt }) => Array<number>(wrongTries).fill(createdAt.getTime()));
}

/** Until when wrong codes lock this address at this link; null for no lock. Nothing locks it for good: each use is a new document. */
export function lockAfter(codes: readonly DirectLinkCode[], ctx: Pick<Ctx, "limits">, now: Date): number | null {
  const limits = { ...ctx.limits, codeWrongTriesEver: Infinity };
  const until = lockedUntil(now.getTime(), wrongTries(codes), limits);
  return until === "for_good" ? null : until;
}

/** A visitor's address in lower case. Throws `validation_failed` for an invalid one. */
export function readVisitorEmail(given: string): string {
  const email = given.trim().toLowerCase();
  const code = emailProblem(email, false);
  if (code) throw invalid("/email", code, code === "required" ? "email is required" : "email is not an e-mail address");
  return email;
}

/**
 * Deletes codes of direct links that made no document, a day after they expired. Of those that made one, the HMAC of the address stays
 * while the link does, for its limit per address; the rest goes.
 */
export async function sweepVisitorCodes(ctx: Ctx): Promise<void> {
  const isOld = sql`c.expires_at < now() - make_interval(hours => ${retentionHours}::int)`;
  await ctx.db.execute(sql`delete from direct_link_codes c where ${isOld} and c.used_at is null`);
  await ctx.db.execute(
    sql`update direct_link_codes c set code_hmac = '', network = null where ${isOld} and c.code_hmac <> ''`,
  );
  await ctx.db.execute(sql`
    update direct_link_codes c set recipient_hmac = '' from direct_links l
    where l.id = c.link_id and l.deleted_at is not null and c.recipient_hmac <> '' and ${isOld}`);
}
