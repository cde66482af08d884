import { and, asc, eq, inArray, isNotNull, isNull, max } from "drizzle-orm";
import { files, signRequests, type SignRequest } from "@/db/schema/files";
import { mailMessages, type MailMessageRow } from "@/db/schema/messages";
import { auditEvents, type AuditEvent } from "@/db/views";
import type { Actor, Ctx } from "@/lib/context/context";
import { getReadableFile, type ReadableFile } from "@/lib/documents/access";
import { assertNotInEnvelope } from "@/lib/documents/envelopes/pdfs";
import { statusNames } from "@/lib/documents/status";
import { toUuid } from "@/lib/platform/ids";
import { statusNumbers } from "@/lib/records/events/status";
import { isDone, signerStatusIn } from "@/lib/requests/state/status";
import type { Progress } from "./schema";

/** Per signer: whether they viewed the document, and the state of their e-mails. */
const watched = [
  "document.viewed",
  "mail.queued",
  "mail.sent",
  "mail.failed",
  "mail.bounced",
  "message.sent",
  "message.failed",
] as const;

/**
 * The progress of a request, small enough to poll every few seconds; `sequence` grows with every event. A signer learns
 * about others only what the file object shows. Throws `not_found`.
 */
export async function showProgress(ctx: Ctx, actor: Actor, input: { uuid: string }): Promise<Progress> {
  const readable = await getReadableFile(ctx, actor, { uuid: toUuid(input.uuid) });
  const { file } = readable;
  await assertNotInEnvelope(ctx, file);
  const signers = await ctx.db
    .select()
    .from(signRequests)
    .where(and(eq(signRequests.fileId, file.id), isNull(signRequests.removedAt)))
    .orderBy(asc(signRequests.signingOrder), asc(signRequests.id));
  const events = await ctx.db
    .select()
    .from(auditEvents)
    .where(and(eq(auditEvents.fileId, file.id), inArray(auditEvents.type, [...watched])))
    .orderBy(asc(auditEvents.seq));
  const mails = await ctx.db
    .select()
    .from(mailMessages)
    .where(and(eq(mailMessages.fileId, file.id), isNull(mailMessages.accountId), isNotNull(mailMessages.signRequestId)))
    .orderBy(asc(mailMessages.id));
  const sequence = await readSequence(ctx, file.uuid);
  return {
    uuid: file.uuid,
    status: statusNumbers[file.status],
    statusText: statusNames[file.status],
    sequence,
    signers: signers.map((signer) =>
      toSignerProgress(
        readable,
        signer,
        events.filter((event) => event.data.signRequestId === signer.id),
        mails.findLast((mail) => mail.signRequestId === signer.id) ?? null,
      ),
    ),
  };
}

/**
 * The number of the file's newest event. A page reads it before everything it shows, so that an event in between is
 * found by its next poll.
 */
export async function readSequence(ctx: Ctx, uuid: string): Promise<number> {
  const [head] = await ctx.db
    .select({ seq: max(auditEvents.seq) })
    .from(auditEvents)
    .innerJoin(files, eq(files.id, auditEvents.fileId))
    .where(eq(files.uuid, uuid));
  return head?.seq ?? 0;
}

function toSignerProgress(
  { file, isRequester, signRequest }: ReadableFile,
  signer: SignRequest,
  events: readonly AuditEvent[],
  last: Pick<MailMessageRow, "state" | "changedAt"> | null,
): Progress["signers"][number] {
  const seesEverything = isRequester || signer.id === signRequest?.id;
  const status = signerStatusIn(file.status, signer);
  const mail = events.findLast((event) => event.type === "mail.sent" || event.type === "mail.failed");
  const code = events.findLast((event) => event.data.template === "code");
  return {
    signRequestId: signer.id,
    role: signer.role,
    status,
    told: seesEverything ? toTime(signer.notifiedAt) : null,
    opened: seesEverything ? toTime(events.find((event) => event.type === "document.viewed")?.at) : null,
    signed: toTime(signer.signedAt),
    done: isDone(signer) ? toTime(signer.closedAt) : null,
    copies: signer.role === "cc" && seesEverything ? copiesOf(events) : [],
    declined: status === "declined" ? toTime(signer.closedAt) : null,
    declineReason: seesEverything ? signer.declineReason : null,
    mailFailed: isRequester && (last?.state === "bounced" || mail?.type === "mail.failed"),
    mail: isRequester && last ? { state: last.state, at: last.changedAt.toISOString() } : null,
    codeFailed: signer.id === signRequest?.id && code?.type.endsWith(".failed") === true,
  };
}

/** The copies, by the latest event of each e-mail. */
function copiesOf(events: readonly AuditEvent[]): Progress["signers"][number]["copies"] {
  const mails = [
    { copy: "sent", template: "copy" },
    { copy: "completed", template: "completion" },
  ] as const;
  return mails.flatMap(({ copy, template }) => {
    const last = events.findLast(({ type, data }) => type.startsWith("mail.") && data.template === template);
    if (!last) return [];
    return [{ copy, at: last.at.toISOString(), state: stateAfter(last.type) }];
  });
}

/** A report of an e-mail's delivery follows its sending. */
function stateAfter(type: string): "queued" | "sent" | "failed" {
  if (type === "mail.queued") return "queued";
  return type === "mail.failed" || type === "mail.bounced" ? "failed" : "sent";
}

function toTime(at: Date | null | undefined): string | null {
  return at?.toISOString() ?? null;
}
