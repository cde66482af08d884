import { describe, expect, test } from "vitest";
import { webhookEventTypes } from "@/db/schema/webhooks";
import { auditEventTypes } from "@/lib/records/audit/events";
import { outwardEvents } from "./record-events";

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
  ] as const)("%s is %j", (type, recorded) => {
    expect(typesOf(type)).toEqual(recorded);
  });

  test("only the mails of invitations and reminders report that a signer was notified", () => {
    expect(
      ["invitation", "reminder", "completion", "withdrawal", "removal", "decline", "expiry", "renewal"].flatMap(
        (template) => typesOf("mail.queued", { template }),
      ),
    ).toEqual(["sign_request.notified 51", "sign_request.notified 51"]);
  });

  test("every event of the API is produced", () => {
    const all = auditEventTypes.flatMap((type) =>
      outwardEvents({ type, data: { ...data, template: "invitation" } }).map((event) => event.type),
    );
    expect([...new Set(all)].sort()).toEqual([...webhookEventTypes].sort());
  });
});
