import { randomUUID } from "node:crypto";
import { and, eq, lt, ne, sql } from "drizzle-orm";
import { webhookDeliveries, webhookEndpoints, type WebhookDelivery, type WebhookEndpoint } from "@/db/schema/webhooks";
import { events } from "@/db/views";
import { systemActor, type Ctx } from "@/lib/context/context";
import { traced } from "@/lib/platform/telemetry/tracing";
import { appendAuditEvent } from "@/lib/records/audit/append";
import { isMine, isUnleased, leaseOf, noLease, startLoop, whileLeased, type Worker } from "@/lib/records/leased-work";
import { enqueue } from "@/lib/records/outbox/enqueue";
import { getsEventsSql } from "@/lib/records/write-at-end";
import { attemptDelivery, nextDelaySeconds, standardSchedule, type AttemptOutcome } from "./attempt-delivery";
import { disableEndpoint } from "./endpoints";

interface WebhookWorkerSettings {
  /** `WEBHOOK_SCHEDULE`: seconds before each retry. */
  schedule?: readonly number[] | null;
}

const atOnce = 32;
const failingAtOnce = atOnce / 2;

/** Sends due deliveries until stopped. Any number of workers and processes may run concurrently. */
export function startWebhookWorker(ctx: Ctx, { schedule }: WebhookWorkerSettings = {}): Worker {
  const name = randomUUID();
  return startLoop<number>({
    // Not every change that writes an event wakes the worker.
    pollMilliseconds: 1000,
    claim: (running) => claimDeliveries(ctx, name, roomBeside(running.length)),
    run: (id) => deliver(ctx, name, id, schedule ?? standardSchedule),
    // Deliveries wait for earlier ones of their document, endpoint and account.
    isAwaited: () => true,
    onError(error, delivery) {
      if (delivery === null) ctx.log.error({ err: error }, "webhooks: could not claim");
      else ctx.log.error({ err: error, delivery }, "webhooks: a delivery was interrupted");
    },
  });
}

function roomBeside(running: number): Room {
  return { total: atOnce - running, failing: Math.max(1, failingAtOnce - running) };
}

/** Sends every delivery that is due now, once. Returns the number. Tests call it directly. */
export async function deliverDue(ctx: Ctx, { schedule }: WebhookWorkerSettings = {}): Promise<number> {
  const worker = randomUUID();
  const ids = await claimDeliveries(ctx, worker, { total: atOnce, failing: atOnce });
  await Promise.all(ids.map((id) => deliver(ctx, worker, id, schedule ?? standardSchedule)));
  return ids.length;
}

/** Tries a claimed delivery once. If the worker dies in between, it is sent again with the same `webhook-id`. */
export async function deliver(
  ctx: Ctx,
  worker: string,
  deliveryId: number,
  schedule: readonly number[],
): Promise<void> {
  const [row] = await ctx.db
    .select({ delivery: webhookDeliveries, endpoint: webhookEndpoints, event: events })
    .from(webhookDeliveries)
    .innerJoin(webhookEndpoints, eq(webhookDeliveries.endpointId, webhookEndpoints.id))
    .leftJoin(events, eq(webhookDeliveries.eventId, events.id))
    .where(eq(webhookDeliveries.id, deliveryId));
  if (!row) return;
  await whileLeased(ctx, webhookDeliveries, { id: deliveryId, worker }, () =>
    traced({ name: "webhook delivery", kind: "consumer" }, async () => {
      const outcome = await attemptDelivery(ctx, row.endpoint, row.delivery, row.event);
      await settleDelivery(ctx, worker, row.delivery, outcome, schedule);
    }),
  );
}

const atOncePerEndpoint = 4;
/** Per account across its endpoints and callbacks, so that slow receivers delay only their own account. */
export const atOncePerAccount = 8;
/** Only the beginning of a long queue is considered. */
const lookedAtPerEndpoint = 32;

interface Room {
  total: number;
  /** Slots among these for endpoints whose last call failed: they fail slowly and must not delay the others. */
  failing: number;
}

/**
 * Claims due deliveries for `worker`, fairly between endpoints and accounts: up to 4 at once for a responsive endpoint,
 * one for an endpoint whose last call failed, and 8 for an account, whose further deliveries queue behind the first
 * ones of other accounts. Deliveries of one file are sent sequentially, so that events arrive in order as long as
 * nothing fails. Returns their ids.
 */
