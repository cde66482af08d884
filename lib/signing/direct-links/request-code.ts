import { randomBytes } from "node:crypto";
import { and, eq, isNull } from "drizzle-orm";
import { directLinkCodes } from "@/db/schema/templates";
import type { Actor, Ctx } from "@/lib/context/context";
import { markDone } from "@/lib/context/idempotency/keys";
import { countAttempt } from "@/lib/context/rates/counters";
import { DomainError } from "@/lib/platform/errors";
import type { Language } from "@/lib/platform/locale/languages";
import { hashToken } from "@/lib/platform/secrets/secret-box";
import { enqueue } from "@/lib/records/outbox/enqueue";
import { findOpenLink, type OpenLink } from "@/lib/requests/direct-links/find-open";
import { makeCode } from "@/lib/signing/proof/code";
import { codeLocked } from "@/lib/signing/proof/code-history";
import { countCodeToRecipient, sendRefusal, takeNetworkTurn } from "@/lib/signing/proof/store-code";
import {
  codeHmac,
  lockAfter,
  pauseAfter,
  readVisitorEmail,
  recentCodes,
  takeAddressTurn,
  visitorAddress,
  type VisitorAddress,
} from "./visitor-code";

export interface VisitorCodeSent {
  /** A secret of the requesting browser, without which the code is worthless. */
  challenge: string;
  expiresAt: Date;
  resendAt: Date;
}

/** The encrypted part of the job that e-mails the code. */
export interface VisitorCodeSecret {
  code: string;
  email: string;
  language: Language | null;
}

/**
 * `POST /direct-links/{token}/code`: e-mails the visitor a code, which supersedes an earlier one for this address at
 * this link. Does not reveal whether the address has used the link before. Throws what `findOpenLink` throws,
 * `validation_failed`, `code_locked`, and `rate_limited` while the link's daily uses are used up or beyond the
 * figures of docs/spec/limits.md.
 */
export async function requestVisitorCode(
  ctx: Ctx,
  _actor: Actor,
  input: { token: string; email: string; language?: Language | null | undefined },
): Promise<VisitorCodeSent> {
  const open = await findOpenLink(ctx, input.token);
  const email = readVisitorEmail(input.email);
  assertOpenToday(open, await ctx.now());
  const sent = await ctx.tx(async (tx) => {
    const stored = await storeVisitorCode(tx, open.link.id, { email, language: input.language ?? null });
    await markDone(tx, {}, JSON.stringify(stored));
    return stored;
  });
  ctx.wakeOutbox();
  return sent;
}

/** Throws `rate_limited` while the link's daily uses are used up. */
export function assertOpenToday({ opensAt }: Pick<OpenLink, "opensAt">, now: Date): void {
  if (opensAt === null || opensAt <= now) return;
  throw new DomainError("rate_limited", {
    reason: "link_full_today",
    detail: "This link has reached its limit for today.",
    retryAfterSeconds: Math.ceil((opensAt.getTime() - now.getTime()) / 1000),
  });
}

export function readVisitorCodeSent(noted: string): VisitorCodeSent {
  const { challenge, expiresAt, resendAt } = JSON.parse(noted) as Record<keyof VisitorCodeSent, string>;
  return { challenge, expiresAt: new Date(expiresAt), resendAt: new Date(resendAt) };
}

async function storeVisitorCode(
  ctx: Ctx,
  linkId: number,
  { email, language }: Omit<VisitorCodeSecret, "code">,
): Promise<VisitorCodeSent> {
  const address = visitorAddress(ctx, linkId, email);
  await takeAddressTurn(ctx, address);
  const now = await ctx.now();
  const codes = await recentCodes(ctx, address, now);
  const lock = lockAfter(codes, ctx, now);
  if (lock !== null) throw codeLocked(lock, now);
  const pause = pauseAfter(codes, ctx, now);
  if (pause) throw sendRefusal(ctx, pause, now);
  const network = await takeNetworkTurn(ctx, now, "visitors");
  await countCodeToRecipient(ctx, email);
  await countLinkCode(ctx, address.linkId);
  await supersede(ctx, address, now);
  const challenge = `dc_${randomBytes(32).toString("base64url")}`;
  const code = makeCode();
  const expiresAt = new Date(now.getTime() + ctx.limits.codeLifetimeSeconds * 1000);
  const secretHash = hashToken(challenge);
  const [stored] = await ctx.db
    .insert(directLinkCodes)
    .values({
      ...address,
      secretHash,
      codeHmac: codeHmac(ctx, address, secretHash, code),
      network,
      createdAt: now,
      expiresAt,
    })
    .returning();
  if (!stored) throw new Error("the code was not stored");
  const secret: VisitorCodeSecret = { code, email, language };
  await enqueue(
    ctx,
    "visitorCode",
    { codeId: stored.id },
    { secret: JSON.stringify(secret), dedupeKey: `visitor-code:${stored.id}` },
  );
  const next = pauseAfter([...codes, stored], ctx, now);
  return { challenge, expiresAt, resendAt: next ? new Date(next.until) : now };
}

/** Only the newest code of an address counts, so two tabs make one request. */
async function supersede(ctx: Ctx, { linkId, recipientHmac }: VisitorAddress, now: Date): Promise<void> {
  await ctx.db
    .update(directLinkCodes)
    .set({ supersededAt: now })
    .where(
      and(
        eq(directLinkCodes.linkId, linkId),
        eq(directLinkCodes.recipientHmac, recipientHmac),
        isNull(directLinkCodes.supersededAt),
        isNull(directLinkCodes.usedAt),
      ),
    );
}

/**
 * A published link must not be usable to flood mailboxes, so its codes are counted together for all callers. Only codes
 * that are sent count: refused requests of one caller would otherwise close the link for everybody. Call it in the
 * transaction that stores the code, after the limits of address and network. Throws `rate_limited`.
 */
async function countLinkCode(ctx: Ctx, linkId: number): Promise<void> {
  const { count, secondsLeft } = await countAttempt(ctx, `direct-link-codes:${linkId}`, 3600);
  if (count > ctx.limits.directLinkCodesPerHour)
    throw new DomainError("rate_limited", {
      reason: "link_requests_per_hour",
      detail: "Too many requests through this link. Try again later.",
      retryAfterSeconds: secondsLeft,
    });
}
