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
  summary: "My API calls of the last seven days",
  description:
    "Newest first: calls with a token or the account's password, not those of the pages. A call is in the log about a second after its answer. No body, parameter or header is kept.",
  caller: "signer",
  scope: "read",
  query: z.object({
    status: statusQuery.optional(),
    token: queryInteger(1, 999_999_999).optional().meta({ description: "The id of one of my tokens." }),
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
  summary: "Everything that is kept of me",
  description:
    "One JSON document, to be saved: profile, sessions, names of tokens, signatures as PNG, certificates, webhooks, the requests that I made and received with their states and events, and my API calls. No password, token, key or link is in it. Documents themselves are downloaded one by one.",
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
  summary: "Log all my other browsers out",
  description: "The session that asks stays; asked with a token or the password, all end.",
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
