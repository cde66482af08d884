import { healthAnswer } from "@/lib/administration/schema";
import { doneAnswer } from "@/lib/requests/state/schema";
import { operation, type Operation } from "./operation";
import { rawBody } from "./request-bodies";

const tag = "System";

export const healthOperation = operation({
  id: "health",
  method: "GET",
  path: "/healthz",
  base: "origin",
  tag,
  summary: "Check liveness",
  caller: "public",
  answer: healthAnswer,
  errors: [],
});

export const readinessOperation = operation({
  id: "readiness",
  method: "GET",
  path: "/readyz",
  base: "origin",
  tag,
  summary: "Check readiness",
  caller: "public",
  answer: healthAnswer,
  errors: ["unavailable"],
});

export const receiveResendEventOperation = operation({
  id: "receiveResendEvent",
  method: "POST",
  path: "/mail/resend",
  base: "origin",
  tag,
  summary: "Receive an event from Resend",
  description:
    "The address of a webhook at Resend. `svix-id`, `svix-timestamp` and `svix-signature` prove the sender by `RESEND_WEBHOOK_SECRET`; the timestamp may differ by five minutes. Repeated and outdated events change nothing. 404 where no secret is configured.",
  caller: "public",
  body: rawBody,
  bodyKind: "signed-json",
  answer: doneAnswer,
  errors: ["unauthenticated", "not_found"],
});

export const receiveMailReportOperation = operation({
  id: "receiveMailReport",
  method: "POST",
  path: "/mail/reports",
  base: "origin",
  tag,
  summary: "Receive a delivery report by SMTP",
  description:
    "A raw delivery status notification (RFC 3464) or abuse report (RFC 5965), as the operator’s mail server passes it on. The header `Paraph-Report-Token` has `MAIL_REPORT_TOKEN`. Repeated and outdated reports change nothing. 404 where no token is configured.",
  caller: "public",
  body: rawBody,
  bodyKind: "mail",
  answer: doneAnswer,
  errors: ["unauthenticated", "not_found"],
});

export const systemOperations: readonly Operation[] = [
  receiveResendEventOperation,
  receiveMailReportOperation,
  healthOperation,
  readinessOperation,
];
