import type { Operation } from "@/lib/api/operations/operation";
import {
  endOtherSessionsOperation,
  exportAccountOperation,
  listRequestsOperation,
} from "@/lib/api/operations/own-data";
import {
  changeOwnAccountOperation,
  changeOwnPasswordOperation,
  createInvitedAccountOperation,
  createTokenOperation,
  endSessionOperation,
  getOwnAccountOperation,
  listSessionsOperation,
  listTokensOperation,
  revokeTokenOperation,
} from "../operations/account";
import {
  changeSignatureImageOperation,
  cleanSignatureImageOperation,
  getSignatureImageOperation,
  listSignatureImagesOperation,
  removeSignatureImageOperation,
  setSigningPasswordOperation,
  storeSignatureImagesOperation,
} from "../operations/account-signatures";
import {
  askForConfirmationOperation,
  askForResetOperation,
  confirmAddressOperation,
  registerOperation,
  resetPasswordOperation,
} from "../operations/registration";
import { createdAt, expiresAt, fileId, fileUuid, origin, releasedAt, shortPng, signedAt } from "./values";

const bo = {
  id: 9,
  email: "bo@example.org",
  displayName: "Bo Lindqvist",
  role: "signer" as const,
  emailProved: true,
  phone: null,
  language: null,
  timeZone: "Europe/Lisbon",
  createdAt,
};
const own = {
  ...bo,
  storage: { usedBytes: 1_480_213, limitBytes: 5_000_000_000 },
  account: { uid: bo.email, emailAddress: bo.email, displayName: bo.displayName },
  settings: { canRequestSign: false, hasSignatureFile: false },
};
const token = { id: 4, name: "Nightly export", scopes: ["read" as const], createdAt, lastUsedAt: null, expiresAt };
const image = {
  id: 31,
  elementId: 31,
  type: "signature" as const,
  isDefault: true,
  width: 600,
  height: 200,
  createdAt,
  updatedAt: createdAt,
};
const stored = { ...image, file: { base64: shortPng, mediaType: "image/png" as const } };
const password = "three small green boats";
const linkToken = "Qm9hdHMgYXJlIGdyZWVuIGFuZCBzbWFsbCB0b2RheSE";

export const accountExamples = [
  example(createInvitedAccountOperation, {
    body: { email: bo.email, password, displayName: bo.displayName },
    answer: bo,
  }),
  example(getOwnAccountOperation, { answer: own }),
  example(listTokensOperation, { answer: { data: [{ ...token, lastUsedAt: signedAt }] } }),
  example(createTokenOperation, {
    body: { name: token.name, scopes: ["read"], expiresAt },
    answer: { ...token, token: "pk_V9x1rS0bq3w7y2Jk8nLQd5mT4uZcEaGhF6iOpRtYvWs" },
  }),
  example(revokeTokenOperation, { answer: { message: "The token is revoked" } }),
  example(changeOwnAccountOperation, { body: { displayName: bo.displayName }, answer: own }),
  example(changeOwnPasswordOperation, {
    body: { currentPassword: "an older long password", password },
    answer: { message: "The new password is set" },
  }),
  example(listSessionsOperation, {
    answer: {
      data: [
        {
          id: 77,
          isCurrent: true,
          address: "203.0.113.7",
          userAgent: "Mozilla/5.0 (X11; Linux x86_64) Firefox/150.0",
          createdAt,
          lastSeenAt: signedAt,
        },
      ],
    },
  }),
  example(endSessionOperation, { answer: { message: "Logged out there" } }),
  example(registerOperation, {
    body: { email: "new@example.org", displayName: "New Person", password },
    answer: { message: "An e-mail is on its way" },
  }),
  example(confirmAddressOperation, { body: { token: linkToken }, answer: bo }),
  example(askForConfirmationOperation, { answer: { message: "An e-mail is on its way" } }),
  example(askForResetOperation, {
    body: { email: bo.email },
    answer: { message: "If there is such an account, an e-mail is on its way" },
  }),
  example(resetPasswordOperation, {
    body: { token: linkToken, password },
    answer: { message: "The new password is set" },
  }),
  example(setSigningPasswordOperation, {
    body: { signPassword: "my word to sign 7" },
    answer: {
      message: "The signing key is made",
      certificate: {
        subject: "CN=Bo Lindqvist",
        serialNumber: "5c0f1e9a77",
        notBefore: createdAt,
        notAfter: "2030-03-12T13:02:11.204Z",
      },
    },
  }),
  example(cleanSignatureImageOperation, {
    body: { file: { base64: shortPng } },
    answer: { file: { base64: shortPng, mediaType: "image/png" as const }, width: 120, height: 40, hadPaper: true },
  }),
  example(storeSignatureImagesOperation, {
    body: { elements: [{ type: "signature", file: { base64: shortPng } }] },
    answer: { message: "Stored", data: [image] },
  }),
  example(listSignatureImagesOperation, { answer: { data: [image] } }),
  example(getSignatureImageOperation, { answer: stored }),
  example(changeSignatureImageOperation, { body: { file: { base64: shortPng } }, answer: stored }),
  example(removeSignatureImageOperation, { answer: { message: "The image is removed" } }),
];

/** The example of one operation: a valid body and a response. */
export interface OperationExample {
  id: string;
  body?: unknown;
  answer?: unknown;
}

/** Typed by the operation's own schemas. A test also validates the values against them. */
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
        storage: { usedBytes: 1_480_213, limitBytes: 5_000_000_000 },
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
