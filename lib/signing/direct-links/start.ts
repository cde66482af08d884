import { and, count, eq, gt, isNotNull, isNull, or, sql } from "drizzle-orm";
import { accounts } from "@/db/schema/accounts";
import { signRequests, type File, type SignRequest } from "@/db/schema/files";
import { directLinkCodes, directLinks, templates } from "@/db/schema/templates";
import { challenges } from "@/db/schema/work";
import type { AccountActor, Actor, Ctx } from "@/lib/context/context";
import { markDone } from "@/lib/context/idempotency/keys";
import { DomainError, invalid, pointerStep } from "@/lib/platform/errors";
import type { Language } from "@/lib/platform/locale/languages";
import { maskAddress, normaliseEmail } from "@/lib/platform/plain-text";
import { hashToken } from "@/lib/platform/secrets/secret-box";
import { appendAuditEvent } from "@/lib/records/audit/append";
import type { LinkVisitor } from "@/lib/requests/create";
import { storeFromTemplate } from "@/lib/requests/create-from-template";
import { rolesForVisitor } from "@/lib/requests/direct-links/access";
import { findLink, findOpenLink, linkClosed, mayOffer, type OpenLink } from "@/lib/requests/direct-links/find-open";
import { retryLostRaces } from "@/lib/requests/release";
import { revealLink } from "@/lib/requests/signers/signer-language";
import type { TemplateUse } from "@/lib/requests/templates/schema";
import { readEnteredCode } from "@/lib/signing/identification/confirm";
import { guestTokenPrefix, startGuestSession, type GuestCredential } from "@/lib/signing/identification/guest";
import { recipientHmac } from "@/lib/signing/proof/compare-code";
import { assertOpenToday } from "./request-code";
import { proveAddress, readVisitorEmail, visitorAddress, visitorMailbox, type ProvedCode } from "./visitor-code";

export interface Started {
  /** The visitor's own sign link. */
  url: string;
  guest: GuestCredential;
}

interface Start {
  token: string;
  challenge: string;
  code: string;
  email: string;
  displayName: string;
  /** Keyed by the names of the roles that the link asks for. */
  people?: Record<string, { email: string; displayName?: string | null | undefined }> | undefined;
  language?: Language | null | undefined;
}

/**
 * `POST /direct-links/{token}/requests`: a visitor with a proved address makes one request on behalf of the link's
 * owner. It is released at once, and the visitor becomes its guest. The same challenge and code lead to the same
 * request again. No document is stored before the address is proved. Throws what `findOpenLink` and `proveAddress`
 * throw, `validation_failed`, `rate_limited` beyond the limits of the link or its owner, and `unavailable` if the
 * owner's account cannot take another document.
 */
export async function startByLink(ctx: Ctx, _actor: Actor, input: Start): Promise<Started> {
  try {
    return await startOnce(ctx, input);
  } catch (error) {
    // The first of two presses may have been the last use.
    const isClosed = error instanceof DomainError && ["direct_link_closed", "rate_limited"].includes(error.code);
    const started = isClosed ? await findStarted(ctx, input) : null;
    if (!started) throw error;
    return started;
  }
}

async function startOnce(ctx: Ctx, input: Start): Promise<Started> {
  const open = await findOpenLink(ctx, input.token);
  const email = readVisitorEmail(input.email);
  const code = readEnteredCode(input.code);
  const people = readPeople(open, { ...input, email });
  const entered = { challenge: input.challenge, email, code };
  const started = await retryLostRaces(async () => {
    const proved = await proveAddress(ctx, open.link.id, entered);
    if (proved.usedAt) return readStarted(ctx, proved, input.challenge);
    const current = await findOpenLink(ctx, input.token);
    assertOpenToday(current, await ctx.now());
    assertOthersThanPreset(current, { email, people });
    return makeRequest(ctx, current, { ...input, email, people, proved });
  });
  ctx.wakeOutbox();
  return started;
}

