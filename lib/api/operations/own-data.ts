import { z } from "zod";
import { endedSessionsAnswer } from "@/lib/administration/schema";
import { requestLogAnswer, statusQuery } from "@/lib/api/request-log/schema";
import { accountExportAnswer } from "@/lib/evidence/account-export/schema";
import { operation, type Operation } from "../operation";
import { queryInteger } from "../parameters";

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
