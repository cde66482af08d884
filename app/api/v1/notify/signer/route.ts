import { remindSignerOperation } from "@/lib/api/operations/sign-requests";
import { route } from "@/lib/http/route";
import { remindSigner } from "@/lib/sign-requests/remind";

export const POST = route(remindSignerOperation, async (ctx, actor, { body }) => ({ message: "The reminder is queued.", data: await remindSigner(ctx, actor, body) }));
