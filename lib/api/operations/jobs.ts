import { z } from "zod";
import { jobAnswer, jobFilter, jobListAnswer, jobsRetry, jobsRetryAnswer } from "@/lib/administration/jobs/schema";
import { failedDeliveryAnswer, failedDeliveryListAnswer } from "@/lib/delivery/webhooks/schema";
import { operation, type Operation } from "../operation";
import { pathId, queryInteger } from "../parameters";

const tag = "Administration";
const reader = { tag, caller: "admin", scope: "read" } as const;
const writer = { tag, caller: "admin", scope: "write" } as const;
const params = z.object({ id: pathId });
const paging = { cursor: queryInteger(1, 999_999_999).optional(), length: queryInteger(1, 100).optional() };

export const listJobsOperation = operation({
  id: "listJobs",
  method: "GET",
  path: "/admin/jobs",
  summary: "Work that waits or was given up",
  description:
    "Newest first; what is only scheduled is left out unless `state` asks for it. Mails are tried for 24 hours, codes for 10 minutes, most other work ten times; then they wait here for an administrator.",
  ...reader,
  query: jobFilter.extend(paging),
  answer: jobListAnswer,
  errors: [],
});

export const retryJobOperation = operation({
  id: "retryJob",
  method: "POST",
  path: "/admin/jobs/{id}/retry",
  summary: "Try a job again now",
  description: "One that was given up gets all its tries anew; one that failed and waits is due at once.",
  ...writer,
  params,
  answer: jobAnswer,
  errors: [],
});

export const retryJobsOperation = operation({
  id: "retryJobs",
  method: "POST",
  path: "/admin/jobs/retry",
  summary: "Try every job of a kind again that was given up",
  description: "At most 1000 at once; those whose secret was wiped stay.",
  ...writer,
  body: jobsRetry,
  answer: jobsRetryAnswer,
  errors: [],
});

export const listFailedDeliveriesOperation = operation({
  id: "listFailedDeliveries",
  method: "GET",
  path: "/admin/deliveries",
  summary: "Webhook deliveries that were given up",
  ...reader,
  query: z.object(paging),
  answer: failedDeliveryListAnswer,
  errors: [],
});

export const retryFailedDeliveryOperation = operation({
  id: "retryFailedDelivery",
  method: "POST",
  path: "/admin/deliveries/{id}/retry",
  summary: "Send a delivery again that was given up",
  description: "With the same `webhook-id`, on the whole schedule.",
  ...writer,
  params,
  answer: failedDeliveryAnswer,
  errors: [],
});

export const jobsOperations: readonly Operation[] = [
  listJobsOperation,
  retryJobOperation,
  retryJobsOperation,
  listFailedDeliveriesOperation,
  retryFailedDeliveryOperation,
];
