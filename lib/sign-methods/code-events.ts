import type { Challenge } from "@/db/schema/work";
import type { AuditEventType } from "@/lib/audit/events";

/** What the trail says of codes, by what they are for. Who enters a code of `open` shows the same as by one of `identify`: access to the mailbox. */
export const codeEvents: {
  readonly [purpose in Challenge["purpose"]]: { sent: AuditEventType; failed: AuditEventType; locked: AuditEventType };
} = {
  sign: { sent: "code.sent", failed: "code.failed", locked: "code.locked" },
  identify: { sent: "identify.code.sent", failed: "identify.code.failed", locked: "identify.code.locked" },
  open: { sent: "identify.code.sent", failed: "identify.code.failed", locked: "identify.code.locked" },
};