/** The request that this challenge has made; null if there is none. Throws what `findLink` and `proveAddress` throw. */
async function findStarted(ctx: Ctx, input: Start): Promise<Started | null> {
  const { link } = await findLink(ctx, input.token);
  const [email, code] = [readVisitorEmail(input.email), readEnteredCode(input.code)];
  const { recipientHmac: address } = visitorAddress(ctx, link.id, email);
  const used = and(
    eq(directLinkCodes.linkId, link.id),
    eq(directLinkCodes.recipientHmac, address),
    eq(directLinkCodes.secretHash, hashToken(input.challenge)),
    isNotNull(directLinkCodes.usedAt),
  );
  if ((await ctx.db.$count(directLinkCodes, used)) === 0) return null;
  return readStarted(
    ctx,
    await proveAddress(ctx, link.id, { challenge: input.challenge, email, code }),
    input.challenge,
  );
}

/**
 * The people of a use. Throws `validation_failed` for a role that the link does not ask for, and for one without a
 * person.
 */
function readPeople({ link }: OpenLink, { email, displayName, people = {}, language }: Start): TemplateUse["people"] {
  for (const name of Object.keys(people))
    if (link.people[name]?.kind !== "asked")
      throw invalid(`/people/${pointerStep(name)}`, "unknown", "This link asks for no such person");
  const all: TemplateUse["people"] = { [link.role]: { email, displayName, language: language ?? null } };
  for (const [name, person] of Object.entries(link.people)) {
    if (person.kind === "preset") {
      all[name] = { email: person.email, displayName: person.displayName };
      continue;
    }
    const given = Object.hasOwn(people, name) ? people[name] : undefined;
    const pointer = `/people/${pointerStep(name)}/email`;
    if (!given) throw invalid(pointer, "required", `The role ${name} needs an e-mail address`);
    const address = normaliseEmail(given.email);
    if (address === email) throw invalid(pointer, "duplicate", "This is your own address");
    all[name] = { email: address, displayName: given.displayName ?? null };
  }
  return all;
}

/**
 * Points at the visitor's input, not at a role that they do not know of. Call it only after the address is proved, so
 * that nobody can probe addresses without a proof. Throws `validation_failed`.
 */
function assertOthersThanPreset({ link }: OpenLink, { email, people }: Pick<Visit, "email" | "people">): void {
  const preset = new Set(
    Object.values(link.people).flatMap((person) => (person.kind === "preset" ? [person.email] : [])),
  );
  const detail = "This address belongs to another person of this document";
  if (preset.has(email)) throw invalid("/email", "duplicate", detail);
  for (const [name, person] of Object.entries(link.people))
    if (person.kind === "asked" && preset.has(people[name]?.email ?? ""))
      throw invalid(`/people/${pointerStep(name)}/email`, "duplicate", detail);
}

interface Visit extends Omit<Start, "people"> {
  people: TemplateUse["people"];
  proved: ProvedCode;
}

async function makeRequest(ctx: Ctx, open: OpenLink, visit: Visit): Promise<Started> {
  let started: Started | null = null;
  const visitor: LinkVisitor = {
    linkId: open.link.id,
    email: visit.email,
    named: namedBy(visit, open),
    claim: (tx) => claim(tx, open, visit.proved),
    enter: async (tx, file) => {
      started = await enter(tx, open, visit, file);
    },
  };
  const { owner, template, version, document, link } = open;
  await storeFromTemplate(
    ctx,
    ownerOf(owner),
    { template, version: rolesForVisitor(version, link.role), document },
    { people: visit.people, status: 1 },
    { visitor },
  ).catch((error: unknown) => {
    throw forVisitor(ctx, link.id, error);
  });
  if (!started) throw new Error("the visitor was not let in");
  return started;
}

function namedBy({ people }: Visit, { link }: OpenLink): string[] {
  const named = Object.entries(link.people).filter(([, { kind }]) => kind === "asked");
  return named.flatMap(([name]) => people[name]?.email ?? []);
}

/** The document belongs to the owner, but the visitor is the caller, and the audit trail states this. */
function ownerOf(account: OpenLink["owner"]): AccountActor {
  return { kind: "account", account, proof: "session", scopes: [], signedInAt: null };
}

/**
 * Locks the code and the owner. Throws `race_lost` when the code has been used in the meantime, and `not_found` when
 * the template is gone or the owner may no longer ask others to sign.
 */
