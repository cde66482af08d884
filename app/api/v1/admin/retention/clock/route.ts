import { route } from "@/lib/api/http/route";
import { confirmClockOperation } from "@/lib/api/operations/retention";
import { clockConfirmed, confirmRetentionClock } from "@/lib/evidence/retention/retention";

export const POST = route(confirmClockOperation, (ctx, actor) => confirmRetentionClock(ctx, actor), {
  again: () => clockConfirmed,
});
