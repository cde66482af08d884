import { createHmac, timingSafeEqual } from "node:crypto";
import { eq } from "drizzle-orm";
import { z } from "zod";
import { files } from "@/db/schema/files";
import type { MailMessageRow } from "@/db/schema/messages";
import { referenceTag } from "@/lib/channels/resend";
import { systemActor, type Actor, type Ctx } from "@/lib/context/context";
import { DomainError, invalid } from "@/lib/platform/errors";
import { isSameSecret } from "@/lib/platform/secrets/secret-box";
import { appendAuditEvent } from "@/lib/records/audit/append";
import type { AuditEventType } from "@/lib/records/audit/events";
import { moveMailOn, noteQueuedMail, type MailNews, type ReportedMail } from "@/lib/records/mails/note-mail";
import { enqueue } from "@/lib/records/outbox/enqueue";

/** Not `Authorization`, which identifies an account of the API. */
export const reportTokenHeader = "paraph-report-token";

/**
 * Receives one report forwarded by the operator's mail server: a raw delivery status notification or abuse report. A
 * report about an unknown e-mail is ignored. Throws `not_found` if no token is configured, `unauthenticated` for a
 * wrong one, `validation_failed` for another kind of message.
 */
export async function receiveMailReport(ctx: Ctx, _actor: Actor, { bytes, header }: SignedCallback): Promise<void> {
  const { token } = ctx.mailReports;
  if (token === null) throw new DomainError("not_found");
  if (!isSameSecret(header(reportTokenHeader) ?? "", token))
    throw new DomainError("unauthenticated", { detail: `${reportTokenHeader} does not match.` });
  const report = parseReport(bytes);
  if (!report) throw invalid("", "type", "The message is not a delivery report");
  if (report.news === null || report.reference === null) return;
  if (await noteReport(ctx, { reference: report.reference, providerId: null }, report.news)) ctx.wakeOutbox();
}

/** A report about one e-mail, as sent by a mail server or a mailbox provider. */
interface ParsedReport {
  /** From the Original-Envelope-Id or the Message-ID. Null if the report is not about one of our e-mails. */
  reference: string | null;
  /** Null: a delay, or another report without a result. */
  news: MailNews | null;
}

/**
 * Parses a delivery status notification (RFC 3464, multipart/report of RFC 6522) or an abuse report (RFC 5965). Null
 * for any other message. Each of our e-mails has one recipient, so the first conclusive recipient block counts.
 */
export function parseReport(message: Buffer): ParsedReport | null {
  // Structure and fields are ASCII. Latin-1 preserves every other byte.
  const root = splitPart(message.toString("latin1").replace(/\r\n?/g, "\n"));
  const boundary = boundaryOf(root);
  if (boundary === null) return null;
  const parts = partsOf(root.body, boundary).map(splitPart);
  const status = parts.find((part) => /^message\/(global-)?delivery-status\b/i.test(typeOf(part)));
  const abuse = parts.find((part) => /^message\/feedback-report\b/i.test(typeOf(part)));
  const original = parts.find((part) => /^(message\/(rfc822|global)|text\/rfc822-headers)\b/i.test(typeOf(part)));
  const messageId = original ? readFields(bodyOf(original)).get("message-id") : undefined;
  if (status) {
    const [ofMessage, ...recipients] = bodyOf(status)
      .split(/\n\s*\n/)
      .map(readFields);
    const reference = referenceIn(ofMessage?.get("original-envelope-id")) ?? referenceIn(messageId);
    return { reference, news: recipients.map(newsOf).find((news) => news !== null) ?? null };
  }
  if (!abuse) return null;
  return { reference: referenceIn(messageId), news: { state: "complained", reason: null } };
}

interface Part {
  headers: Map<string, string>;
  body: string;
}

function splitPart(text: string): Part {
  const end = text.indexOf("\n\n");
  return end < 0
    ? { headers: readFields(text), body: "" }
    : { headers: readFields(text.slice(0, end)), body: text.slice(end + 2) };
}

/** The fields up to the first empty line, with folded lines joined. The first one of each name counts. */
function readFields(text: string): Map<string, string> {
  const [head = ""] = text.replace(/^\n+/, "").split("\n\n", 1);
  const fields = new Map<string, string>();
  for (const line of head.replace(/\n[ \t]+/g, " ").split("\n")) {
    const colon = line.indexOf(":");
    const name = line.slice(0, Math.max(0, colon)).trim().toLowerCase();
    if (name !== "" && !fields.has(name)) fields.set(name, line.slice(colon + 1).trim());
  }
  return fields;
}