async function claim(ctx: Ctx, { owner, template }: OpenLink, { id }: ProvedCode): Promise<void> {
  const [code] = await ctx.db
    .select({ usedAt: directLinkCodes.usedAt, supersededAt: directLinkCodes.supersededAt })
    .from(directLinkCodes)
    .where(eq(directLinkCodes.id, id))
    .for("update");
  if (!code || code.usedAt || code.supersededAt) throw new DomainError("race_lost");
  const [able] = await ctx.db
    .select({ id: accounts.id })
    .from(accounts)
    .innerJoin(templates, and(eq(templates.id, template.id), isNull(templates.deletedAt)))
    .where(and(eq(accounts.id, owner.id), mayOffer()))
    .for("no key update", { of: accounts });
  if (!able) throw new DomainError("not_found");
}

/**
 * Counts the use and starts the visitor's guest session, last in the transaction that makes the request. Throws what
 * `countUse` throws.
 */
async function enter(ctx: Ctx, open: OpenLink, { email, challenge, proved }: Visit, file: File): Promise<Started> {
  const now = await ctx.now();
  const signer = await visitorOf(ctx, file, email);
  const mailboxHmac = visitorMailbox(ctx, open.link.id, email);
  await countUse(ctx, open, { ...proved, mailboxHmac }, now);
  const challengeId = await noteProof(ctx, signer, file, { email, proved });
  await appendAuditEvent(ctx, { kind: "public" }, file.id, {
    type: "identify.code.accepted",
    auth: { method: "email", challengeId },
    data: {
      signRequestId: signer.id,
      challengeId,
      directLink: open.link.id,
      sentAt: proved.createdAt.toISOString(),
      enteredAt: proved.provedAt.toISOString(),
    },
  });
  const guest = await startGuestSession(
    ctx,
    { signRequestId: signer.id, method: "email", recipient: email, challengeId },
    now,
    guestSecret(ctx, proved, challenge),
  );
  await ctx.db
    .update(directLinkCodes)
    .set({ usedAt: now, fileId: file.id, signRequestId: signer.id, mailboxHmac })
    .where(eq(directLinkCodes.id, proved.id));
  const started = { url: signUrl(ctx, signer), guest };
  await markDone(ctx, { fileId: file.id }, JSON.stringify(started));
  return started;
}

async function visitorOf(ctx: Ctx, { id }: File, email: string): Promise<SignRequest> {
  const [signer] = await ctx.db
    .select()
    .from(signRequests)
    .where(and(eq(signRequests.fileId, id), eq(signRequests.email, email)));
  if (!signer) throw new Error(`file ${id} has no visitor`);
  return signer;
}

/**
 * Counts a use on the link's row, which stays locked until the commit, so that its limits hold for concurrent
 * visitors. Throws `race_lost` when the link was changed in the meantime, `direct_link_closed` and `rate_limited`
 * when a limit is reached.
 */
async function countUse(
  ctx: Ctx,
  { link }: OpenLink,
  { recipientHmac: address, mailboxHmac: mailbox }: ProvedCode,
  now: Date,
): Promise<void> {
  const [counted] = await ctx.db
    .update(directLinks)
    .set({ uses: sql`${directLinks.uses} + 1`, lastUsedAt: now })
    .where(
      and(
        eq(directLinks.id, link.id),
        eq(directLinks.updatedAt, link.updatedAt),
        isNull(directLinks.deletedAt),
        or(isNull(directLinks.endsAt), gt(directLinks.endsAt, now)),
      ),
    )
    .returning({ uses: directLinks.uses });
  if (!counted) throw new DomainError("race_lost");
  if (link.maxUses !== null && counted.uses > link.maxUses) throw linkClosed();
  const [used] = await ctx.db
    .select({
      today: count(
        sql`case when ${directLinkCodes.usedAt} > ${now.toISOString()}::timestamptz - interval '24 hours' then 1 end`,
      ),
      byAddress: count(
        sql`case when ${directLinkCodes.mailboxHmac} = ${mailbox} or ${directLinkCodes.recipientHmac} = ${address} then 1 end`,
      ),
    })
    .from(directLinkCodes)
    .where(and(eq(directLinkCodes.linkId, link.id), isNotNull(directLinkCodes.usedAt)));
  if (link.maxUsesPerAddress !== null && (used?.byAddress ?? 0) >= link.maxUsesPerAddress)
    throw new DomainError("direct_link_closed", {
      reason: "address_limit",
      detail: "This address has reached the limit of this link.",
    });
  if (link.maxUsesPerDay !== null && (used?.today ?? 0) >= link.maxUsesPerDay)
    throw new DomainError("rate_limited", {
      reason: "link_full_today",
      detail: "This link has reached its limit for today.",
      retryAfterSeconds: 3600,
    });
}

