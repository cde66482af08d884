import { randomBytes } from "node:crypto";
import { and, eq, inArray, or, sql, type SQL } from "drizzle-orm";
import { mailMessages, mailStates, type MailMessageRow, type MailState } from "@/db/schema/messages";
import type { Ctx } from "@/lib/platform/context";

/** An e-mail about a document, and its recipient: the signer or, with an account, the requester. */
export interface NewMail {
  jobId: number;
  fileId: number;
  signRequestId: number | null;
  accountId: number | null;
  template: string;
}

/**
 * Records a mail in the transaction that queues its job, unless it is recorded. Returns the reference that names the mail to its provider:
 * the same for every try, and known only to those who get the mail.
 */
export async function noteQueuedMail(ctx: Ctx, mail: NewMail): Promise<string> {
  const [row] = await ctx.db
    .insert(mailMessages)
    .values({ ...mail, reference: newReference() })
    .onConflictDoUpdate({ target: mailMessages.jobId, set: { jobId: mail.jobId } })
    .returning({ reference: mailMessages.reference });
  if (!row) throw new Error("the mail was not recorded");
  return row.reference;
}

/** 128 random bits, since a provider's report is trusted by it. */
export function newReference(): string {
  return randomBytes(16).toString("hex");
}

/**
 * Records that the provider has accepted a mail. A report may have arrived before. One statement: a second update of the row in one transaction
 * makes Postgres check its references again, and that share lock on the document deadlocks with another mail's audit event. To be awaited, or to be part
 * of another statement, where `condition` holds.
 */
export function noteAcceptedMail(ctx: Pick<Ctx, "db">, reference: string, providerId: string, condition?: SQL) {
  const isNews = inArray(mailMessages.state, statesBefore("accepted"));
  return ctx.db
    .update(mailMessages)
    .set({
      providerId,
      state: sql`case when ${isNews} then 'accepted' else ${mailMessages.state} end`,
      changedAt: sql`case when ${isNews} then now() else ${mailMessages.changedAt} end`,
    })
    .where(and(eq(mailMessages.reference, reference), condition));
}

/** The reference of the mail of a job; null when it was overtaken. */
export async function findReference(ctx: Ctx, jobId: number): Promise<string | null> {
  const [row] = await ctx.db
    .select({ reference: mailMessages.reference })
    .from(mailMessages)
    .where(eq(mailMessages.jobId, jobId));
  return row?.reference ?? null;
}

/** Deletes the record of a mail that is not sent, because events overtook it. */
export async function forgetMail(ctx: Ctx, jobId: number): Promise<void> {
  await ctx.db.delete(mailMessages).where(eq(mailMessages.jobId, jobId));
}

/** How a report names the mail: by our reference, or by the provider's own id. */
export interface ReportedMail {
  reference: string | null;
  providerId: string | null;
}

/** The content of a report. */
export interface MailNews {
  state: Exclude<MailState, "queued">;
  reason: string | null;
}

/** Moves a mail on. Null when no mail has that name, and when it is in that state or a later one already. */
export async function moveMailOn(ctx: Ctx, mail: ReportedMail, news: MailNews): Promise<MailMessageRow | null> {
  const { reference, providerId } = mail;
  if (reference === null && providerId === null) return null;
  const isNamed = or(
    reference === null ? undefined : eq(mailMessages.reference, reference),
    providerId === null ? undefined : eq(mailMessages.providerId, providerId),
  );
  return moveOn(ctx, isNamed, news);
}

async function moveOn(
  ctx: Ctx,
  isNamed: ReturnType<typeof or>,
  { state, reason }: MailNews,
): Promise<MailMessageRow | null> {
  const [moved] = await ctx.db
    .update(mailMessages)
    .set({ state, reason: cleanReason(reason), changedAt: sql`now()` })
    .where(and(isNamed, inArray(mailMessages.state, statesBefore(state))))
    .returning();
  return moved ?? null;
}

/** Whether a report moves a mail on. Reports arrive repeatedly and out of order, so a mail never moves back. */
export function isProgress(from: MailState, to: MailState): boolean {
  return mailStates.indexOf(to) > mailStates.indexOf(from);
}

/** The states that a report may move a mail on from, for the condition of an UPDATE. */
function statesBefore(to: MailState): MailState[] {
  return mailStates.filter((from) => isProgress(from, to));
}

const longestReason = 300;
/** The search for addresses takes quadratic time on one long word, and any mail server may send a megabyte of them. */
const longestRead = 2000;

/** A provider's explanation without addresses and control characters. */
export function cleanReason(text: string | null | undefined): string | null {
  const cleaned = beginningOf(text ?? "")
    .replace(/[\p{Cc}\p{Cs}\p{Cf}]+/gu, " ")
    .replace(/<?[^\s<>@;,:]+@[^\s<>@;,]+>?/g, "…")
    .replace(/\s+/g, " ")
    .trim()
    .slice(0, longestReason);
  return cleaned === "" ? null : cleaned;
}

/** Without the last word, which may be the first half of an address. */
function beginningOf(text: string): string {
  if (text.length <= longestRead) return text;
  const read = text.slice(0, longestRead);
  return read.replace(/\S*$/, "") || read;
}
