import type { Operation } from "@/lib/api/operation";
import {
  endOtherSessionsOperation,
  exportAccountOperation,
  listRequestsOperation,
} from "@/lib/api/operations/own-data";
import { createdAt, expiresAt, fileId, fileUuid, origin, releasedAt, shortPng, signedAt } from "./values";

/** The example of one operation: a valid body and an answer. */
export interface OperationExample {
  id: string;
  body?: unknown;
  answer?: unknown;
}

/** Typed by the operation's own schemas, which a test also validates the values with. */
export function example<Params, Query, Body, Answer>(
  operation: Operation<Params, Query, Body, Answer>,
  parts: { body?: NoInfer<Body>; answer?: NoInfer<Answer> },
): OperationExample {
  return { id: operation.id, ...parts };
}

const ana = {
  id: 3,
  email: "ana@example.org",
  displayName: "Ana Silva",
  role: "requester" as const,
  emailProved: true,
  phone: null,
  language: null,
  timeZone: "Europe/Lisbon",
  createdAt,
};
const call = {
  at: signedAt,
  method: "GET",
  path: "/file/{uuid}/evidence",
  status: 409,
  requestId: "01JQ5Z8V7R3M0H6T2K9XWCDN4B",
};

export const ownDataExamples = [
  example(listRequestsOperation, {
    answer: {
      data: [{ id: 812, ...call, code: "file_not_completed", durationMs: 6, token: { id: 4, name: "Nightly export" } }],
      pagination: { nextCursor: null },
    },
  }),
  example(endOtherSessionsOperation, { answer: { message: "2 sessions have ended", ended: 2 } }),
  example(exportAccountOperation, {
    answer: {
      format: "paraph-account-export-1",
      service: origin,
      exportedAt: signedAt,
      account: {
        ...ana,
        storage: { usedBytes: 1_480_213, limitBytes: 5_368_709_120 },
        account: { uid: ana.email, emailAddress: ana.email, displayName: ana.displayName },
        settings: { canRequestSign: true, hasSignatureFile: false },
      },
      telegramLinkedAt: null,
      sessions: [
        {
          id: 77,
          isCurrent: true,
          address: "203.0.113.7",
          userAgent: "Mozilla/5.0 (X11; Linux x86_64) Firefox/150.0",
          createdAt,
          lastSeenAt: signedAt,
        },
      ],
      tokens: [{ id: 4, name: "Nightly export", scopes: ["read"], createdAt, lastUsedAt: signedAt, expiresAt }],
      signatures: [{ id: 31, type: "signature", createdAt, pngBase64: shortPng }],
      certificates: [],
      webhooks: [{ url: "https://hooks.example.org/paraph", description: null, createdAt }],
      apiCalls: [call],
      requestsMade: [
        {
          fileId,
          uuid: fileUuid,
          name: "Lease",
          status: "able_to_sign",
          createdAt,
          releasedAt,
          completedAt: null,
          closedAt: null,
          deletedAt: null,
          signers: [{ email: "bo@example.org", displayName: "Bo Lindqvist", status: "pending", signedAt: null }],
          events: [
            { at: createdAt, type: "file.created", mine: true, address: "203.0.113.7", userAgent: "curl/8.5.0" },
          ],
        },
      ],
      templates: [
        {
          id: 5,
          name: "Lease",
          version: 2,
          uses: 14,
          createdAt: "2026-03-02T09:14:05.000Z",
          updatedAt: "2026-05-11T12:00:41.000Z",
          deletedAt: null,
          directLinks: [],
        },
      ],
      bulkSends: [],
      requestsReceived: [],
    },
  }),
];
