import { z } from "zod";
import { messageAnswer } from "@/lib/accounts/schema";
import {
  gatewayChannels,
  gatewayListAnswer,
  gatewayTest,
  gatewayTestAnswer,
} from "@/lib/administration/gateways/schema";
import { healthReportAnswer } from "@/lib/administration/health/schema";
import { activityListAnswer, endedSessionsAnswer } from "@/lib/administration/schema";
import { limitListAnswer } from "@/lib/platform/settings/schema";
import { operation, type Operation } from "../operation";
import { pathId, queryInteger } from "../parameters";

const tag = "Administration";
const reader = { tag, caller: "admin", scope: "read" } as const;
const writer = { tag, caller: "admin", scope: "write" } as const;
const account = z.object({ id: pathId });

export const showHealthOperation = operation({
  id: "showHealth",
  method: "GET",
  path: "/admin/health",
  summary: "How the service is",
  description:
    "What `/readyz` looks at, with figures: database, migrations, documents, disk, work that waits, messages, timestamps.",
  ...reader,
  answer: healthReportAnswer,
  errors: [],
});

export const listLimitsOperation = operation({
  id: "listLimits",
  method: "GET",
  path: "/admin/limits",
  summary: "The limits in force",
  description: "Units are in the names. The operator changes them by `LIMITS`.",
  ...reader,
  answer: limitListAnswer,
  errors: [],
});

export const listActsOperation = operation({
  id: "listActs",
  method: "GET",
  path: "/admin/acts",
  summary: "What administrators did",
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
  summary: "The ways that messages take",
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
    "Sends at once and answers what became of it: a gateway that refuses is `delivered: false`. At most 20 an hour.",
  ...writer,
  params: z.object({ channel: z.enum(gatewayChannels) }),
  body: gatewayTest,
  bodyOptional: true,
  answer: gatewayTestAnswer,
  errors: ["gateway_not_configured", "phone_missing", "chat_missing"],
});

export const mailResetOperation = operation({
  id: "mailReset",
  method: "POST",
  path: "/admin/users/{id}/reset",
  summary: "Mail somebody a link to set a password",
  description: "The link works once, for 60 minutes. Nothing of the account changes until it is used.",
  ...writer,
  params: account,
  answer: messageAnswer,
  errors: [],
});

export const endSessionsOfOperation = operation({
  id: "endSessionsOf",
  method: "DELETE",
  path: "/admin/users/{id}/sessions",
  summary: "Log somebody out everywhere",
  description: "API tokens stay. Of one's own sessions the one that asks stays too.",
  ...writer,
  params: account,
  answer: endedSessionsAnswer,
  errors: [],
});

export const operatingOperations: readonly Operation[] = [
  showHealthOperation,
  listLimitsOperation,
  listActsOperation,
  listGatewaysOperation,
  testGatewayOperation,
  mailResetOperation,
  endSessionsOfOperation,
];
