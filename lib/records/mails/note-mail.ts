import { randomBytes } from "node:crypto";
import { and, eq, inArray, or, sql, type SQL } from "drizzle-orm";
import { mailMessages, mailStates, type MailMessageRow, type MailState } from "@/db/schema/messages";
import type { Ctx } from "@/lib/context/context";
import { withoutSecrets } from "@/lib/platform/plain-text";

/** An e-mail about a document, and its recipient: the signer or, with an account, the requester. */
export interface NewMail {
  jobId: number;
  fileId: number;
  signRequestId: number | null;
  accountId: number | null;
  template: string;
}

/**
 * Records an e-mail in the transaction that queues its job, unless it is already recorded. Returns the reference that
 * identifies the e-mail to its provider: the same for every attempt, and known only to its recipients.
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

/** 128 random bits, because the reference authenticates a provider's report. */
export function newReference(): string {
  return randomBytes(16).toString("hex");
}

/**
 * Records that the provider has accepted an e-mail. A report may have arrived before. This is a single statement,
 * because a second update of the row in one transaction makes Postgres check its references again, and that share lock
 * on the document deadlocks with another e-mail's audit event. Await it, or make it part of another statement, with
 * `condition`.
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

/** The reference of a job's e-mail, or null if there is no record of it. */
export async function findReference(ctx: Ctx, jobId: number): Promise<string | null> {
  const [row] = await ctx.db
    .select({ reference: mailMessages.reference })
    .from(mailMessages)
    .where(eq(mailMessages.jobId, jobId));
  return row?.reference ?? null;
}

/** Deletes the record of an e-mail that is no longer to be sent. */
export async function forgetMail(ctx: Ctx, jobId: number): Promise<void> {
  await ctx.db.delete(mailMessages).where(eq(mailMessages.jobId, jobId));
}

/** The e-mail's identification in a report: our reference, or the provider's own id. */
export interface ReportedMail {
  reference: string | null;
  providerId: string | null;
}

/** The content of a report. */
export interface MailNews {
  state: Exclude<MailState, "queued">;
  reason: string | null;
}

/** Advances an e-mail's state. Null if there is no such e-mail, or if it is already in that state or a later one. */
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

/**
 * Whether a report advances an e-mail's state. Reports arrive repeatedly and out of order, so a state never goes back.
 */
export function isProgress(from: MailState, to: MailState): boolean {
  return mailStates.indexOf(to) > mailStates.indexOf(from);
}

/** The states that a report may advance from, for the condition of an UPDATE. */
function statesBefore(to: MailState): MailState[] {
  return mailStates.filter((from) => isProgress(from, to));
}

const longestReason = 300;

/** A provider's explanation without addresses, links, codes and control characters: requesters read it. */
export function cleanReason(text: string | null | undefined): string | null {
  const cleaned = withoutSecrets(text ?? "")
    .replace(/<…>/g, "…")
    .replace(/\s+/g, " ")
    .slice(0, longestReason);
  return cleaned === "" ? null : cleaned;
}
