import { route } from "@/lib/api/http/route";
import { receiveResendEventOperation } from "@/lib/api/operations/system";
import { receiveResendEvent } from "@/lib/delivery/reports/receive-report";

export const POST = route(receiveResendEventOperation, async (ctx, actor, { body }) => {
  await receiveResendEvent(ctx, actor, body);
  return { message: "Received." };
});
