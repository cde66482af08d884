import { and, eq, isNull } from "drizzle-orm";
import { files, signRequests, type SignRequest } from "@/db/schema/files";
import { isAccountOf } from "@/lib/accounts/actor";
import { withRequest, type Actor, type Ctx } from "@/lib/context/context";
import { markDone } from "@/lib/context/idempotency/keys";
import { countAttempt, undoAttempt } from "@/lib/context/rates/counters";
import { networkOf } from "@/lib/context/rates/request-rates";
import { methodKinds } from "@/lib/context/sign-methods/registry";
import { DomainError } from "@/lib/platform/errors";
import { isUuid } from "@/lib/platform/ids";
import type { RequestFacts } from "@/lib/platform/next/served-request";
import { appendAuditEvent } from "@/lib/records/audit/append";
import { enqueue } from "@/lib/records/outbox/enqueue";
import { linkState } from "@/lib/requests/links/find-by-link";
import { revealLink } from "@/lib/requests/signers/signer-language";
import { makeCode } from "@/lib/signing/proof/code";
import type { CodeAttempt } from "@/lib/signing/proof/code-history";
import { compareCode, type RightCode } from "@/lib/signing/proof/compare-code";
import { codeRecipient } from "@/lib/signing/proof/recipient";
import { consumeCode, storeCode } from "@/lib/signing/proof/store-code";
import { readEnteredCode, startGuest } from "./confirm";
import { guestMethodOf, type GuestCredential } from "./guest";

export interface Opened {
  /** The signer's own link. */
  url: string;
  /** The guest's credential, if the request allows its signer to sign by mailbox alone. */
  guest: GuestCredential | null;
}

/**
 * Redirects the signer to their own link: the code proves the mailbox. Anything but the correct code is `code_wrong`,
 * even at an address that leads nowhere. Throws `validation_failed` for input that cannot be a code, `code_locked`.
 */
export async function openByCode(ctx: Ctx, actor: Actor, input: OpeningTarget & { code: string }): Promise<Opened> {
  const code = readEnteredCode(input.code);
  await countOpeningTry(ctx, input);
  const attempt = await findOpening(ctx, input);
  if (!attempt) throw wrong();
  try {
    return await compareCode(ctx, actor, attempt, code, (tx, current, right) => open(tx, actor, current, right));
  } catch (error) {
    throw error instanceof DomainError && refusals.has(error.code) ? wrong() : error;
  }
}

/** Members that would reveal to a stranger that a code exists or existed. */
const refusals = new Set<DomainError["code"]>([
  "code_wrong",
  "code_expired",
  "code_locked",
  "link_withdrawn",
  "not_found",
]);

function wrong(): DomainError {
  return new DomainError("code_wrong", { detail: "The code is wrong or no longer valid." });
}

async function open(ctx: Ctx, actor: Actor, attempt: CodeAttempt, right: RightCode): Promise<Opened> {
  const { signRequest, file } = attempt;
  const url = `${ctx.publicUrl}/sign/${revealLink(ctx, signRequest.linkSealed)}`;
  const opened = {
    url,
    guest: letsIn(attempt) ? await startGuest(ctx, actor, { ...attempt, method: "email" }, right) : null,
  };
  if (!opened.guest) {
    if (!(await consumeCode(ctx, right.challengeId))) throw wrong();
    await appendAuditEvent(ctx, actor, file.id, {
      type: "identify.code.accepted",
      auth: { method: "email", challengeId: right.challengeId },
      data: { signRequestId: signRequest.id, challengeId: right.challengeId },
    });
  }
  await markDone(ctx, { signRequestId: signRequest.id }, JSON.stringify(opened));
  return opened;
}

function letsIn({ signRequest }: CodeAttempt): boolean {
  return guestMethodOf(signRequest) === "email" && methodKinds[signRequest.signMethod].kind === "code";
}

