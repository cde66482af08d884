import { getOwnFile } from "@/lib/documents/access";
import type { Actor, Ctx } from "@/lib/platform/context";
import { toUuid } from "@/lib/platform/ids";
import type { ReminderSchedule } from "../schema";
import { readSchedule } from "./read-schedule";

/** `GET /file/{uuid}/reminders`: the plan, and what goes out next to whom. Throws `not_found`, `forbidden` to a signer. */
export async function showReminders(ctx: Ctx, actor: Actor, input: { uuid: string }): Promise<ReminderSchedule> {
  const { id } = await getOwnFile(ctx, actor, { uuid: toUuid(input.uuid) });
  const { file, plan, signers, requesterAt } = await readSchedule(ctx, id);
  return {
    reminders: plan,
    isDefault: file.status === "draft" && file.reminders === null,
    signers: signers.map(({ signer, next }) => ({
      signRequestId: signer.id,
      used: signer.remindersUsed,
      next: next && { kind: next.kind, at: next.at.toISOString() },
    })),
    requesterWarningAt: requesterAt?.toISOString() ?? null,
  };
}
