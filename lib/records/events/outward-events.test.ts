import { describe, expect, test } from "vitest";
import { webhookEventTypes } from "@/db/schema/webhooks";
import { auditEventTypes } from "@/lib/records/audit/events";
import { outwardEvents } from "@/lib/records/audit/record-events";

const data = { signRequestId: 51 };
const typesOf = (type: (typeof auditEventTypes)[number], more: object = {}): string[] =>
  outwardEvents({ type, data: { ...data, ...more } }).map((event) => `${event.type} ${event.signRequestId ?? "-"}`);

describe("integrator events derived from the audit trail", () => {
  test.each([
    ["file.created", ["file.created -"]],
    ["file.released", ["file.released -"]],
    ["file.completed", ["file.signed -"]],
    ["file.cancelled", ["file.cancelled -"]],
    ["file.expired", ["file.expired -"]],
    ["file.deleted", ["file.deleted -"]],
    ["document.viewed", ["sign_request.viewed 51"]],
    ["signed", ["sign_request.signed 51"]],
    ["declined", ["sign_request.declined 51", "file.declined -"]],
  ] as const)("report %s as %j", (type, recorded) => {
    expect(typesOf(type)).toEqual(recorded);
  });

  test("report that a signer was notified for mails of invitations, reminders and warnings only", () => {
    expect(
      [
        "invitation",
        "reminder",
        "completion",
        "withdrawal",
        "removal",
        "decline",
        "expiry",
        "renewal",
        "deadline",
      ].flatMap((template) => typesOf("mail.queued", { template })),
    ).toEqual(["sign_request.notified 51", "sign_request.notified 51", "sign_request.notified 51"]);
  });

  test("report from the requester's warning that the document will expire", () => {
    expect(typesOf("mail.queued", { template: "deadline", signRequestId: null })).toEqual(["file.expiring -"]);
  });

  test("include every event of the API about a document", () => {
    const all = auditEventTypes.flatMap((type) =>
      [
        { ...data, template: "invitation" },
        { signRequestId: null, template: "deadline" },
        { ...data, accountId: null, template: "code" },
      ].flatMap((facts) => outwardEvents({ type, data: facts }).map((event) => event.type)),
    );
    expect([...new Set(all)].sort()).toEqual(
      webhookEventTypes.filter((type) => /^(?:file|sign_request)\./.test(type)).sort(),
    );
  });
});
