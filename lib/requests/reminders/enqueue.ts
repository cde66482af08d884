import type { Ctx } from "@/lib/platform/context";
import { queue } from "@/lib/records/outbox/enqueue";
import { readNext } from "./read-schedule";

/**
 * Queues the job that sends the file's next automatic mails. Call it in the transaction of every change of what the schedule depends on:
 * turn, plan, deadline. The job reads the current schedule, so an outdated one sends nothing.
 */
export async function enqueueReminders(ctx: Ctx, fileId: number, notBefore?: Date): Promise<void> {
  const next = await readNext(ctx, fileId);
  if (next === null) return;
  const runAt = notBefore !== undefined && notBefore > next ? notBefore : next;
  await queue(ctx, "remind", { fileId }, { dedupeKey: `remind:${fileId}:${runAt.getTime()}`, runAt });
}
