import {
  endSessionsOfOperation,
  listActsOperation,
  listGatewaysOperation,
  listLimitsOperation,
  mailResetOperation,
  showHealthOperation,
  testGatewayOperation,
} from "../operations/operating";
import { example } from "./example";
import { createdAt, signedAt } from "./values";

const tested = { at: signedAt, delivered: true, sentTo: "a…@example.org", durationMs: 212, reason: null };

export const operatingExamples = [
  example(showHealthOperation, {
    answer: {
      status: "warning",
      checks: [
        { name: "database", state: "ok" },
        { name: "migrations", state: "ok" },
        { name: "documents", state: "ok" },
        { name: "disk", state: "ok" },
        { name: "jobs", state: "warning" },
        { name: "webhooks", state: "ok" },
        { name: "mail", state: "ok" },
        { name: "timestamps", state: "off" },
        { name: "proxy", state: "ok" },
      ],
      version: "1.0.0",
      node: "24.4.1",
      postgres: "18.0",
      startedAt: createdAt,
      databaseMs: 1,
      migrations: 12,
      disk: { freeBytes: 81_604_378_624, totalBytes: 214_748_364_800 },
      jobs: { waiting: 3, dead: 1, oldestSeconds: 0 },
      deliveries: { waiting: 0, oldestSeconds: 0, disabledWebhooks: 0 },
      timestamps: { url: null, waiting: 0 },
      damaged: [],
      documents: { draft: 4, signed: 120 },
    },
  }),
  example(listLimitsOperation, { answer: { data: [{ name: "signersPerFile", value: 100, standard: 100 }] } }),
  example(listActsOperation, {
    answer: {
      data: [
        {
          id: 18,
          at: signedAt,
          type: "job.retried",
          by: { id: 1, displayName: "Ana Silva" },
          about: { jobId: 204, kind: "notification" },
        },
      ],
      pagination: { nextCursor: null },
    },
  }),
  example(listGatewaysOperation, {
    answer: {
      data: [
        { channel: "email", state: "configured", waiting: 0, lastTest: tested },
        { channel: "sms", state: "off", waiting: 0, lastTest: null },
      ],
    },
  }),
  example(testGatewayOperation, {
    body: { to: "ana@example.org" },
    answer: { message: "The gateway took the message", channel: "email", ...tested },
  }),
  example(mailResetOperation, { answer: { message: "A mail with a link to set a password is on its way" } }),
  example(endSessionsOfOperation, { answer: { message: "One session has ended", ended: 1 } }),
];
