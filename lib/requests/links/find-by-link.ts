import { eq } from "drizzle-orm";
import { files, signRequests, type File, type SignRequest } from "@/db/schema/files";
import { proveAddress } from "@/lib/accounts/confirm-address";
import { getAccount } from "@/lib/accounts/find";
import type { Actor, Ctx } from "@/lib/context/context";
import { linkMiss } from "@/lib/context/rates/request-rates";
import { isOpenToSigners } from "@/lib/documents/access";
import { statusAt } from "@/lib/documents/status";
import { DomainError } from "@/lib/platform/errors";
import { isUuid } from "@/lib/platform/ids";
import { appendAuditEvent, appendDaily, appendOnce } from "@/lib/records/audit/append";
import { isAsked } from "@/lib/records/events/status";
import { enqueue } from "@/lib/records/outbox/enqueue";
import { hashLink } from "@/lib/requests/signers/signer-language";
import { readConsent } from "@/lib/requests/state/consent";
import type { ConsentGiven } from "@/lib/requests/state/schema";
import { isDone, notYourTurn } from "@/lib/requests/state/status";

/** The signing request and document of a sign link. */
export interface LinkedRequest {
  signRequest: SignRequest;
  file: File;
}

/**
 * Looks a link up by the hash of its UUID, in any state. Misses are counted: throws `not_found`, or `rate_limited`
 * after too many.
 */
export async function findByLink(ctx: Ctx, signRequestUuid: string): Promise<LinkedRequest> {
  const [row] = !isUuid(signRequestUuid)
    ? []
    : await ctx.db
        .select({ signRequest: signRequests, file: files })
        .from(signRequests)
        .innerJoin(files, eq(signRequests.fileId, files.id))
        .where(eq(signRequests.linkHash, hashLink(signRequestUuid)));
  if (!row) throw await linkMiss(ctx);
  return row;
}

/**
 * Like `findByLink`, for reading or signing: the link must be usable now. Also throws `not_the_signer` for another
 * account or the guest of another request, `link_withdrawn`, `link_expired`. Signers who are done may still open the
 * link to see the outcome.
 */
export async function getByLink(ctx: Ctx, actor: Actor, signRequestUuid: string): Promise<LinkedRequest> {
  const found = await findByLink(ctx, signRequestUuid);
  const state = await openState(ctx, found);
  assertNotSomeoneElse(actor, found.signRequest);
  return assertUsable(found, state);
}

/**
 * Like `getByLink`, for a POST: an attempt by another account is recorded in the audit trail, which a GET never writes
 * to.
 */
export async function authorizeByLink(
  ctx: Ctx,
  actor: Actor,
  signRequestUuid: string,
): Promise<LinkedRequest & { isLive: boolean }> {
  return authorize(ctx, actor, await findByLink(ctx, signRequestUuid));
}

/**
 * Like `authorizeByLink`, for signing: `not_your_turn` to the waiting signer, who gets `not_found` everywhere else
 * (docs/spec/api.md#not-found).
 */
export async function signByLink(ctx: Ctx, actor: Actor, signRequestUuid: string): Promise<LinkedRequest> {
  const found = await findByLink(ctx, signRequestUuid);
  if (mustWait(found) && !isSomeoneElse(actor, found.signRequest)) throw notYourTurn();
  return authorize(ctx, actor, found);
}

async function authorize(ctx: Ctx, actor: Actor, found: LinkedRequest): Promise<LinkedRequest & { isLive: boolean }> {
  const state = await openState(ctx, found);
  if (isSomeoneElse(actor, found.signRequest)) await noteWrongAccount(ctx, actor, found);
  assertNotSomeoneElse(actor, found.signRequest);
  return { ...assertUsable(found, state), isLive: state === "live" };
}

async function openState(ctx: Ctx, { signRequest, file }: LinkedRequest): Promise<LinkState> {
  const state = linkState(signRequest, file, await ctx.now());
  if (state === "not_found") throw await linkMiss(ctx);
  return state;
}

function mustWait({ signRequest, file }: LinkedRequest): boolean {
  return signRequest.status === "waiting" && signRequest.removedAt === null && isOpenToSigners(file);
}

function assertUsable(found: LinkedRequest, state: LinkState): LinkedRequest {
  if (state === "link_withdrawn" || state === "link_expired")
    throw new DomainError(state, { detail: linkDetails[state] });
  return found;
}

const linkDetails = {
  link_withdrawn: "This request was withdrawn.",
  link_expired: "The time to sign this document is over.",
};

/** A link opened in another account's session shows no document (docs/spec/guarantees.md#under-attack). */
function assertNotSomeoneElse(actor: Actor, signRequest: Pick<SignRequest, "id" | "email">): void {
  if (!isSomeoneElse(actor, signRequest)) return;
  throw new DomainError("not_the_signer", { detail: "This link is for another person." });
}

/**
 * True if the caller is authenticated as someone other than this signer: another account, or the guest of another
 * request.
 */
export function isSomeoneElse(actor: Actor, signRequest: Pick<SignRequest, "id" | "email">): boolean {
  if (actor.kind === "guest") return actor.signRequestId !== signRequest.id;
  return actor.kind === "account" && actor.account.email !== signRequest.email;
}

/** One signer's request and its file. */
interface NamedByLink {
  signRequest: Pick<SignRequest, "id">;
  file: Pick<File, "id">;
}

/**
 * Records `link.opened`, at most once per signer in 24 hours: the only write that a GET of a link causes. Mail scanners
 * open links too, so the event proves nothing about a person.
 */
