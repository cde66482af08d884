import type { WebhookEventType } from "@/db/schema/webhooks";
import type { AuditEventType, NewAuditEvent } from "@/lib/audit/events";

/** What integrators are told of one audit event. */
export interface OutwardEvent {
  type: WebhookEventType;
  signRequestId: number | null;
}

type Told = (data: NonNullable<NewAuditEvent["data"]>) => OutwardEvent[];

const ofFile =
  (type: WebhookEventType): Told =>
  () => [{ type, signRequestId: null }];
const ofSigner =
  (type: WebhookEventType): Told =>
  (data) => [{ type, signRequestId: Number(data.signRequestId) }];

/** `file.signed` is told when the sealed document is there, not when the last signer signs. */
const told: { [type in AuditEventType]?: Told } = {
  "file.created": ofFile("file.created"),
  "file.released": ofFile("file.released"),
  "file.completed": ofFile("file.signed"),
  "file.cancelled": ofFile("file.cancelled"),
  "file.expired": ofFile("file.expired"),
  "file.deleted": ofFile("file.deleted"),
  "mail.queued": (data) =>
    data.template === "invitation" || data.template === "reminder" ? ofSigner("sign_request.notified")(data) : [],
  "document.viewed": ofSigner("sign_request.viewed"),
  signed: ofSigner("sign_request.signed"),
  declined: (data) => [...ofSigner("sign_request.declined")(data), ...ofFile("file.declined")(data)],
};

/** The events that an audit event means to the outside, in order; most mean none. */
export function outwardEvents({ type, data }: Pick<NewAuditEvent, "type" | "data">): OutwardEvent[] {
  return told[type]?.(data ?? {}) ?? [];
}
