import { and, eq, gt, inArray, sql } from "drizzle-orm";
import { files, signRequests, type File, type SignRequest } from "@/db/schema/files";
import { auditEvents } from "@/db/views";
import { systemActor, type Actor, type Ctx } from "@/lib/context/context";
import { madeIds, markDone, type Made } from "@/lib/context/idempotency/keys";
import { lockOwnFile } from "@/lib/documents/access";
import { isOpen, wrongState } from "@/lib/documents/status";
import { DomainError } from "@/lib/platform/errors";
import { toId } from "@/lib/platform/ids";
import { isAsked } from "@/lib/records/events/status";
import { writeRecords } from "@/lib/records/write-at-end";
import { lockFile } from "./expiry";
import { assertMaySend, countFurtherMails } from "./notices/invitation-limits";
import { queueMail } from "./notices/notify";
import { enqueueReminders } from "./reminders/change-plan";
import { readSchedule, type Schedule, type SignerSchedule } from "./reminders/schedule";
import { findByAddress, readActiveSigners } from "./state/file-state";
import type { Reminders, SignerAddress } from "./state/schema";
import { isDone, wrongRole } from "./state/status";

/** The result of reminding one signer. */
type Reminder = Reminders["data"][number];

/**
 * `POST /notify/signers`: e-mails a reminder with the existing link to the signers whose turn it is, or only to those
 * in `signers`. Signers who were reminded recently or get no e-mails are skipped and reported. Throws `not_found`, a
 * `409` for the state, `email_unproved`, `sign_request_not_in_file`, and `rate_limited` when all were reminded
 * recently.
 */
export async function remindSigners(
  ctx: Ctx,
  actor: Actor,
  input: { fileId: number; signers?: SignerAddress[] | undefined },
): Promise<Reminder[]> {
  return remind(ctx, actor, input.fileId, (signers) => {
    const chosen = input.signers === undefined ? signers : findByAddress(signers, input.signers, "signers");
    return chosen.filter(({ status }) => status === "pending");
  });
}

/**
 * `POST /notify/signer`: one signer. Throws what `remindSigners` throws, `already_signed`, and `not_your_turn` for a
 * signer who has not been notified yet.
 */
export async function remindSigner(
  ctx: Ctx,
  actor: Actor,
  input: { fileId: number; signRequestId: number },
): Promise<Reminder[]> {
  const signRequestId = toId(input.signRequestId);
  return remind(ctx, actor, input.fileId, (signers) => {
    const signer = signers.find(({ id }) => id === signRequestId);
    if (!signer) throw new DomainError("not_found");
    if (!isAsked(signer)) throw wrongRole(signer.role);
    if (isDone(signer))
      throw new DomainError("already_signed", { reason: "signer_is_done", detail: "This signer has already signed." });
    if (signer.status === "waiting")
      throw new DomainError("not_your_turn", {
        reason: "signer_not_in_turn",
        detail: "It is not this signer's turn yet.",
      });
    return [signer];
  });
}

async function remind(
  ctx: Ctx,
  actor: Actor,
  givenId: number,
  choose: (signers: readonly SignRequest[]) => SignRequest[],
): Promise<Reminder[]> {
  const fileId = toId(givenId);
  const reminders = await ctx.tx(async (tx) => {
    const file = await lockOwnFile(tx, actor, { id: fileId });
    if (!isOpen(file, await tx.now())) throw wrongState(file.status);
    const chosen = choose(await readActiveSigners(tx, file.id));
    const made = await mailThose(tx, actor, file, chosen);
    await markDone(tx, noteReminders(made));
    return made;
  });
  ctx.wakeOutbox();
  return reminders;
}

async function mailThose(ctx: Ctx, actor: Actor, file: File, chosen: readonly SignRequest[]): Promise<Reminder[]> {
  const [now, recent] = [await ctx.now(), await readRecent(ctx, file)];
  const notRecent = chosen.filter((signer) => signer.notify && !recent.has(signer.id));
  const sender = actor.kind === "account" ? actor.account : null;
  assertMaySend(sender);
  const refused = await countFurtherMails(
    ctx,
    sender,
    notRecent.map(({ email }) => email),
  );
  for (const { id, email } of notRecent) if (refused.has(email)) recent.set(id, refused.get(email) ?? 1);
  const due = notRecent.filter((signer) => !recent.has(signer.id));
  const tooSoon = chosen.filter((signer) => signer.notify && recent.has(signer.id));
  if (due.length === 0 && tooSoon.length > 0) throw tooOften(Math.min(...tooSoon.map(({ id }) => recent.get(id) ?? 1)));
  for (const signer of due) await queueMail(ctx, actor, file, "reminder", { signRequestId: signer.id }, now.getTime());
  await countFromNow(ctx, due);
  await enqueueReminders(ctx, file.id);
  return chosen.map((signer) => ({
    signRequestId: signer.id,
    notified: due.includes(signer),
    reason: reasonFor(signer, recent),
  }));
}

/** Restarts the delay of the automatic reminders. */
async function countFromNow(ctx: Ctx, signers: readonly SignRequest[]): Promise<void> {
  if (signers.length === 0) return;
  await ctx.db
    .update(signRequests)
    .set({ remindersFrom: sql`now()` })
    .where(
      inArray(
        signRequests.id,
        signers.map(({ id }) => id),
      ),
    );
}

