import type { Actor, Ctx } from "@/lib/platform/context";
import { DomainError, invalid } from "@/lib/platform/errors";
import { isSameSecret } from "@/lib/platform/same-secret";
import type { MailNews } from "@/lib/records/mails/note-mail";
import { noteReport } from "./note-report";
import type { SignedCallback } from "./receive-resend-event";

/** Not `Authorization`, which names an account of the API. */
export const reportTokenHeader = "paraph-report-token";

/**
 * Receives one report that the operator's mail server passes on: a raw delivery status notification or abuse report. A report about an
 * unknown mail is ignored. Throws `not_found` where no token is configured, `unauthenticated` for a wrong one, `validation_failed` for
 * another kind of message.
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

/** A report about one mail, as a mail server or a mailbox provider sent it. */
interface ParsedReport {
  /** From the Original-Envelope-Id or the Message-ID; null when the report names no mail of ours. */
  reference: string | null;
  /** Null: a delay, or another report that decides nothing. */
  news: MailNews | null;
}

/**
 * Reads a delivery status notification (RFC 3464, multipart/report of RFC 6522) or an abuse report (RFC 5965). Null for any other message.
 * Each of our mails has one recipient, so the first decisive recipient block counts.
 */
export function parseReport(message: Buffer): ParsedReport | null {
  // Structure and fields are ASCII; Latin-1 keeps every other byte.
  const whole = splitPart(message.toString("latin1").replace(/\r\n?/g, "\n"));
  const boundary = boundaryOf(whole);
  if (boundary === null) return null;
  const parts = partsOf(whole.body, boundary).map(splitPart);
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

/** The fields up to the first empty line, with folded lines joined; the first of each name counts. */
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

/** RFC 6522 has three. A message of a megabyte could have 200,000. */
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

/** `delayed`, `relayed` and `expanded` decide nothing: the mail may still arrive or bounce. */
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
