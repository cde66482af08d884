import { listJobs, toJobListWire } from "@/lib/administration/jobs";
import { route } from "@/lib/api/http/route";
import { listJobsOperation } from "@/lib/api/operations/operating";

export const GET = route(listJobsOperation, async (ctx, actor, { query }) =>
  toJobListWire(await listJobs(ctx, actor, query)),
);
