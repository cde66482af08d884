import { z } from "zod";
import { messageAnswer } from "@/lib/accounts/schema";
import {
  activityListAnswer,
  diagnosticsAnswer,
  endedSessionsAnswer,
  gatewayChannels,
  gatewayListAnswer,
  gatewayTest,
  gatewayTestAnswer,
  healthReportAnswer,
  jobAnswer,
  jobFilter,
  jobListAnswer,
  jobsRetry,
  jobsRetryAnswer,
} from "@/lib/administration/schema";
import { limitListAnswer } from "@/lib/context/settings/schema";
import { failedDeliveryAnswer, failedDeliveryListAnswer } from "@/lib/delivery/schema";
import { operation, pathId, queryInteger, type Operation } from "./operation";

const tag = "Administration";
const reader = { tag, caller: "admin", scope: "read" } as const;
const writer = { tag, caller: "admin", scope: "write" } as const;
const account = z.object({ id: pathId });

export const showHealthOperation = operation({
  id: "showHealth",
  method: "GET",
  path: "/admin/health",
  summary: "Retrieve the health of the service",
  description:
    "The checks of `/readyz` with figures: database, migrations, documents, disk, pending jobs, messages, timestamps.",
  ...reader,
  answer: healthReportAnswer,
  errors: [],
});

export const showDiagnosticsOperation = operation({
  id: "showDiagnostics",
  method: "GET",
  path: "/admin/diagnostics",
  summary: "Retrieve diagnostics",
  description:
    "Versions, settings, health, queues, sizes and error codes, for support requests. Contains no secrets, addresses, names or documents.",
  ...reader,
  answer: diagnosticsAnswer,
  errors: [],
});

export const listLimitsOperation = operation({
  id: "listLimits",
  method: "GET",
  path: "/admin/limits",
  summary: "List the limits",
  description: "Units are part of the names. Operators set them by `LIMITS`.",
  ...reader,
  answer: limitListAnswer,
  errors: [],
});

export const listAdminActivityOperation = operation({
  id: "listActs",
  method: "GET",
  path: "/admin/acts",
  summary: "List admin activity",
  description: "Newest first.",
  ...reader,
  query: z.object({ cursor: queryInteger(1, 999_999_999).optional(), length: queryInteger(1, 100).optional() }),
  answer: activityListAnswer,
  errors: [],
});

export const listGatewaysOperation = operation({
  id: "listGateways",
  method: "GET",
  path: "/admin/gateways",
  summary: "List message gateways",
  ...reader,
  answer: gatewayListAnswer,
  errors: [],
});

export const testGatewayOperation = operation({
  id: "testGateway",
  method: "POST",
  path: "/admin/gateways/{channel}/test",
  summary: "Send a test message",
  description:
    "Sends the message immediately and returns the result. `delivered` is false if the gateway refuses it. At most 20 per hour. With a token it goes to your own address, number or chat, and `to` is refused.",
  ...writer,
  params: z.object({ channel: z.enum(gatewayChannels) }),
  body: gatewayTest,
  bodyOptional: true,
  answer: gatewayTestAnswer,
  errors: ["reauth_required", "gateway_not_configured", "phone_missing", "chat_missing"],
});

export const mailResetOperation = operation({
  id: "mailReset",
  method: "POST",
  path: "/admin/users/{id}/reset",
  summary: "Send a password reset link",
  description: "The link works once, within 60 minutes. The account is unchanged until it is used.",
  ...writer,
  params: account,
  answer: messageAnswer,
  errors: [],
});

export const endSessionsOfOperation = operation({
  id: "endSessionsOf",
  method: "DELETE",
  path: "/admin/users/{id}/sessions",
  summary: "End all sessions of an account",
  description: "API tokens stay valid, and so does the calling session.",
  ...writer,
  params: account,
  answer: endedSessionsAnswer,
  errors: [],
});

export const operatingOperations: readonly Operation[] = [
  showHealthOperation,
  showDiagnosticsOperation,
  listLimitsOperation,
  listAdminActivityOperation,
  listGatewaysOperation,
  testGatewayOperation,
  mailResetOperation,
  endSessionsOfOperation,
];

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
  description: "Retries at most 1000 jobs at once. Jobs whose secret was erased cannot be retried.",
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
