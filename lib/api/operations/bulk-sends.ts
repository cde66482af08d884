import { z } from "zod";
import {
  bulkCheck,
  bulkCheckAnswer,
  bulkRowListAnswer,
  bulkRowListQuery,
  bulkSendAnswer,
  bulkSendListAnswer,
  bulkSendListQuery,
  newBulkSend,
} from "@/lib/requests/bulk/schema";
import { operation, pathId, type Operation } from "./operation";

const tag = "Bulk sends";
const reader = { caller: "requester", scope: "read" } as const;
const writer = { caller: "requester", scope: "write" } as const;
const params = z.object({ id: pathId });
const fileErrors = [
  "base64_invalid",
  "too_large",
  "signers_missing",
  "gateway_not_configured",
  "method_not_allowed_here",
] as const;

export const exampleBulkSendOperation = operation({
  id: "downloadBulkSendExample",
  method: "GET",
  path: "/templates/{id}/bulk-sends/example",
  tag,
  summary: "Download an example CSV file for a template",
  description: "The columns of the template, and one row.",
  ...reader,
  params,
  answer: { content: ["text/csv"] },
  errors: [],
});

export const checkBulkSendOperation = operation({
  id: "checkBulkSend",
  method: "POST",
  path: "/templates/{id}/bulk-sends/check",
  tag,
  summary: "Check a CSV file without sending",
  description:
    "Reads the file like a bulk send and lists every problem by row and column. Nothing is created. Headers are matched regardless of case, spaces and punctuation.",
  ...reader,
  params,
  body: bulkCheck,
  bodyKind: "json-with-file",
  answer: bulkCheckAnswer,
  errors: fileErrors,
});

export const startBulkSendOperation = operation({
  id: "startBulkSend",
  method: "POST",
  path: "/templates/{id}/bulk-sends",
  tag,
  summary: "Send a template to everybody in a CSV file",
  description:
    "Stores the rows and responds immediately. Documents are created one by one in the background, like `POST /templates/{id}/requests` with status 1. When a limit on invitations is reached, the bulk send waits (`waitsUntil`) and resumes automatically.",
  ...writer,
  params,
  body: newBulkSend,
  bodyKind: "json-with-file",
  answer: bulkSendAnswer,
  errors: ["email_unproved", "quota_exceeded", "storage_full", ...fileErrors],
});

export const listBulkSendsOperation = operation({
  id: "listBulkSends",
  method: "GET",
  path: "/bulk-sends",
  tag,
  summary: "List your bulk sends",
  description: "Newest first.",
  ...reader,
  query: bulkSendListQuery,
  answer: bulkSendListAnswer,
  errors: [],
});

export const getBulkSendOperation = operation({
  id: "getBulkSend",
  method: "GET",
  path: "/bulk-sends/{id}",
  tag,
  summary: "Retrieve the progress of a bulk send",
  ...reader,
  params,
  answer: bulkSendAnswer,
  errors: [],
});

export const listBulkRowsOperation = operation({
  id: "listBulkSendRows",
  method: "GET",
  path: "/bulk-sends/{id}/rows",
  tag,
  summary: "List the rows of a bulk send",
  description: "Lists the rows in the order of the file, each with its document or its problem.",
  ...reader,
  params,
  query: bulkRowListQuery,
  answer: bulkRowListAnswer,
  errors: [],
});

export const downloadBulkResultsOperation = operation({
  id: "downloadBulkSendResults",
  method: "GET",
  path: "/bulk-sends/{id}/results",
  tag,
  summary: "Download the results of a bulk send as CSV",
  description: "Cells that a spreadsheet would evaluate as a formula start with an apostrophe.",
  ...reader,
  params,
  answer: { content: ["text/csv"] },
  errors: [],
});

export const pauseBulkSendOperation = operation({
  id: "pauseBulkSend",
  method: "POST",
  path: "/bulk-sends/{id}/pause",
  tag,
  summary: "Pause a bulk send",
  description: "No further row is sent after the response. Pausing again changes nothing.",
  ...writer,
  params,
  answer: bulkSendAnswer,
  errors: ["file_closed"],
});

export const resumeBulkSendOperation = operation({
  id: "resumeBulkSend",
  method: "POST",
  path: "/bulk-sends/{id}/resume",
  tag,
  summary: "Resume a paused bulk send",
  ...writer,
  params,
  answer: bulkSendAnswer,
  errors: ["file_closed"],
});

export const cancelBulkSendOperation = operation({
  id: "cancelBulkSend",
  method: "POST",
  path: "/bulk-sends/{id}/cancel",
  tag,
  summary: "Cancel the rest of a bulk send",
  description: "Pending rows are not sent. Documents that were sent stay unchanged.",
  ...writer,
  params,
  answer: bulkSendAnswer,
  errors: ["file_closed"],
});

export const retryBulkSendOperation = operation({
  id: "retryBulkSend",
  method: "POST",
  path: "/bulk-sends/{id}/retry",
  tag,
  summary: "Retry the failed rows of a bulk send",
  ...writer,
  params,
  answer: bulkSendAnswer,
  errors: ["content_deleted"],
});

export const bulkSendsOperations: readonly Operation[] = [
  exampleBulkSendOperation,
  checkBulkSendOperation,
  startBulkSendOperation,
  listBulkSendsOperation,
  getBulkSendOperation,
  listBulkRowsOperation,
  downloadBulkResultsOperation,
  pauseBulkSendOperation,
  resumeBulkSendOperation,
  cancelBulkSendOperation,
  retryBulkSendOperation,
];
