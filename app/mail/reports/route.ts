import { route } from "@/lib/api/http/route";
import { receiveMailReportOperation } from "@/lib/api/operations/system";
import { receiveMailReport } from "@/lib/delivery/reports/receive-report";

export const POST = route(receiveMailReportOperation, async (ctx, actor, { body }) => {
  await receiveMailReport(ctx, actor, body);
  return { message: "Received." };
});
