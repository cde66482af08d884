import { retryJobsOperation } from "@/lib/api/operations/jobs";
import { route } from "@/lib/http/route";
import { madeId } from "@/lib/idempotency/made";
import { retryJobs } from "@/lib/jobs/retry";
import { toJobsRetryWire } from "@/lib/jobs/wire";

export const POST = route(
  retryJobsOperation,
  async (ctx, actor, { body }) => toJobsRetryWire(await retryJobs(ctx, actor, body)),
  {
    again: (_ctx, _actor, _input, made) => toJobsRetryWire(madeId(made, "retried")),
  },
);
