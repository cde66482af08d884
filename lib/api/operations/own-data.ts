import { z } from "zod";
import { endedSessionsAnswer } from "@/lib/administration/schema";
import { requestLogAnswer, statusQuery } from "@/lib/api/request-log/schema";
import { accountExportAnswer } from "@/lib/evidence/account-export/schema";
import { erasure, erasureAnswer } from "@/lib/evidence/schema";
import { operation, queryInteger, type Operation } from "./operation";

const tag = "Account";

export const listRequestsOperation = operation({
  id: "listRequests",
  method: "GET",
  path: "/account/requests",
  tag,
  summary: "List your recent API calls",
  description:
    "Calls of the last seven days with a token or the account's password, newest first. A call appears about a second after its response. Bodies, parameters and headers are not stored.",
  caller: "signer",
  scope: "read",
  query: z.object({
    status: statusQuery.optional(),
    token: queryInteger(1, 999_999_999).optional().meta({ description: "The id of one of your tokens." }),
    cursor: queryInteger(1, 999_999_999).optional(),
    length: queryInteger(1, 100).optional(),
  }),
  answer: requestLogAnswer,
  errors: [],
});

export const exportAccountOperation = operation({
  id: "exportAccount",
  method: "GET",
  path: "/account/export",
  tag,
  summary: "Export your personal data",
  description:
    "One JSON document with your profile, sessions, token names, signature images, certificates, webhooks, sent and received requests with their events, and API calls. Passwords, tokens, keys and links are not included. Download documents separately.",
  caller: "signer",
  scope: "read",
  answer: accountExportAnswer,
  errors: [],
});

export const endOtherSessionsOperation = operation({
  id: "endOtherSessions",
  method: "DELETE",
  path: "/account/sessions",
  tag,
  summary: "End your other sessions",
  description: "Keeps the calling session. Called with a token or a password, it ends all sessions.",
  caller: "signer",
  scope: "write",
  answer: endedSessionsAnswer,
  errors: [],
});

export const ownDataOperations: readonly Operation[] = [
  listRequestsOperation,
  exportAccountOperation,
  endOtherSessionsOperation,
];

const retained =
  "Signed documents, evidence documents, hashes and certificate numbers are kept as proof for all signers. " +
  "Open documents must be withdrawn or ended first. Requires the account's password, given recently (`freshProofSeconds`, five minutes by default).";

export const erasePersonOperation = operation({
  id: "erasePerson",
  method: "POST",
  path: "/admin/erasures",
  tag: "Administration",
  summary: "Erase a person",
  description: `Removes the account of the address, its keys, images and sessions, and name, address, phone number and network address of the person from every request, message and audit trail. This cannot be undone. ${retained}`,
  caller: "admin",
  scope: "write",
  body: erasure,
  answer: erasureAnswer,
  errors: ["reauth_required", "not_found", "person_in_open_requests", "document_on_hold"],
});

export const eraseOneselfOperation = operation({
  id: "eraseOneself",
  method: "DELETE",
  path: "/account/me",
  tag: "Account",
  summary: "Erase your own data",
  description: `Removes your account and your personal data. This cannot be undone. The address must be confirmed, because messages sent to it belong to its owner. ${retained}`,
  caller: "signer",
  scope: "write",
  answer: erasureAnswer,
  errors: ["email_unproved", "reauth_required", "person_in_open_requests", "document_on_hold"],
});

export const erasureOperations: readonly Operation[] = [erasePersonOperation, eraseOneselfOperation];
