import { eq, sql } from "drizzle-orm";
import { files, signRequests, type File } from "@/db/schema/files";
import { isOpen } from "@/lib/documents/status";
import { systemActor, type Ctx } from "@/lib/platform/context";
import { countReminders } from "@/lib/requests/notices/invitation-limits";
import { queueMail } from "@/lib/requests/notices/notify";
import { lockFile } from "../expire";
import { enqueueReminders } from "./change-plan";
import { readSchedule, type Schedule, type SignerSchedule } from "./schedule";

/**
 * Queues the reminders and warnings of a file that are due, and the job for the next. The file's lock and the counts in the rows make two
 * workers send one; a mail whose time passed more than once while the server was down is sent once.
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

/** Returns when to try again if the limits of a self-registered requester refuse a mail now. */
async function sendDueToSigners(tx: Ctx, schedule: Schedule): Promise<Date | undefined> {
  const due = schedule.signers.filter(({ next }) => isDue(next?.at, schedule));
  const refused = await countReminders(
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
