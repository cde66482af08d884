import { appendAuditEvent } from "@/lib/audit/append";
import type { AuditRecord } from "@/lib/audit/events";
import { systemActor, type Ctx } from "@/lib/context";
import { MessagingError } from "@/lib/messaging/messenger";
import type { TextGateway } from "@/lib/messaging/text-gateway";
import { FinalFailure } from "@/lib/outbox/worker";

export interface TextToSend {
  file: { id: number; uuid: string };
  to: string;
  text: string;
  /** The job's key: the same over retries. */
  jobKey: string;
  /** What the trail says of the message. */
  about: AuditRecord;
}

/** Hands one short message over, and notes `message.sent`, or `message.failed` where no retry can help. Other failures are left to the outbox. */
export async function sendText(
  ctx: Ctx,
  gateway: TextGateway,
  { file, to, text, jobKey, about }: TextToSend,
): Promise<void> {
  try {
    const { providerId } = await gateway.send({ to, text, idempotencyKey: `paraph-${file.uuid}-${jobKey}` });
    await ctx.tx((tx) =>
      appendAuditEvent(tx, systemActor, file.id, { type: "message.sent", data: { ...about, providerId } }),
    );
  } catch (error) {
    if (!(error instanceof MessagingError) || error.retryable) throw error;
    throw await messageFailed(ctx, file.id, about, error.detail);
  }
}

/** Notes that a message will never be sent; answers what ends its job. */
export async function messageFailed(
  ctx: Ctx,
  fileId: number,
  about: AuditRecord,
  reason: string,
): Promise<FinalFailure> {
  await ctx.tx((tx) => appendAuditEvent(tx, systemActor, fileId, { type: "message.failed", data: about }));
  return new FinalFailure(reason);
}
