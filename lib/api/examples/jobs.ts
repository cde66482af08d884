import {
  listFailedDeliveriesOperation,
  listJobsOperation,
  retryFailedDeliveryOperation,
  retryJobOperation,
  retryJobsOperation,
} from "../operations/jobs";
import { example } from "./example";
import { createdAt, fileId, fileUuid, releasedAt, signedAt } from "./values";

const dead = {
  id: 204,
  kind: "notification" as const,
  state: "dead" as const,
  file: { fileId, uuid: fileUuid },
  template: "invitation",
  attempts: 9,
  lastError: "the mail server refused the mail: ECONNREFUSED",
  nextTryAt: null,
  createdAt,
  deadAt: signedAt,
  mayRetry: true,
};
const failed = {
  id: 93,
  type: "file.signed",
  fileId,
  host: "hooks.example.org",
  owner: { id: 3, displayName: "Ana Silva" },
  enabled: true,
  status: "failed" as const,
  attempts: 10,
  lastError: "status" as const,
  lastStatusCode: 503,
  lastAttemptAt: signedAt,
};

export const jobsExamples = [
  example(listJobsOperation, {
    answer: {
      data: [dead],
      counts: [{ kind: "notification", waiting: 0, dead: 1, scheduled: 0 }],
      pagination: { nextCursor: null },
    },
  }),
  example(retryJobOperation, {
    answer: { ...dead, state: "waiting", attempts: 0, nextTryAt: releasedAt, deadAt: null },
  }),
  example(retryJobsOperation, {
    body: { kind: "notification" },
    answer: { message: "One job is tried again", retried: 1 },
  }),
  example(listFailedDeliveriesOperation, { answer: { data: [failed], pagination: { nextCursor: null } } }),
  example(retryFailedDeliveryOperation, { answer: { ...failed, status: "pending" } }),
];
