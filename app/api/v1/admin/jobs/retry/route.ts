import { retryJobs, toJobsRetryWire } from "@/lib/administration/jobs";
import { route } from "@/lib/api/http/route";
import { retryJobsOperation } from "@/lib/api/operations/operating";
import { madeId } from "@/lib/context/idempotency/keys";

export const POST = route(
  retryJobsOperation,
  async (ctx, actor, { body }) => toJobsRetryWire(await retryJobs(ctx, actor, body)),
  {
    again: (_ctx, _actor, _input, made) => toJobsRetryWire(madeId(made, "retried")),
  },
);
