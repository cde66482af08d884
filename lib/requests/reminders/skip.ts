import { eq } from "drizzle-orm";
import { signRequests } from "@/db/schema/files";
import { lockOwnFile } from "@/lib/documents/access";
import { isOpen, wrongState } from "@/lib/documents/status";
import type { Actor, Ctx } from "@/lib/platform/context";
import { DomainError } from "@/lib/platform/errors";
import { markDone } from "@/lib/platform/idempotency/keys";
import { toId, toUuid } from "@/lib/platform/ids";
import { appendAuditEvent } from "@/lib/records/audit/append";
import { enqueueReminders } from "./change-plan";
import { readSchedule } from "./read-schedule";

/**
 * `POST /file/{uuid}/reminders/skip`: the signer's next automatic mail is not sent; a reminder counts as used, and the delay of the one after
 * it counts from its time. Throws `not_found`, `forbidden` to a signer, a `409` for the state, and `race_lost` when there is none, or with
 * `at` when the next one is another by now.
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
      throw new DomainError("race_lost", { detail: "The next reminder is another one by now." });
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