function typeOf({ headers }: Part): string {
  return headers.get("content-type") ?? "";
}

function boundaryOf(part: Part): string | null {
  const type = typeOf(part);
  if (!/^multipart\/report\b/i.test(type)) return null;
  const match = /;\s*boundary\s*=\s*(?:"([^"]{1,70})"|([^\s;"]{1,70}))/i.exec(type);
  return match?.[1] ?? match?.[2] ?? null;
}

/** RFC 6522 defines three. A message of a megabyte could have 200,000. */
const mostParts = 10;

function partsOf(body: string, boundary: string): string[] {
  const [, ...parts] = `\n${body}`.split(`\n--${boundary}`, mostParts + 2);
  const end = parts.findIndex((part) => part.startsWith("--"));
  return (end < 0 ? parts : parts.slice(0, end)).map((part) => part.replace(/^[ \t]*\n/, ""));
}

function bodyOf({ headers, body }: Part): string {
  switch (headers.get("content-transfer-encoding")?.toLowerCase()) {
    case "base64":
      return Buffer.from(body, "base64").toString("latin1").replace(/\r\n?/g, "\n");
    case "quoted-printable":
      return body
        .replace(/=[ \t]*\n/g, "")
        .replace(/=([0-9a-f]{2})/gi, (_whole, hex: string) => String.fromCharCode(parseInt(hex, 16)));
    default:
      return body;
  }
}

/** `delayed`, `relayed` and `expanded` are not conclusive: the e-mail may still arrive or bounce. */
function newsOf(recipient: Map<string, string>): MailNews | null {
  const action = recipient.get("action")?.toLowerCase();
  if (action === "delivered") return { state: "delivered", reason: null };
  if (action !== "failed") return null;
  const diagnostic = recipient.get("diagnostic-code")?.replace(/^[a-z0-9-]+\s*;\s*/i, "");
  return { state: "bounced", reason: diagnostic ?? recipient.get("status") ?? null };
}

/** `{reference}` or `<{reference}@host>`. */
function referenceIn(value: string | undefined): string | null {
  return /^<?([0-9a-f]{32})(?:@[^\s>]*)?>?$/i.exec(value ?? "")?.[1]?.toLowerCase() ?? null;
}

/**
 * The members of Resend's events that are used (resend.com/docs/webhooks). Tags are an object in events, and a list in
 * some versions.
 */
const resendEvent = z.object({
  type: z.string(),
  data: z
    .object({
      email_id: z.string().max(255).optional(),
      tags: z
        .union([z.record(z.string(), z.string()), z.array(z.object({ name: z.string(), value: z.string() }))])
        .optional()
        .catch(undefined),
      bounce: z
        .object({ message: z.string().optional(), type: z.string().optional(), subType: z.string().optional() })
        .optional()
        .catch(undefined),
      failed: z.object({ reason: z.string().optional() }).optional().catch(undefined),
    })
    .optional(),
});
type ResendEvent = z.infer<typeof resendEvent>;

const states: Partial<Record<string, MailNews["state"]>> = {
  "email.sent": "accepted",
  "email.delivered": "delivered",
  "email.bounced": "bounced",
  "email.failed": "bounced",
  "email.suppressed": "bounced",
  "email.complained": "complained",
};

/**
 * Receives one signed event of Resend about an e-mail. Other events, and events about unrelated e-mails on the same
 * Resend account, are ignored. Throws `not_found` if no secret is configured, `unauthenticated` for a wrong signature,
 * `validation_failed`.
 */
export async function receiveResendEvent(ctx: Ctx, _actor: Actor, callback: SignedCallback): Promise<void> {
  const { resendSecrets } = ctx.mailReports;
  if (resendSecrets.length === 0) throw new DomainError("not_found");
  if (!isSignedBySvix(callback, resendSecrets, await ctx.now()))
    throw new DomainError("unauthenticated", { detail: "The signature does not match." });
  const { type, data } = readEvent(callback.bytes);
  const state = states[type];
  if (state === undefined || data === undefined) return;
  const reported = { reference: taggedReference(data), providerId: data.email_id ?? null };
  if (await noteReport(ctx, reported, { state, reason: reasonIn(data) })) ctx.wakeOutbox();
}