export function readOpened(noted: string): Opened {
  const { url, guest } = JSON.parse(noted) as {
    url: string;
    guest: { token: string; expiresAt: string; signRequestId: number } | null;
  };
  return { url, guest: guest && { ...guest, expiresAt: new Date(guest.expiresAt) } };
}

export interface OpeningCodeSent {
  expiresAt: Date;
  resendAt: Date;
}

/** The job's payload. Only the job checks whether the address leads anywhere. */
interface OpeningJob extends OpeningTarget {
  request: RequestFacts | null;
}

/**
 * Requests a code by e-mail for the signer that this address refers to; the code leads to their own link. An address
 * that leads nowhere gets the same response in the same time, and no e-mail is sent. Throws `rate_limited`.
 */
export async function askToOpen(ctx: Ctx, target: OpeningTarget): Promise<OpeningCodeSent> {
  await countOpeningSend(ctx, target);
  const sent = await ctx.tx(async (tx) => {
    const job: OpeningJob = { ...target, request: ctx.request };
    await enqueue(tx, "opening", {}, { secret: JSON.stringify(job) });
    const now = (await tx.now()).getTime();
    const times = {
      expiresAt: new Date(now + ctx.limits.codeLifetimeSeconds * 1000),
      resendAt: new Date(now + ctx.limits.codeSendIntervalSeconds * 1000),
    };
    await markDone(tx, {}, JSON.stringify(times));
    return times;
  });
  ctx.wakeOutbox();
  return sent;
}

export function readOpeningCodeSent(noted: string): OpeningCodeSent {
  const { expiresAt, resendAt } = JSON.parse(noted) as { expiresAt: string; resendAt: string };
  return { expiresAt: new Date(expiresAt), resendAt: new Date(resendAt) };
}

/**
 * The sign link behind `/to/{uuid}/{signRequestId}` for this visitor: the signer, logged in with the proved address of
 * the request, or their guest. Null for everybody else, which does not reveal whether the address exists.
 */
export async function leadOn(
  ctx: Ctx,
  actor: Actor,
  { uuid, signRequestId }: { uuid: string; signRequestId: string },
): Promise<string | null> {
  if (!isUuid(uuid) || !/^[1-9]\d{0,8}$/.test(signRequestId)) return null;
  const opening = await findOpening(ctx, { uuid: uuid.toLowerCase(), signRequestId: Number(signRequestId) });
  if (!opening || !isSigner(actor, opening.signRequest)) return null;
  return revealLink(ctx, opening.signRequest.linkSealed);
}

function isSigner(actor: Actor, signRequest: Pick<SignRequest, "id" | "email">): boolean {
  if (actor.kind === "guest") return actor.signRequestId === signRequest.id;
  return actor.kind === "account" && isAccountOf(actor.account, signRequest);
}

const hourSeconds = 3600;
const daySeconds = 24 * hourSeconds;

interface Limit {
  key: string;
  most: number;
  seconds: number;
}

/**
 * Counts one code requested at this address, whether or not it leads anywhere, so that missing addresses have the same
 * limits. The figures are those of codes to a signer in docs/spec/limits.md. Throws `rate_limited`.
 */
async function countOpeningSend(ctx: Ctx, target: OpeningTarget): Promise<void> {
  const place = placeKey(ctx, target);
  const { codeSendIntervalSeconds, codeSendsPerHour, codeSendsPerDay, codeSendsPerNetworkPerHour } = ctx.limits;
  const ofPlace: Limit[] = [
    { key: `opening-send:${place}`, most: 1, seconds: codeSendIntervalSeconds },
    { key: `opening-hour:${place}`, most: codeSendsPerHour, seconds: hourSeconds },
    { key: `opening-day:${place}`, most: codeSendsPerDay, seconds: daySeconds },
  ];
  const ofNetwork = { key: `opening-network:${networkOfCaller(ctx)}`, most: codeSendsPerNetworkPerHour };
  await countAll(ctx, { ...ofNetwork, seconds: hourSeconds }, ofPlace, {
    code: "rate_limited",
    detail: "Too many codes were requested. Wait before you request another.",
  });
}

