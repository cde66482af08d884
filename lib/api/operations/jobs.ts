import { z } from "zod";
import { jobAnswer, jobFilter, jobListAnswer, jobsRetry, jobsRetryAnswer } from "@/lib/administration/schema";
import { failedDeliveryAnswer, failedDeliveryListAnswer } from "@/lib/delivery/schema";
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
  summary: "List jobs",
  description:
    "Pending and failed jobs, newest first; scheduled jobs only with `state`. E-mails are retried for 24 hours, codes for 10 minutes, most other jobs ten times. After that they are listed as failed.",
  ...reader,
  query: jobFilter.extend(paging),
  answer: jobListAnswer,
  errors: [],
});

export const retryJobOperation = operation({
  id: "retryJob",
  method: "POST",
  path: "/admin/jobs/{id}/retry",
  summary: "Retry a job",
  description: "A failed job gets a new series of attempts. A job waiting for a retry runs immediately.",
  ...writer,
  params,
  answer: jobAnswer,
  errors: [],
});

export const retryJobsOperation = operation({
  id: "retryJobs",
  method: "POST",
  path: "/admin/jobs/retry",
  summary: "Retry all failed jobs of a kind",
  description: "At most 1000 at once. Jobs whose secret was erased cannot be retried.",
  ...writer,
  body: jobsRetry,
  answer: jobsRetryAnswer,
  errors: [],
});

export const listFailedDeliveriesOperation = operation({
  id: "listFailedDeliveries",
  method: "GET",
  path: "/admin/deliveries",
  summary: "List failed webhook deliveries",
  ...reader,
  query: z.object(paging),
  answer: failedDeliveryListAnswer,
  errors: [],
});

export const retryFailedDeliveryOperation = operation({
  id: "retryFailedDelivery",
  method: "POST",
  path: "/admin/deliveries/{id}/retry",
  summary: "Retry a failed webhook delivery",
  description: "Keeps the `webhook-id` and starts the retry schedule again.",
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