function readEvent(bytes: Buffer): ResendEvent {
  try {
    return resendEvent.parse(JSON.parse(bytes.toString("utf8")));
  } catch {
    throw invalid("", "type", "The body is not an event of Resend");
  }
}

type EventData = NonNullable<ResendEvent["data"]>;

function taggedReference({ tags }: EventData): string | null {
  if (tags === undefined) return null;
  const value = Array.isArray(tags) ? tags.find(({ name }) => name === referenceTag)?.value : tags[referenceTag];
  return value ?? null;
}

function reasonIn({ bounce, failed }: EventData): string | null {
  return bounce?.message ?? bounce?.subType ?? failed?.reason ?? null;
}

/** Maximum difference between the sender's clock and ours. */
const toleranceSeconds = 300;

interface SignedCallback {
  bytes: Buffer;
  header: (name: string) => string | null;
}

/**
 * Verifies a callback signed as Svix does (docs.svix.com, "Verifying webhooks manually"): HMAC-SHA256 over
 * `id.timestamp.body`, one of the space-separated `v1,…` of `svix-signature`. Each secret is `whsec_` and base64.
 */
function isSignedBySvix({ bytes, header }: SignedCallback, secrets: readonly string[], now: Date): boolean {
  const [id, timestamp, given] = ["svix-id", "svix-timestamp", "svix-signature"].map((name) => header(name));
  if (!id || !timestamp || !given || !/^\d{1,12}$/.test(timestamp)) return false;
  if (Math.abs(now.getTime() / 1000 - Number(timestamp)) > toleranceSeconds) return false;
  const signatures = given
    .split(" ")
    .filter((part) => part.startsWith("v1,"))
    .map((part) => Buffer.from(part.slice(3), "base64"));
  return secrets.some((secret) => {
    const key = Buffer.from(secret.replace(/^whsec_/, ""), "base64");
    const expected = createHmac("sha256", key).update(`${id}.${timestamp}.`).update(bytes).digest();
    return signatures.some((signature) => signature.length === expected.length && timingSafeEqual(signature, expected));
  });
}

const auditTypes = {
  accepted: null,
  delivered: "mail.delivered",
  bounced: "mail.bounced",
  complained: "mail.complained",
} as const satisfies Record<MailNews["state"], AuditEventType | null>;

/**
 * Updates an e-mail's state from a report, in one transaction with the audit event and, for a bounce, the e-mail to the
 * requester. A repeated or outdated report, or one about an unknown e-mail, changes nothing. Returns whether anything
 * changed. In that case, call `ctx.wakeOutbox()`.
 */
export async function noteReport(ctx: Ctx, reported: ReportedMail, news: MailNews): Promise<boolean> {
  return ctx.tx(async (tx) => {
    const mail = await moveMailOn(tx, reported, news);
    if (!mail) return false;
    const type = auditTypes[news.state];
    if (type !== null) await appendAuditEvent(tx, systemActor, mail.fileId, { type, data: describe(mail) });
    if (news.state === "bounced") await notifyRequester(tx, mail);
    return true;
  });
}

function describe({ id, template, signRequestId, accountId, reason }: MailMessageRow) {
  return { template, signRequestId, accountId, messageId: id, ...(reason === null ? {} : { reason }) };
}

/**
 * Once per signer, because further e-mails to the same address bounce as well. A bounced e-mail to the requester is not
 * reported to them by e-mail.
 */
async function notifyRequester(ctx: Ctx, { fileId, signRequestId, accountId }: MailMessageRow): Promise<void> {
  if (signRequestId === null || accountId !== null) return;
  const [file] = await ctx.db.select({ requesterId: files.requesterId }).from(files).where(eq(files.id, fileId));
  if (!file) return;
  const about = { fileId, signRequestId, accountId: file.requesterId };
  const jobId = await enqueue(ctx, "bounceMail", about, { dedupeKey: `mail:bounce:${fileId}:signer-${signRequestId}` });
  if (jobId === null) return;
  await noteQueuedMail(ctx, { ...about, jobId, template: "bounce" });
  await appendAuditEvent(ctx, systemActor, fileId, {
    type: "mail.queued",
    data: { template: "bounce", signRequestId, accountId: file.requesterId },
  });
}