export async function claimDeliveries(ctx: Ctx, worker: string, room: Room): Promise<number[]> {
  if (room.total <= 0) return [];
  const chosen = sql`
    with busy as (
      select held.endpoint_id, event.file_id, endpoint.account_id from webhook_deliveries held join webhook_endpoints endpoint on endpoint.id = held.endpoint_id
      left join events event on event.id = held.event_id where held.leased_until > now()
    ), waiting as (
      select distinct endpoint_id from webhook_deliveries where status = 'pending' and next_attempt_at <= now()
    ), due as (
      select oldest.*, event.file_id, endpoint.account_id, endpoint.failures_in_row > 0 as is_failing,
        row_number() over (partition by oldest.endpoint_id, coalesce(event.file_id, -oldest.id) order by oldest.id) as place_in_file
      from waiting join webhook_endpoints endpoint on endpoint.id = waiting.endpoint_id
      join accounts owner on owner.id = endpoint.account_id and ${getsEventsSql}
      cross join lateral (
        select id, endpoint_id, event_id, next_attempt_at from webhook_deliveries delivery
        where delivery.endpoint_id = endpoint.id and status = 'pending' and next_attempt_at <= now() and ${isUnleased}
          and (endpoint.disabled_at is null or event_id is null)
        order by next_attempt_at, id limit ${lookedAtPerEndpoint}::int
      ) oldest left join events event on event.id = oldest.event_id
    ), free as (
      select due.*, row_number() over (partition by due.endpoint_id order by due.next_attempt_at, due.id)
        + (select count(*) from busy where busy.endpoint_id = due.endpoint_id) as place
      from due
      where place_in_file = 1 and not exists (select 1 from busy where busy.endpoint_id = due.endpoint_id and busy.file_id = due.file_id)
    ), placed as (
      select free.*, row_number() over (partition by account_id order by place, next_attempt_at, id)
        + (select count(*) from busy where busy.account_id = free.account_id) as place_in_account
      from free where place <= case when is_failing then 1 else ${atOncePerEndpoint}::int end
    ), ranked as (
      select placed.*, row_number() over (partition by is_failing order by place_in_account, next_attempt_at, id) as rank
      from placed where place_in_account <= ${atOncePerAccount}::int
    )
    select id from ranked where not is_failing or rank <= ${room.failing}::int order by place_in_account, next_attempt_at, id limit ${room.total}::int`;
  const claimed = await ctx.db
    .update(webhookDeliveries)
    .set(leaseOf(worker))
    .where(
      sql`${webhookDeliveries.id} in (
      select id from webhook_deliveries where id in (${chosen})
        and status = 'pending' and ${isUnleased} for update skip locked)`,
    )
    .returning({ id: webhookDeliveries.id });
  return claimed.map(({ id }) => id);
}

const failuresToDisable = 20;
/** Maximum attempts shown per delivery. */
const maxShownAttempts = 50;

/** Records the outcome of an attempt: the log, the next attempt, and the endpoint's consecutive failures. */
async function settleDelivery(
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
    const isOurs = isMine(webhookDeliveries, delivery.id, worker);
    const [current] = await tx.db.select().from(webhookDeliveries).where(isOurs).for("update");
    if (!current) return;
    const tries = current.tries + 1;
    const attempts = [...current.attempts, outcome.attempt].slice(-maxShownAttempts);
    const next = nextState(endpoint, current, tries, outcome, schedule);
    await tx.db
      .update(webhookDeliveries)
      .set({ ...next, tries, attempts, ...noLease })
      .where(isOurs);
    if (delivery.eventId === null) return;
    await settleEndpoint(tx, endpoint, outcome);
    if (next.status !== "pending") await noteEnd(tx, endpoint, delivery.eventId, next.status);
  });
}

/**
 * Records the end of a delivery in the trail of its document, if it is about one. Individual attempts are only in the
 * delivery log.
 */
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
    // `told` is the type of the delivered event. Stored chains contain this name.
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
  const delay = isOver ? null : nextDelaySeconds(schedule, tries);
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
