import type { ReminderPlan } from "@/db/schema/files";
import type { Ctx } from "@/lib/platform/context";
import { invalid } from "@/lib/platform/errors";
import type { RemindersInput } from "./schema";

/** A plan with the members that `given` names; the others stay as in `base`. Throws `validation_failed` for more reminders than the cap. */
export function readPlan(ctx: Pick<Ctx, "limits">, given: RemindersInput, base: ReminderPlan): ReminderPlan {
  const most = ctx.limits.remindersPerSigner;
  if (given.atMost !== undefined && given.atMost > most)
    throw invalid("/reminders/atMost", "too_big", `reminders.atMost must be at most ${most}`, most);
  return {
    firstAfterDays: given.firstAfterDays ?? base.firstAfterDays,
    everyDays: given.everyDays ?? base.everyDays,
    atMost: given.atMost ?? base.atMost,
    warnDays: given.warnDays ?? base.warnDays,
  };
}
