import { retryJobOperation } from "@/lib/api/operations/jobs";
import { route } from "@/lib/http/route";
import { getJob } from "@/lib/jobs/list";
import { retryJob } from "@/lib/jobs/retry";
import { toJobWire } from "@/lib/jobs/wire";

export const POST = route(
  retryJobOperation,
  async (ctx, actor, { params }) => toJobWire(await retryJob(ctx, actor, params.id)),
  {
    again: async (ctx, actor, { params }) => toJobWire(await getJob(ctx, actor, params.id)),
  },
);
