import { getJob, retryJob, toJobWire } from "@/lib/administration/jobs";
import { route } from "@/lib/api/http/route";
import { retryJobOperation } from "@/lib/api/operations/operating";

export const POST = route(
  retryJobOperation,
  async (ctx, actor, { params }) => toJobWire(await retryJob(ctx, actor, params.id)),
  {
    again: async (ctx, actor, { params }) => toJobWire(await getJob(ctx, actor, params.id)),
  },
);