/** Counts one code entered at this address, like `countOpeningSend`. Throws `code_locked`. */
async function countOpeningTry(ctx: Ctx, target: OpeningTarget): Promise<void> {
  const place = placeKey(ctx, target);
  const { codeWrongTries, codeLifetimeSeconds, codeWrongTriesPerDay, codeSendsPerNetworkPerHour } = ctx.limits;
  const ofPlace: Limit[] = [
    { key: `opening-try:${place}`, most: codeWrongTries, seconds: codeLifetimeSeconds },
    { key: `opening-tries:${place}`, most: codeWrongTriesPerDay, seconds: daySeconds },
  ];
  const most = codeSendsPerNetworkPerHour * codeWrongTries;
  const ofNetwork = { key: `opening-tries-network:${networkOfCaller(ctx)}`, most, seconds: hourSeconds };
  await countAll(ctx, ofNetwork, ofPlace, { code: "code_locked", detail: "Too many codes were tried here." });
}

/**
 * The network is counted first: once it is refused, made-up addresses add no counters. A refusal at the place itself
 * adds none and takes nothing from others in the network.
 */
async function countAll(ctx: Ctx, ofNetwork: Limit, ofPlace: readonly Limit[], refusal: Refusal): Promise<void> {
  await count(ctx, ofNetwork, refusal);
  try {
    for (const limit of ofPlace) await count(ctx, limit, refusal);
  } catch (error) {
    await undoAttempt(ctx, ofNetwork.key);
    throw error;
  }
}

interface Refusal {
  code: "rate_limited" | "code_locked";
  detail: string;
}

async function count(ctx: Ctx, { key, most, seconds }: Limit, { code, detail }: Refusal): Promise<void> {
  const counted = await countAttempt(ctx, key, seconds);
  if (counted.count > most) throw new DomainError(code, { detail, retryAfterSeconds: counted.secondsLeft });
}

function networkOfCaller(ctx: Ctx): string {
  return networkOf(ctx.request?.address ?? "");
}

function placeKey(ctx: Ctx, { uuid, signRequestId }: OpeningTarget): string {
  return ctx.secrets.hmac("code", `opening\n${uuid}\n${signRequestId}`);
}

const anybody: Actor = { kind: "public" };

/**
 * The outbox job behind `askToOpen`: e-mails the code if the address leads to a signer. If a code cannot be sent, the
 * job ends silently.
 */
export async function sendOpeningCode(ctx: Ctx, job: { secret: string | null }): Promise<void> {
  if (job.secret === null) return;
  const { request, ...target } = JSON.parse(job.secret) as OpeningJob;
  const asking = request ? withRequest(ctx, request) : ctx;
  const attempt = await findOpening(asking, target);
  if (!attempt) return;
  try {
    const recipient = await codeRecipient(asking, attempt, "email");
    await asking.tx((tx) => storeCode(tx, anybody, attempt, { code: makeCode(), recipient }));
    ctx.wakeOutbox();
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
    ctx.log.info({ code: error.code }, "opening: no code is sent");
  }
}

/**
 * The target of `{origin}/to/{uuid}/{signRequestId}`: a file and one of its signers. It is not secret and proves
 * nothing.
 */
export interface OpeningTarget {
  uuid: string;
  signRequestId: number;
}

/** The signing request behind the address; null when there is none or its own link leads nowhere. */
async function findOpening(ctx: Ctx, { uuid, signRequestId }: OpeningTarget): Promise<CodeAttempt | null> {
  const [row] = await ctx.db
    .select({ signRequest: signRequests, file: files })
    .from(signRequests)
    .innerJoin(files, eq(files.id, signRequests.fileId))
    .where(and(eq(signRequests.id, signRequestId), eq(files.uuid, uuid), isNull(signRequests.removedAt)));
  if (!row) return null;
  const state = linkState(row.signRequest, row.file, await ctx.now());
  return state === "live" || state === "outcome" ? { ...row, viaLink: true, purpose: "open" } : null;
}
