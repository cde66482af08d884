import { eq } from "drizzle-orm";
import { files, signRequests, type File, type ReminderPlan } from "@/db/schema/files";
import { assertMayRequest } from "@/lib/accounts/actor";
import { assertValidCredentialAtEnd } from "@/lib/accounts/valid-credential";
import type { Actor, Ctx } from "@/lib/context/context";
import { markDone } from "@/lib/context/idempotency/keys";
import { readPlan, readSettings } from "@/lib/context/settings/read";
import type { RemindersInput } from "@/lib/context/settings/schema";
import { lockOwnFile, type FileRef } from "@/lib/documents/access";
import { isOpen, wrongState } from "@/lib/documents/status";
import { DomainError } from "@/lib/platform/errors";
import { toId, toUuid } from "@/lib/platform/ids";
import { appendAuditEvent } from "@/lib/records/audit/append";
import { queue } from "@/lib/records/outbox/enqueue";
import { planOf, readNext, readSchedule } from "./schedule";

/** Changes the reminders of a released file from now on. Throws `validation_failed`, a `409` for the state. */
export async function changeReminders(ctx: Ctx, actor: Actor, ref: FileRef, given: RemindersInput): Promise<void> {
  await ctx.tx(async (tx) => {
    await assertValidCredentialAtEnd(tx, assertMayRequest(actor));
    const file = await lockOwnFile(tx, actor, ref);
    const reminders = await newPlan(tx, file, given);
    if (reminders === null) return;
    if (!isOpen(file, await tx.now())) throw wrongState(file.status);
    await tx.db.update(files).set({ reminders }).where(eq(files.id, file.id));
    await appendAuditEvent(tx, actor, file.id, {
      type: "file.changed",
      data: { changed: ["reminders"], reminders: { ...reminders } },
    });
    await enqueueReminders(tx, file.id);
  });
  ctx.wakeOutbox();
}

/** The file's plan with the given members; null when that changes nothing. Throws `validation_failed`. */
export async function newPlan(
  ctx: Ctx,
  file: Pick<File, "status" | "reminders">,
  given: RemindersInput,
): Promise<ReminderPlan | null> {
  const settings = await readSettings(ctx);
  const plan = readPlan(ctx, given, planOf(file, settings) ?? settings.reminders);
  const isSame =
    file.reminders !== null &&
    (Object.keys(plan) as (keyof ReminderPlan)[]).every((name) => plan[name] === file.reminders?.[name]);
  return isSame ? null : plan;
}

/**
 * Queues the job that sends the file's next automatic e-mails. Call it in the transaction of every change of what the
 * schedule depends on: turn, plan, deadline. The job reads the current schedule, so an outdated one sends nothing.
 */
export async function enqueueReminders(ctx: Ctx, fileId: number, notBefore?: Date): Promise<void> {
  const next = await readNext(ctx, fileId);
  if (next === null) return;
  const runAt = notBefore !== undefined && notBefore > next ? notBefore : next;
  await queue(ctx, "remind", { fileId }, { dedupeKey: `remind:${fileId}:${runAt.getTime()}`, runAt });
}

/**
 * `POST /file/{uuid}/reminders/skip`: the signer's next automatic e-mail is not sent. A skipped reminder counts as
 * used, and the delay of the one after it runs from its time. Throws `not_found`, `forbidden` to a signer, a `409`
 * for the state, and `race_lost` when there is none, or when `at` no longer names the next one.
 */
export async function skipReminder(
  ctx: Ctx,
  actor: Actor,
  input: { uuid: string; signRequestId: number; at?: string | undefined },
): Promise<{ fileId: number }> {
  const ref = { uuid: toUuid(input.uuid) };
  const signRequestId = toId(input.signRequestId);
  const fileId = await ctx.tx(async (tx) => {
    const file = await lockOwnFile(tx, actor, ref);
    if (!isOpen(file, await tx.now())) throw wrongState(file.status);
    const entry = (await readSchedule(tx, file.id)).signers.find(({ signer }) => signer.id === signRequestId);
    if (!entry) throw new DomainError("not_found");
    const { signer, next } = entry;
    if (next === null)
      throw new DomainError("race_lost", { detail: "No automatic reminder to this signer is planned." });
    if (input.at !== undefined && new Date(input.at).getTime() !== next.at.getTime())
      throw new DomainError("race_lost", { detail: "The next reminder has changed." });
    await tx.db
      .update(signRequests)
      .set({
        remindersFrom: next.at,
        ...(next.kind === "reminder" ? { remindersUsed: signer.remindersUsed + 1 } : { warnedOf: file.expiresAt }),
      })
      .where(eq(signRequests.id, signer.id));
    await appendAuditEvent(tx, actor, file.id, {
      type: "reminder.skipped",
      data: { signRequestId: signer.id, template: next.kind, due: next.at.toISOString() },
    });
    await enqueueReminders(tx, file.id);
    await markDone(tx, { fileId: file.id });
    return file.id;
  });
  return { fileId };
}
