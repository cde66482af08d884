import { and, eq, lt, ne, sql } from "drizzle-orm";
import { webhookDeliveries, webhookEndpoints, type WebhookDelivery, type WebhookEndpoint } from "@/db/schema/webhooks";
import { events } from "@/db/views";
import { systemActor, type Ctx } from "@/lib/platform/context";
import { appendAuditEvent } from "@/lib/records/audit/append";
import { enqueue } from "@/lib/records/outbox/enqueue";
import { nextDelaySeconds, type AttemptOutcome } from "./attempt-delivery";
import { disableEndpoint } from "./endpoints";

const failuresToDisable = 20;
/** Maximum attempts shown per delivery. */
const maxShownAttempts = 50;

/** Records the outcome of an attempt: the log, the next attempt, and the endpoint's consecutive failures. */
export async function settleDelivery(
  ctx: Ctx,
  worker: string,
  delivery: WebhookDelivery,
  outcome: AttemptOutcome,
  schedule: readonly number[],
): Promise<void> {
  await ctx.tx(async (tx) => {
    const [endpoint] = await tx.db
      .select()
      .from(webhookEndpoints)
      .where(eq(webhookEndpoints.id, delivery.endpointId))
      .for("no key update");
    if (!endpoint) return;
    const isOurs = and(eq(webhookDeliveries.id, delivery.id), eq(webhookDeliveries.leasedBy, worker));
    const [current] = await tx.db.select().from(webhookDeliveries).where(isOurs).for("update");
    if (!current) return;
    const tries = current.tries + 1;
    const attempts = [...current.attempts, outcome.attempt].slice(-maxShownAttempts);
    const next = nextState(endpoint, current, tries, outcome, schedule);
    await tx.db
      .update(webhookDeliveries)
      .set({ ...next, tries, attempts, leasedUntil: null, leasedBy: null })
      .where(isOurs);
    if (delivery.eventId === null) return;
    await settleEndpoint(tx, endpoint, outcome);
    if (next.status !== "pending") await noteEnd(tx, endpoint, delivery.eventId, next.status);
  });
}

/** Records the end of a delivery in the trail of its document, if it is about one. Individual attempts are only in the delivery log. */
async function noteEnd(
  ctx: Ctx,
  endpoint: WebhookEndpoint,
  eventId: number,
  status: "succeeded" | "failed",
): Promise<void> {
  const [event] = await ctx.db
    .select({ fileId: events.fileId, type: events.type })
    .from(events)
    .where(eq(events.id, eventId));
  if (!event || event.fileId === null) return;
  await appendAuditEvent(ctx, systemActor, event.fileId, {
    type: status === "succeeded" ? "webhook.delivered" : "webhook.failed",
    data: { webhookId: endpoint.id, told: event.type },
  });
}

type NextState = Pick<WebhookDelivery, "status"> & { nextAttemptAt?: ReturnType<typeof sql> };

function nextState(
  endpoint: WebhookEndpoint,
  delivery: WebhookDelivery,
  tries: number,
  { attempt, retryAfterSeconds }: AttemptOutcome,
  schedule: readonly number[],
): NextState {
  if (attempt.error === null) return { status: "succeeded" };
  const isTest = delivery.eventId === null;
  const isOver = isTest || endpoint.disabledAt !== null || attempt.error === "document_missing";
  const delay = isOver ? null : nextDelaySeconds(schedule, tries, Math.random());
  if (delay === null) return { status: "failed" };
  return {
    status: "pending",
    nextAttemptAt: sql`now() + make_interval(secs => ${Math.max(delay, retryAfterSeconds)}::float8)`,
  };
}

async function settleEndpoint(ctx: Ctx, endpoint: WebhookEndpoint, { attempt }: AttemptOutcome): Promise<void> {
  const failuresInRow = attempt.error === null ? 0 : endpoint.failuresInRow + 1;
  await ctx.db
    .update(webhookEndpoints)
    .set({ failuresInRow, lastDeliveryAt: sql`now()` })
    .where(eq(webhookEndpoints.id, endpoint.id));
  const reason = attempt.error === "gone" ? "gone" : failuresInRow >= failuresToDisable ? "failing" : null;
  if (reason === null || endpoint.disabledAt !== null) return;
  await disableEndpoint(ctx, endpoint.id, reason);
  await enqueue(ctx, "webhookMail", { webhookId: endpoint.id });
}

export const retentionDays = 30;

/** Deletes finished deliveries with their responses after 30 days (docs/spec/limits.md). Events stay. */
export async function sweepDeliveries(ctx: Ctx): Promise<void> {
  const isOld = lt(webhookDeliveries.createdAt, sql`now() - make_interval(days => ${retentionDays}::int)`);
  await ctx.db.delete(webhookDeliveries).where(and(isOld, ne(webhookDeliveries.status, "pending")));
}