/** The input of `remembered`. */
function noteReminders(reminders: readonly Reminder[]): Made {
  const idsOf = (reason: Reminder["reason"]): number[] =>
    reminders.filter((one) => one.reason === reason).map(({ signRequestId }) => signRequestId);
  return { mailed: idsOf(null), recently: idsOf("recently"), noMail: idsOf("no_mail") };
}

/** Rebuilds the results of a call whose answer was lost. */
export function remembered(made: Made): Reminder[] {
  const those = (name: string, reason: Reminder["reason"]): Reminder[] =>
    madeIds(made, name).map((signRequestId) => ({ signRequestId, notified: reason === null, reason }));
  return [...those("mailed", null), ...those("recently", "recently"), ...those("noMail", "no_mail")].sort(
    (a, b) => a.signRequestId - b.signRequestId,
  );
}

function reasonFor({ id, notify }: SignRequest, recent: ReadonlyMap<number, number>): Reminder["reason"] {
  if (!notify) return "no_mail";
  return recent.has(id) ? "recently" : null;
}

/**
 * Signers of the file reminded within the pause, each with the seconds until the next reminder is allowed. Read from
 * the audit trail, so that all processes agree.
 */
async function readRecent(ctx: Ctx, file: Pick<File, "id">): Promise<Map<number, number>> {
  const pause = ctx.limits.reminderIntervalSeconds;
  await writeRecords(ctx);
  const rows = await ctx.db
    .select({
      signRequestId: sql<number>`(${auditEvents.data} ->> 'signRequestId')::int`,
      secondsLeft: sql<string>`extract(epoch from max(${auditEvents.at}) - clock_timestamp()) + ${pause}::int`,
    })
    .from(auditEvents)
    .where(
      and(
        eq(auditEvents.fileId, file.id),
        eq(auditEvents.type, "mail.queued"),
        sql`${auditEvents.data} ->> 'template' in ('reminder', 'deadline')`,
        sql`${auditEvents.data} ->> 'signRequestId' is not null`,
        gt(auditEvents.at, sql`clock_timestamp() - make_interval(secs => ${pause}::int)`),
      ),
    )
    .groupBy(sql`1`);
  return new Map(
    rows.map(({ signRequestId, secondsLeft }) => [signRequestId, Math.max(1, Math.ceil(Number(secondsLeft)))]),
  );
}

function tooOften(retryAfterSeconds: number): DomainError {
  return new DomainError("rate_limited", {
    reason: "reminded_recently",
    detail: "A reminder was sent recently. Try again later.",
    retryAfterSeconds,
  });
}

/**
 * Queues the reminders and warnings of a file that are due, and the job for the next. The file's lock and the counts
 * in the rows ensure that two workers send only one. An e-mail that was due more than once while the server was down
 * is sent once.
 */
export async function sendDueReminders(ctx: Ctx, fileId: number): Promise<void> {
  await ctx.tx(async (tx) => {
    const file = await lockFile(tx, fileId);
    if (!isOpen(file, await tx.now())) return;
    const schedule = await readSchedule(tx, fileId);
    const notBefore = await sendDueToSigners(tx, schedule);
    if (isDue(schedule.requesterAt, schedule)) await warnRequester(tx, file);
    await enqueueReminders(tx, fileId, notBefore);
  });
  ctx.wakeOutbox();
}

function isDue(at: Date | null | undefined, { now }: Schedule): boolean {
  return at != null && at <= now;
}

/** Returns when to try again if the limits of a self-registered requester refuse an e-mail now. */
async function sendDueToSigners(tx: Ctx, schedule: Schedule): Promise<Date | undefined> {
  const due = schedule.signers.filter(({ next }) => isDue(next?.at, schedule));
  const refused = await countFurtherMails(
    tx,
    schedule.requester,
    due.map(({ signer }) => signer.email),
  );
  for (const entry of due) if (!refused.has(entry.signer.email)) await sendDueToSigner(tx, schedule, entry);
  if (refused.size === 0) return undefined;
  return new Date(schedule.now.getTime() + Math.min(...refused.values()) * 1000);
}

async function sendDueToSigner(tx: Ctx, { file, plan }: Schedule, { signer, next }: SignerSchedule): Promise<void> {
  if (next?.kind === "deadline") {
    await tx.db
      .update(signRequests)
      .set({ warnedOf: file.expiresAt, remindersFrom: sql`now()` })
      .where(eq(signRequests.id, signer.id));
    await queueMail(tx, systemActor, file, "deadline", { signRequestId: signer.id }, file.expiresAt?.getTime() ?? 0);
    return;
  }
  const number = signer.remindersUsed + 1;
  await tx.db
    .update(signRequests)
    .set({ remindersUsed: number, remindersFrom: sql`now()` })
    .where(eq(signRequests.id, signer.id));
  await queueMail(tx, systemActor, file, "reminder", { signRequestId: signer.id }, `automatic-${number}`, {
    number,
    of: plan?.atMost ?? null,
  });
}

async function warnRequester(tx: Ctx, file: File): Promise<void> {
  await tx.db.update(files).set({ warnedOf: file.expiresAt }).where(eq(files.id, file.id));
  await queueMail(tx, systemActor, file, "deadline", { accountId: file.requesterId }, file.expiresAt?.getTime() ?? 0);
}
