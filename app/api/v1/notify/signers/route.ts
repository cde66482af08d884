import { remindSignersOperation } from "@/lib/api/operations/sign-requests";
import { route } from "@/lib/http/route";
import { remindSigners } from "@/lib/sign-requests/remind";

export const POST = route(remindSignersOperation, async (ctx, actor, { body }) => ({ message: "The reminders are queued.", data: await remindSigners(ctx, actor, body) }));
