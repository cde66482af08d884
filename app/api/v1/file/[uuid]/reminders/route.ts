import { route } from "@/lib/api/http/route";
import { showRemindersOperation } from "@/lib/api/operations/sign-requests";
import { showReminders } from "@/lib/requests/reminders/schedule";

export const GET = route(showRemindersOperation, (ctx, actor, { params }) => showReminders(ctx, actor, params));
