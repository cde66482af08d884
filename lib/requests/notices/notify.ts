import { inArray, sql } from "drizzle-orm";
import { signRequests, type CopyTime, type File, type SignRequest } from "@/db/schema/files";
import type { Actor, Ctx } from "@/lib/context/context";
import { appendAuditEvent } from "@/lib/records/audit/append";
import type { AuditRecord } from "@/lib/records/audit/events";
import { isAsked } from "@/lib/records/events/status";
import { queue } from "@/lib/records/outbox/enqueue";
import type { NotificationTemplate } from "@/lib/records/outbox/kinds";
import { enqueueReminders } from "@/lib/requests/reminders/change-plan";
import { isFinished, nextSignRequestStatus } from "@/lib/requests/state/status";
import { countFurtherMails } from "./invitation-limits";

/**
 * Notifies every signer whose turn has come: sets `pending` and queues one invitation each for this preparation of the
 * file. Call it in the transaction of the change that moved the turn (release, a signature, a withdrawal). Signers
 * already notified are skipped. Returns the newly notified signers.
 */
export async function notifyNextSigners(
  ctx: Ctx,
  actor: Actor,
  file: Pick<File, "id" | "preparation">,
  signers: readonly SignRequest[],
): Promise<SignRequest[]> {
  const due = whoseTurn(signers).filter((signer) => signer.status !== "pending");
  if (due.length === 0) return [];
  await ctx.db
    .update(signRequests)
    .set({ status: "pending", notifiedAt: sql`coalesce(${signRequests.notifiedAt}, now())`, remindersFrom: sql`now()` })
    .where(
      inArray(
        signRequests.id,
        due.map((signer) => signer.id),
      ),
    );
  for (const signer of due) {
    if (signer.notify) await queueMail(ctx, actor, file, "invitation", { signRequestId: signer.id }, file.preparation);
  }
  await enqueueReminders(ctx, file.id);
  return due;
}

type Turn = Pick<SignRequest, "signingOrder" | "status" | "role">;

/**
 * The people whose turn it is: the unfinished ones with the lowest `signingOrder`. People with equal orders are
 * notified together, so without orders everybody is. A CC has no turn.
 */
export function whoseTurn<Signer extends Turn>(signers: readonly Signer[]): Signer[] {
  const open = signers.filter((signer) => !isFinished(signer));
  const lowest = Math.min(...open.map((signer) => signer.signingOrder));
  return open.filter((signer) => signer.signingOrder === lowest);
}

/** Whether this person got an invitation by e-mail. A CC gets none. */
export function wasInvited(person: Pick<SignRequest, "role" | "notifiedAt" | "notify">): boolean {
  return isAsked(person) && person.notifiedAt !== null && person.notify;
}

/**
 * Notifies the people among `people` who were invited that they need not sign any more. A self-registered account that
 * sends and withdraws again and again must not flood a mailbox, so these e-mails count as invitations do, and are
 * omitted at the limit: the link shows the same.
 */
export async function notifyWithdrawn(
  ctx: Ctx,
  actor: Actor,
  file: Pick<File, "id" | "preparation">,
  template: "withdrawal" | "removal",
  people: readonly SignRequest[],
): Promise<void> {
  const invited = people.filter(wasInvited);
  const sender = actor.kind === "account" ? actor.account : null;
  const refused = await countFurtherMails(
    ctx,
    sender,
    invited.map(({ email }) => email),
  );
  for (const { id, email } of invited)
    if (!refused.has(email)) await queueMail(ctx, actor, file, template, { signRequestId: id }, file.preparation);
}

/** The recipient of an e-mail: one signer, or the requester's account, where it may concern one signer. */
type MailRecipient = { signRequestId: number } | { accountId: number; about?: number };

/**
 * Queues one e-mail about a file in the caller's transaction and records `mail.queued` in the trail. Each combination
 * of recipient, template and `occasion` is sent only once. `more` is recorded with the event.
 */
export async function queueMail(
  ctx: Ctx,
  actor: Actor,
  file: Pick<File, "id">,
  template: NotificationTemplate,
  recipient: MailRecipient,
  occasion: string | number,
  more: AuditRecord = {},
): Promise<void> {
  const signRequestId = "signRequestId" in recipient ? recipient.signRequestId : (recipient.about ?? null);
  const accountId = "accountId" in recipient ? recipient.accountId : null;
  const who = accountId === null ? `signer-${signRequestId}` : `account-${accountId}`;
  const mail = { template, fileId: file.id, signRequestId, accountId };
  await queue(ctx, "notification", mail, { dedupeKey: `mail:${template}:${file.id}:${who}:${occasion}`, mail });
  await appendAuditEvent(ctx, actor, file.id, {
    type: "mail.queued",
    data: { template, signRequestId, accountId, ...more },
  });
}

/**
 * Notifies the requester of a person who got another's place by an API token: a stolen one could name its thief. Does
 * nothing for other callers, who have proved who they are by a password or a session.
 */
export async function reportReplacementByToken(
  ctx: Ctx,
  actor: Actor,
  file: Pick<File, "id">,
  { id }: Pick<SignRequest, "id">,
): Promise<void> {
  if (actor.kind !== "account" || actor.proof !== "token") return;
  await queueMail(ctx, actor, file, "replacement", { accountId: actor.account.id, about: id }, id);
}

/**
 * Queues the copies that are due at `time`, in the transaction of the release or the completion. Each CC gets one
 * e-mail at each of the two times, however often the document is sent again. Returns the CCs with a copy.
 */
export async function sendCopies(
  ctx: Ctx,
  actor: Actor,
  file: Pick<File, "id">,
  people: readonly SignRequest[],
  time: CopyTime,
): Promise<SignRequest[]> {
  const due = people.filter(
    (person) =>
      person.copyAt.includes(time) &&
      nextSignRequestStatus("copy", person) !== null &&
      // The copy at sending went out before the document was sent again.
      !(time === "sent" && person.status === "copied"),
  );
  if (due.length === 0) return [];
  await ctx.db
    .update(signRequests)
    .set({ status: "copied", notifiedAt: sql`coalesce(${signRequests.notifiedAt}, now())` })
    .where(
      inArray(
        signRequests.id,
        due.map(({ id }) => id),
      ),
    );
  for (const { id } of due)
    await queueMail(ctx, actor, file, time === "sent" ? "copy" : "completion", { signRequestId: id }, time);
  return due;
}