/**
 * Records the code as one that identified the visitor for their new request, and as used up: within 15 minutes of its
 * entry it also signs, like any code that opened a document (decision 70).
 */
async function noteProof(
  ctx: Ctx,
  { id: signRequestId }: SignRequest,
  { preparation }: File,
  { email, proved }: { email: string; proved: ProvedCode },
): Promise<number> {
  const [challenge] = await ctx.db
    .insert(challenges)
    .values({
      signRequestId,
      preparation,
      purpose: "identify",
      channel: "email",
      sentTo: maskAddress(email),
      recipientHmac: recipientHmac(ctx, signRequestId, { channel: "email", to: email }),
      codeHmac: "",
      createdAt: proved.createdAt,
      expiresAt: proved.expiresAt,
      consumedAt: proved.provedAt,
    })
    .returning({ id: challenges.id });
  if (!challenge) throw new Error("the proof was not stored");
  return challenge.id;
}

/**
 * A secret, equal in every response to one challenge, so that the two responses to a double press do not void each
 * other's cookie.
 */
function guestSecret(ctx: Ctx, { id }: ProvedCode, challenge: string): string {
  return ctx.secrets.hmac("credential", `direct-link\n${id}\n${challenge}`);
}

function signUrl(ctx: Ctx, { linkSealed }: Pick<SignRequest, "linkSealed">): string {
  return `${ctx.publicUrl}/sign/${revealLink(ctx, linkSealed)}`;
}

/** The request that this challenge has made before. Throws `code_expired` when its signer has been removed since. */
async function readStarted(ctx: Ctx, proved: ProvedCode, challenge: string): Promise<Started> {
  const [signer] = await ctx.db
    .select()
    .from(signRequests)
    .where(and(eq(signRequests.id, proved.signRequestId ?? 0), isNull(signRequests.removedAt)));
  if (!signer || !proved.usedAt) throw new DomainError("code_expired", { detail: "Ask for a new code." });
  const expiresAt = new Date(proved.usedAt.getTime() + ctx.limits.guestSessionSeconds * 1000);
  const token = `${guestTokenPrefix}${guestSecret(ctx, proved, challenge)}`;
  return { url: signUrl(ctx, signer), guest: { token, expiresAt, signRequestId: signer.id } };
}

export function readNotedStart(noted: string): Started {
  const { url, guest } = JSON.parse(noted) as {
    url: string;
    guest: { token: string; expiresAt: string; signRequestId: number };
  };
  return { url, guest: { ...guest, expiresAt: new Date(guest.expiresAt) } };
}

const ownersMatters = new Set<DomainError["code"]>([
  "quota_exceeded",
  "storage_full",
  "integrity_error",
  "email_unproved",
]);
const linksMatters = new Set<DomainError["code"]>([
  "method_not_allowed_here",
  "gateway_not_configured",
  "glyph_missing",
]);

/** Hides details about limits and failures of the owner's account from the visitor. */
function forVisitor(ctx: Ctx, linkId: number, error: unknown): unknown {
  if (!(error instanceof DomainError)) return error;
  if (ownersMatters.has(error.code) || linksMatters.has(error.code))
    ctx.log.warn({ code: error.code, directLink: linkId }, "a direct link could not be used");
  if (linksMatters.has(error.code)) return linkClosed();
  if (ownersMatters.has(error.code))
    return new DomainError("unavailable", {
      reason: "sender_limit",
      detail: "The sender cannot accept more documents right now.",
      retryAfterSeconds: 3600,
      cause: error,
    });
  if (error.code !== "rate_limited") return error;
  return new DomainError("rate_limited", {
    reason: "sender_limit",
    detail: "The sender has reached a limit of this service. Try again later.",
    retryAfterSeconds: error.retryAfterSeconds ?? 3600,
  });
}
