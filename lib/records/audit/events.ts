import { asc, eq } from "drizzle-orm";
import { auditEvents, type AuditEvent } from "@/db/views";
import type { Ctx } from "@/lib/context/context";
import { firstBreak } from "./chain";

/** The closed list of audit events, past tense (docs/spec/evidence.md#audit-trail). */
export const auditEventTypes = [
  "file.created",
  "file.fetched",
  "file.released",
  "file.cancelled",
  "file.expired",
  "file.completed",
  "file.deleted",
  "file.downloaded",
  "envelope.joined",
  "envelope.linked",
  "file.changed",
  "form.changed",
  "element.created",
  "element.updated",
  "element.deleted",
  "element.batch_saved",
  "signer.added",
  "signer.changed",
  "signer.removed",
  "signer.replaced",
  "signer.delegated",
  "mail.queued",
  "mail.sent",
  "mail.failed",
  "mail.delivered",
  "mail.bounced",
  "mail.complained",
  "message.sent",
  "message.failed",
  "link.opened",
  "link.wrong_account",
  "link.entered",
  "document.viewed",
  "renewal.asked",
  "reminder.skipped",
  "account.created_from_link",
  "email.proved",
  "consent.shown",
  "consent.given",
  "auth.failed",
  "auth.throttled",
  "identify.code.sent",
  "identify.code.failed",
  "identify.code.locked",
  "identify.code.accepted",
  "attachment.added",
  "attachment.removed",
  "code.sent",
  "code.failed",
  "code.locked",
  "code.accepted",
  "sign.clicked",
  "sign_password.failed",
  "sign_password.locked",
  "sign_password.accepted",
  "sign.denied",
  "signed",
  "approved",
  "document.read",
  "declined",
  "certificate.issued",
  "timestamp.added",
  "timestamp.failed",
  "webhook.delivered",
  "webhook.failed",
  "integrity.failed",
  "person.erased",
  "retention.changed",
  "hold.placed",
  "hold.lifted",
  "content.deleted",
] as const;

/**
 * The actions that people were asked for, and in an envelope's file the link to the action in the envelope. The seal
 * vouches for the last one, and through it for all earlier ones.
 */
export const doneEvents = [
  "signed",
  "approved",
  "document.read",
  "envelope.linked",
] as const satisfies readonly AuditEventType[];

export type AuditEventType = (typeof auditEventTypes)[number];

/** A personal value: the event stores its salted hash, a side table stores the value. */
export class Personal {
  constructor(readonly value: string) {}
}

export type AuditValue =
  | string
  | number
  | boolean
  | null
  | Personal
  | AuditValue[]
  | { [member: string]: AuditValue | undefined };
export type AuditRecord = Record<string, AuditValue | undefined>;

/** An event as a use case describes it. The chain adds `at`, `seq`, `prev`, `hash`. */
export interface NewAuditEvent {
  type: AuditEventType;
  /** The actor's proof, for actions that need one. */
  auth?: AuditRecord;
  /** Hashes, revision and size of the document at that time. */
  doc?: AuditRecord;
  data?: AuditRecord;
}

/** The events of a file, oldest first. The caller has authorised the reader. */
export async function readTrail(ctx: Pick<Ctx, "db">, fileId: number): Promise<AuditEvent[]> {
  return ctx.db.select().from(auditEvents).where(eq(auditEvents.fileId, fileId)).orderBy(asc(auditEvents.seq));
}

/** The first event at which a file's stored chain breaks, or null if it is intact (invariant I4). */
export function trailBreaksAt(
  file: { uuid: string; originalSha256: string },
  events: readonly AuditEvent[],
): number | null {
  return firstBreak(
    file.uuid,
    file.originalSha256,
    events.map((event) => ({
      v: event.v,
      file: file.uuid,
      seq: event.seq,
      type: event.type,
      at: event.at.toISOString(),
      actor: event.actor,
      auth: event.auth,
      net: event.net,
      doc: event.doc,
      data: event.data,
      prev: event.prev,
      hash: event.hash,
    })),
  );
}