export async function noteOpened(ctx: Ctx, actor: Actor, { signRequest, file }: NamedByLink): Promise<void> {
  await appendDaily(ctx, actor, file.id, { type: "link.opened", data: { signRequestId: signRequest.id } });
}

/** Records that another account tried to use a signer's link, at most once per account in 24 hours. */
async function noteWrongAccount(ctx: Ctx, actor: Actor, { signRequest, file }: NamedByLink): Promise<void> {
  if (actor.kind !== "account") return;
  await appendDaily(ctx, actor, file.id, {
    type: "link.wrong_account",
    data: { signRequestId: signRequest.id, accountId: actor.account.id },
  });
}

/** The state of a sign link's page for any visitor. `live`: this signer may sign now. */
export type LinkPageState =
  | "not_ready"
  | "not_your_turn"
  | "live"
  | "signed"
  | "finishing"
  | "completed"
  | "declined_by_you"
  | "declined"
  | "expired"
  | "withdrawn";

/**
 * `outcome`: this signer is done and the link shows how it ended. Every other state except `live` is the error code
 * returned.
 */
type LinkState = "live" | "outcome" | "not_found" | "link_withdrawn" | "link_expired";

type LinkedFile = Pick<File, "status" | "expiresAt" | "completedAt">;
type LinkedSigner = Pick<SignRequest, "role" | "status" | "removedAt" | "notifiedAt">;

/**
 * Derives the link state from the states of file and signer. A signer who was not notified learns only that the
 * document is not ready or that others sign first. A CC has no link.
 */
export function linkPageState(signer: LinkedSigner, file: LinkedFile, now: Date): LinkPageState {
  const status = statusAt(file, now);
  if (!isAsked(signer)) return "not_ready";
  if (signer.removedAt !== null) return signer.notifiedAt === null ? "not_ready" : "withdrawn";
  if (status === "draft" || signer.status === "draft") return "not_ready";
  if (!isOpenToSigners(file)) return signer.notifiedAt === null ? "not_ready" : "withdrawn";
  if (isDone(signer)) return afterSigning(status);
  if (signer.status === "declined") return "declined_by_you";
  if (signer.notifiedAt === null)
    return signer.status === "waiting" && status !== "expired" ? "not_your_turn" : "not_ready";
  if (status === "declined") return "declined";
  if (status === "cancelled" || signer.status === "cancelled") return "withdrawn";
  if (status === "expired") return "expired";
  return signer.status === "waiting" ? "not_your_turn" : "live";
}

function afterSigning(status: File["status"]): LinkPageState {
  if (status === "signing_in_progress") return "finishing";
  return status === "signed" || status === "deleted" ? "completed" : "signed";
}

/** The API's answer for a sign link. Waiting signers get `not_found`, even after the document has ended. */
export function linkState(signer: LinkedSigner, file: LinkedFile, now: Date): LinkState {
  const isWaiting = signer.status === "waiting" && signer.removedAt === null;
  return signer.notifiedAt === null || isWaiting ? "not_found" : answers[linkPageState(signer, file, now)];
}

const answers: Record<LinkPageState, LinkState> = {
  not_ready: "not_found",
  not_your_turn: "not_found",
  live: "live",
  signed: "outcome",
  finishing: "outcome",
  completed: "outcome",
  declined_by_you: "outcome",
  declined: "link_withdrawn",
  expired: "link_expired",
  withdrawn: "link_withdrawn",
};

/**
 * Records `document.viewed`, once per signer. The browser reports by POST that it has drawn the document; mail scanners
 * that fetch links send no such POST. It proves no address, because no person triggered it. Nothing is recorded for a
 * signer who can no longer sign. With `consent`, also records `consent.shown` once per version and language. Throws
 * what `authorizeByLink` and `readConsent` throw.
 */
export async function noteViewed(
  ctx: Ctx,
  actor: Actor,
  input: { u: string; consent?: ConsentGiven | undefined },
): Promise<void> {
  const consent = readConsent(input.consent);
  const { signRequest, file } = await authorizeByLink(ctx, actor, input.u);
  if (signRequest.status !== "pending") return;
  const doc = { sha256: file.sha256, revision: file.revision };
  await appendOnce(ctx, actor, file.id, { type: "document.viewed", doc, data: { signRequestId: signRequest.id } });
  if (consent)
    await appendOnce(ctx, actor, file.id, {
      type: "consent.shown",
      data: { signRequestId: signRequest.id, ...consent },
    });
}

/**
 * Proves the address of a signed-in signer who POSTs to their sign link, for this request only: the link may have been
 * forwarded. The owner gets an e-mail. It holds only while the signer can still sign or decline, and not for an API
 * token, which a stranger who registered the address may have made. Returns the updated actor. Never call it for a GET.
 */
export async function proveByLink<Caller extends Actor>(
  ctx: Ctx,
  actor: Caller,
  { file, signRequest }: LinkedRequest,
): Promise<Caller> {
  if (actor.kind !== "account" || actor.account.emailProvedAt !== null || actor.account.email !== signRequest.email)
    return actor;
  if (actor.proof === "token") return actor;
  if (linkState(signRequest, file, await ctx.now()) !== "live") return actor;
  await ctx.tx(async (tx) => {
    const [accountId, signRequestId] = [actor.account.id, signRequest.id];
    if (!(await proveAddress(tx, accountId, { signRequestId }, actor))) return;
    await enqueue(tx, "accountMail", { template: "proved_by_link", accountId, signRequestId });
    await appendAuditEvent(tx, actor, file.id, {
      type: "email.proved",
      data: { signRequestId, by: "invitation" },
    });
  });
  ctx.wakeOutbox();
  return { ...actor, account: await getAccount(ctx, actor.account.id) };
}
