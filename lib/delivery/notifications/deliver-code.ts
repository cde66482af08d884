import { eq, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import { perDatabase } from "@/db/per-database";
import { accounts, type Account } from "@/db/schema/accounts";
import { branding } from "@/db/schema/administration";
import { files, signRequests, type File, type SignRequest } from "@/db/schema/files";
import { mailMessages } from "@/db/schema/messages";
import { directLinkCodes, directLinks, templates } from "@/db/schema/templates";
import { challenges, type Challenge } from "@/db/schema/work";
import { accountLanguage, accountOfSigner } from "@/lib/accounts/find";
import { MessagingError, type Messenger, type TextGateway } from "@/lib/channels/messenger";
import { codeMail, codeText, visitorCodeMail, type CodePurpose } from "@/lib/channels/templates/code";
import { mailTranslator, type MailBrand, type MailTranslator } from "@/lib/channels/templates/mail-text";
import { systemActor, type Ctx } from "@/lib/context/context";
import { brandingId, joinedBrand, readBrandWithLogo, withLogo, type Brand } from "@/lib/context/settings/read";
import { DomainError } from "@/lib/platform/errors";
import { toMinutes } from "@/lib/platform/limits";
import { appendAuditEvent } from "@/lib/records/audit/append";
import type { AuditRecord } from "@/lib/records/audit/events";
import type { OutboxPayloads } from "@/lib/records/outbox/kinds";
import { FinalFailure, type JobFacts } from "@/lib/records/outbox/worker";
import { signerLanguage } from "@/lib/requests/signers/signer-language";
import { isDone } from "@/lib/requests/state/status";
import type { VisitorCodeSecret } from "@/lib/signing/direct-links/request-code";
import { isSentTo } from "@/lib/signing/proof/compare-code";
import { opensAndSigns } from "@/lib/signing/proof/opening-code";
import { codeRecipient, type CodeRecipient } from "@/lib/signing/proof/recipient";
import { nameOf } from "./mail-facts";
import { providerKey, recordFailedMail, sendMail } from "./send";

interface CodeFacts {
  challenge: Challenge;
  signer: SignRequest;
  file: File;
  accountName: string | null;
  accountLanguage: string | null;
  requester: Pick<Account, "language">;
  /** Null: nothing has been chosen. */
  brand: Brand | null;
  /** Reference of the e-mail's record, if it has one. */
  reference: string | null;
}

/**
 * Sends a one-time code over its channel. A used or superseded code is not sent. One that expired while its mail server
 * or gateway was unavailable is recorded as failed.
 */
export async function deliverCode(
  ctx: Ctx,
  messenger: Messenger,
  payload: { challengeId: number },
  job: JobFacts,
): Promise<void> {
  const facts = await readFacts(ctx, payload.challengeId, job.id);
  if (!facts || !isWanted(facts.challenge)) return;
  const { challenge, file } = facts;
  const about = aboutOf(facts);
  if (challenge.expiresAt <= (await ctx.now())) return ctx.tx((tx) => recordFailure(tx, facts));
  if (job.secret === null) throw new FinalFailure("the code is gone");
  const { channel, to } = await sameRecipient(ctx, facts);
  if (channel === "email") {
    const { brand, replyTo } = await withLogo(ctx, facts.brand);
    const recipient = { signRequestId: facts.signer.id, accountId: null };
    const content = mailOf(facts, job.secret, brand);
    const { reference } = facts;
    return sendMail(ctx, messenger, { file, to, replyTo, content, job, recipient, template: "code", about, reference });
  }
  const gateway = ctx.gateways[channel];
  if (!gateway) throw await messageFailed(ctx, file.id, about, `no gateway for ${channel}`);
  await sendText(ctx, gateway, { file, jobKey: job.key, about, to, text: textOf(facts, job.secret) });
}

/** Codes are sent only to the recipient shown on the page, because the number or chat may have changed since. */
async function sameRecipient(ctx: Ctx, facts: CodeFacts): Promise<CodeRecipient> {
  const { challenge, signer, file } = facts;
  const about = aboutOf(facts);
  try {
    const recipient = await codeRecipient(ctx, { signRequest: signer }, challenge.channel);
    if (isSentTo(ctx, signer.id, challenge, recipient)) return recipient;
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
    throw await messageFailed(ctx, file.id, about, `the recipient cannot be reached: ${error.code}`);
  }
  throw await messageFailed(ctx, file.id, about, "the recipient has changed since the code was requested");
}

/** A single statement whose text is built once. `jobId`: the job that sends the code. */
async function readFacts(ctx: Ctx, challengeId: number, jobId: number | null): Promise<CodeFacts | null> {
  const [row] = await findFacts(ctx.db).execute({ challengeId, jobId });
  return row ?? null;
}

const requesters = alias(accounts, "requesters");

const findFacts = perDatabase((db) =>
  db
    .select({
      challenge: challenges,
      signer: signRequests,
      file: files,
      accountName: accounts.displayName,
      accountLanguage: accounts.language,
      requester: { language: requesters.language },
      brand: joinedBrand,
      reference: mailMessages.reference,
    })
    .from(challenges)
    .innerJoin(signRequests, eq(challenges.signRequestId, signRequests.id))
    .innerJoin(files, eq(signRequests.fileId, files.id))
    .innerJoin(requesters, eq(files.requesterId, requesters.id))
    .leftJoin(accounts, accountOfSigner())
    .leftJoin(branding, eq(branding.id, brandingId))
    .leftJoin(mailMessages, eq(mailMessages.jobId, sql.placeholder("jobId")))
    .where(eq(challenges.id, sql.placeholder("challengeId")))
    .prepare("find_code_facts"),
);

function translatorOf(facts: CodeFacts, brand?: MailBrand): MailTranslator {
  return mailTranslator(signerLanguage(facts), brand);
}

function mailOf(facts: CodeFacts, code: string, brand: MailBrand) {
  const { challenge, signer, file, accountName } = facts;
  return codeMail(translatorOf(facts, brand), {
    signerName: nameOf(signer, accountName),
    documentName: file.name,
    code,
    lifetimeMinutes: lifetimeMinutes(challenge),
    purpose: purposeOf(facts),
  });
}

function textOf(facts: CodeFacts, code: string): string {
  const { challenge, file } = facts;
  return codeText(translatorOf(facts), {
    documentName: file.name,
    code,
    lifetimeMinutes: lifetimeMinutes(challenge),
    purpose: purposeOf(facts),
  });
}

function purposeOf({ challenge: { purpose }, signer }: CodeFacts): CodePurpose {
  const isApproval = signer.role === "approver";
  if (purpose === "sign") return isApproval ? "approve" : "sign";
  const isBoth = purpose === "identify" && signer.role !== "viewer" && !isDone(signer) && opensAndSigns(signer);
  if (!isBoth) return "identify";
  return isApproval ? "openApprove" : "both";
}

function lifetimeMinutes({ createdAt, expiresAt }: Challenge): number {
  return Math.round((expiresAt.getTime() - createdAt.getTime()) / 60_000);
}

function aboutOf({ challenge, signer }: CodeFacts): AuditRecord {
  return { template: "code", channel: challenge.channel, signRequestId: signer.id, challengeId: challenge.id };
}

function isWanted({ supersededAt, consumedAt }: Challenge): boolean {
  return supersededAt === null && consumedAt === null;
}

/** Records a code whose job failed. A used or superseded code, or one of a deleted request, needs no record. */
export async function recordUndeliveredCode(tx: Ctx, payload: OutboxPayloads["code"]): Promise<void> {
  const facts = await readFacts(tx, payload.challengeId, null);
  if (facts && isWanted(facts.challenge)) await recordFailure(tx, facts);
}

async function recordFailure(tx: Ctx, facts: CodeFacts): Promise<void> {
  const [{ id }, about] = [facts.file, aboutOf(facts)];
  if (facts.challenge.channel === "email") await recordFailedMail(tx, id, about);
  else await appendAuditEvent(tx, systemActor, id, { type: "message.failed", data: about });
}

interface TextToSend {
  file: { id: number; uuid: string };
  to: string;
  text: string;
  /** The job's key, unchanged across retries. */
  jobKey: string;
  /** The data of the message's audit event. */
  about: AuditRecord;
}

/**
 * Hands one short message to the gateway and records `message.sent`, or `message.failed` for a permanent failure. Other
 * failures are left to the outbox.
 */
async function sendText(ctx: Ctx, gateway: TextGateway, { file, to, text, jobKey, about }: TextToSend): Promise<void> {
  try {
    const { providerId } = await gateway.send({ to, text, idempotencyKey: `paraph-${file.uuid}-${jobKey}` });
    await ctx.tx((tx) =>
      appendAuditEvent(tx, systemActor, file.id, { type: "message.sent", data: { ...about, providerId } }),
    );
  } catch (error) {
    if (!(error instanceof MessagingError) || error.retryable) throw error;
    throw await messageFailed(ctx, file.id, about, error.detail);
  }
}

/** Records that a message will never be sent. Returns the error that ends its job. */
async function messageFailed(ctx: Ctx, fileId: number, about: AuditRecord, reason: string): Promise<FinalFailure> {
  await ctx.tx((tx) => appendAuditEvent(tx, systemActor, fileId, { type: "message.failed", data: about }));
  return new FinalFailure(reason);
}

/** Sends a visitor's code by e-mail, unless it was superseded, used or has expired in the meantime. */
export async function deliverVisitorCode(
  ctx: Ctx,
  messenger: Messenger,
  { codeId }: { codeId: number },
  job: JobFacts,
): Promise<void> {
  const [row] = await ctx.db
    .select({ stored: directLinkCodes, documentName: templates.name, owner: accounts })
    .from(directLinkCodes)
    .innerJoin(directLinks, eq(directLinks.id, directLinkCodes.linkId))
    .innerJoin(templates, eq(templates.id, directLinks.templateId))
    .innerJoin(accounts, eq(accounts.id, templates.ownerId))
    .where(eq(directLinkCodes.id, codeId));
  if (!row || row.stored.supersededAt || row.stored.provedAt || row.stored.expiresAt <= (await ctx.now())) return;
  if (job.secret === null) throw new FinalFailure("the code is gone");
  const { code, email, language } = JSON.parse(job.secret) as VisitorCodeSecret;
  const { brand, replyTo } = await readBrandWithLogo(ctx);
  const content = visitorCodeMail(mailTranslator(language ?? accountLanguage(row.owner), brand), {
    documentName: row.documentName,
    senderName: row.owner.displayName,
    code,
    lifetimeMinutes: toMinutes(ctx.limits.codeLifetimeSeconds),
  });
  const idempotencyKey = providerKey(ctx, job);
  try {
    await messenger.send({ ...content, to: email, idempotencyKey, ...(replyTo !== null && { replyTo }) });
  } catch (error) {
    if (!(error instanceof MessagingError) || error.retryable) throw error;
    throw new FinalFailure(error.detail);
  }
}
