import { listJobsOperation } from "@/lib/api/operations/jobs";
import { route } from "@/lib/http/route";
import { listJobs } from "@/lib/jobs/list";
import { toJobListWire } from "@/lib/jobs/wire";

export const GET = route(listJobsOperation, async (ctx, actor, { query }) =>
  toJobListWire(await listJobs(ctx, actor, query)),
);
