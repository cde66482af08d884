import { route } from "@/lib/api/http/route";
import { skipReminderOperation } from "@/lib/api/operations/sign-requests";
import { skipReminder } from "@/lib/requests/reminders/change-plan";
import { showReminders } from "@/lib/requests/reminders/schedule";

export const POST = route(
  skipReminderOperation,
  async (ctx, actor, { params, body }) => {
    await skipReminder(ctx, actor, { ...params, ...body });
    return showReminders(ctx, actor, params);
  },
  { again: (ctx, actor, { params }) => showReminders(ctx, actor, params) },
);
