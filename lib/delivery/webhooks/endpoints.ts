import { and, asc, count, eq, isNull, sql } from "drizzle-orm";
import { accounts } from "@/db/schema/accounts";
import { webhookDeliveries, webhookEndpoints, type WebhookEndpoint } from "@/db/schema/webhooks";
import { assertMayRequest, provedActor } from "@/lib/accounts/actor";
import { assertValidCredential } from "@/lib/accounts/valid-credential";
import type { AccountActor, Actor, Ctx } from "@/lib/context/context";
import { madeId, madeText, markDone, type Made } from "@/lib/context/idempotency/keys";
import { countAttempt } from "@/lib/context/rates/counters";
import type { EndpointChange, NewEndpoint } from "@/lib/delivery/schema";
import { DomainError, invalid } from "@/lib/platform/errors";
import { atMember } from "@/lib/platform/outbound";
import { makeEndpointSecret } from "@/lib/records/events/add-callback";
import { enqueue } from "@/lib/records/outbox/enqueue";

/** A change of a webhook, of which its owner gets an e-mail. `host` is that of its URL, with the port. */
export interface WebhookChange {
  kind: "added" | "moved" | "rotated";
  host: string;
  byToken: boolean;
}

/**
 * Subscribes a URL to future events of the caller's documents. The secret is returned only this once, and the owner
 * gets an e-mail. Throws `forbidden`, `email_unproved`, `url_not_allowed`, `validation_failed` (too many webhooks),
 * `rate_limited`.
 */
export async function addEndpoint(
  ctx: Ctx,
  actor: Actor,
  { url, events, description }: NewEndpoint,
): Promise<{ endpoint: WebhookEndpoint; secret: string }> {
  assertMayRequest(actor);
  const acting = provedActor(actor);
  const { account } = acting;
  await atMember("/url", () => ctx.outbound.assertAllowed(url, { account: account.id }));
  await countChange(ctx, acting);
  const secret = makeEndpointSecret(ctx);
  const endpoint = await ctx.tx(async (tx) => {
    await assertValidCredential(tx, acting);
    await assertRoomForEndpoint(tx, account.id);
    const [made] = await tx.db
      .insert(webhookEndpoints)
      .values({
        accountId: account.id,
        url,
        events: events ? [...new Set(events)] : null,
        description: description || null,
        sealedSecret: secret.sealed,
      })
      .returning();
    if (!made) throw new Error("the endpoint was not written");
    await notifyOwner(tx, acting, "added", url);
    await markDone(tx, { webhookId: made.id }, secret.text);
    return made;
  });
  ctx.wakeOutbox();
  return { endpoint, secret: secret.text };
}

const hour = 3600;

/** Each change sends an e-mail, and these e-mails must not delay the codes of other accounts. */
async function countChange(ctx: Ctx, { account }: AccountActor): Promise<void> {
  const { count: made, secondsLeft } = await countAttempt(ctx, `webhook-changes:${account.id}`, hour);
  if (made > ctx.limits.webhookChangesPerHour)
    throw new DomainError("rate_limited", {
      retryAfterSeconds: secondsLeft,
      detail: `An account may add webhooks, change their URLs and replace their secrets ${ctx.limits.webhookChangesPerHour} times an hour.`,
    });
}

/**
 * A webhook outlives the token that created it, and the owner's password. The job contains the host, because the
 * webhook may be deleted before the e-mail is sent.
 */
async function notifyOwner(
  tx: Ctx,
  { account, proof }: AccountActor,
  kind: WebhookChange["kind"],
  url: string,
): Promise<void> {
  const change: WebhookChange = { kind, host: new URL(url).host, byToken: proof === "token" };
  const payload = { template: "webhook_changed", accountId: account.id } as const;
  await enqueue(tx, "accountMail", payload, { secret: JSON.stringify(change) });
}

async function assertRoomForEndpoint(ctx: Ctx, accountId: number): Promise<void> {
  await ctx.db.select({ id: accounts.id }).from(accounts).where(eq(accounts.id, accountId)).for("no key update");
  const [live] = await ctx.db
    .select({ count: count() })
    .from(webhookEndpoints)
    .where(and(eq(webhookEndpoints.accountId, accountId), isNull(webhookEndpoints.fileId)));
  const most = ctx.limits.webhooksPerAccount;
  if ((live?.count ?? 0) >= most)
    throw invalid("", "too_many", `An account has at most ${most} webhooks; delete one first`);
}

/**
 * Changes the given members. The owner gets an e-mail about a new URL, also one of a document's callback. Enabling
 * resets the failure count. A form callback always keeps its single event, the signed document. Throws `not_found`,
 * `forbidden`, `url_not_allowed`, `validation_failed`, `rate_limited`.
 */
export async function changeEndpoint(
  ctx: Ctx,
  actor: Actor,
  id: number,
  { url, events, description, enabled }: EndpointChange,
): Promise<WebhookEndpoint> {
  const acting = assertMayRequest(actor);
  const { format, accountId, url: earlier } = await getOwnEndpoint(ctx, actor, id);
  if (events !== undefined && format === "multipart")
    throw invalid("/events", "not_allowed", "A callback that gets the signed document as a form receives nothing else");
  if (url !== undefined) await atMember("/url", () => ctx.outbound.assertAllowed(url, { account: accountId }));
  if (url !== undefined && url !== earlier) await countChange(ctx, acting);
  const changed = await ctx.tx(async (tx) => {
    // The name lookup may have taken seconds.
    await assertValidCredential(tx, acting);
    const endpoint = await lockOwnEndpoint(tx, actor, id);
    const change = {
      ...(url === undefined ? {} : { url }),
      ...(events === undefined ? {} : { events: events && [...new Set(events)] }),
      ...(description === undefined ? {} : { description: description || null }),
      ...(enabled === true ? { disabledAt: null, disabledReason: null, failuresInRow: 0 } : {}),
    };
    if (Object.keys(change).length > 0)
      await tx.db.update(webhookEndpoints).set(change).where(eq(webhookEndpoints.id, id));
    if (enabled === false && endpoint.disabledAt === null) await disableEndpoint(tx, id, "owner");
    if (url !== undefined && url !== endpoint.url) await notifyOwner(tx, acting, "moved", url);
    return lockOwnEndpoint(tx, actor, id);
  });
  ctx.wakeOutbox();
  return changed;
}

/**
 * The caller's own endpoint. Another account's and a missing one are `not_found`. Throws `forbidden` for an account
 * that may not request signatures.
 */
export async function getOwnEndpoint(ctx: Ctx, actor: Actor, id: number): Promise<WebhookEndpoint> {
  const [endpoint] = await ctx.db.select().from(webhookEndpoints).where(isOwn(actor, id));
  return found(endpoint);
}

/** Like `getOwnEndpoint`, locking the row until the transaction ends. */
export async function lockOwnEndpoint(ctx: Ctx, actor: Actor, id: number): Promise<WebhookEndpoint> {
  const [endpoint] = await ctx.db.select().from(webhookEndpoints).where(isOwn(actor, id)).for("no key update");
  return found(endpoint);
}

/** The endpoint and secret recorded by a call whose response was lost. */
export async function getMadeEndpoint(
  ctx: Ctx,
  actor: Actor,
  made: Made,
): Promise<{ endpoint: WebhookEndpoint; secret: string }> {
  return { endpoint: await getOwnEndpoint(ctx, actor, madeId(made, "webhookId")), secret: madeText(made, "secret") };
}

function isOwn(actor: Actor, id: number) {
  return and(eq(webhookEndpoints.id, id), eq(webhookEndpoints.accountId, assertMayRequest(actor).account.id));
}

function found(endpoint: WebhookEndpoint | undefined): WebhookEndpoint {
  if (!endpoint) throw new DomainError("not_found");
  return endpoint;
}

/** The caller's subscriptions, or the callback of one of the caller's files. */
export async function listEndpoints(
  ctx: Ctx,
  actor: Actor,
  { fileId }: { fileId?: number | undefined },
): Promise<WebhookEndpoint[]> {
  const { account } = assertMayRequest(actor);
  const ofWhat = fileId === undefined ? isNull(webhookEndpoints.fileId) : eq(webhookEndpoints.fileId, fileId);
  return ctx.db
    .select()
    .from(webhookEndpoints)
    .where(and(eq(webhookEndpoints.accountId, account.id), ofWhat))
    .orderBy(asc(webhookEndpoints.id));
}

/** Deletes a subscription and its delivery log. The events stay. Throws `not_found`, `forbidden`. */
export async function removeEndpoint(ctx: Ctx, actor: Actor, id: number): Promise<{ message: string }> {
  await ctx.tx(async (tx) => {
    await lockOwnEndpoint(tx, actor, id);
    await tx.db.delete(webhookEndpoints).where(eq(webhookEndpoints.id, id));
    await markDone(tx, { webhookId: id });
  });
  return { message: "The webhook is deleted." };
}

const bothValidHours = 24;

/**
 * A new secret, returned only this once, of which the owner gets an e-mail. For 24 h everything is signed with both the
 * new and the previous one. Throws `not_found`, `forbidden`, `rate_limited`.
 */
export async function rotateSecret(
  ctx: Ctx,
  actor: Actor,
  id: number,
): Promise<{ endpoint: WebhookEndpoint; secret: string }> {
  const acting = assertMayRequest(actor);
  await getOwnEndpoint(ctx, actor, id);
  await countChange(ctx, acting);
  const secret = makeEndpointSecret(ctx);
  const rotated = await ctx.tx(async (tx) => {
    await assertValidCredential(tx, acting);
    const { sealedSecret } = await lockOwnEndpoint(tx, actor, id);
    const [endpoint] = await tx.db
      .update(webhookEndpoints)
      .set({
        sealedSecret: secret.sealed,
        previousSealedSecret: sealedSecret,
        previousSecretUntil: sql`now() + make_interval(hours => ${bothValidHours}::int)`,
      })
      .where(eq(webhookEndpoints.id, id))
      .returning();
    if (!endpoint) throw new Error("the endpoint is gone");
    await notifyOwner(tx, acting, "rotated", endpoint.url);
    await markDone(tx, { webhookId: id }, secret.text);
    return { endpoint, secret: secret.text };
  });
  ctx.wakeOutbox();
  return rotated;
}

/**
 * Fails every pending delivery of an endpoint. They can be retried manually after it is enabled again. Call it in a
 * transaction that holds the lock of the endpoint's row.
 */
export async function disableEndpoint(
  ctx: Ctx,
  endpointId: number,
  reason: NonNullable<WebhookEndpoint["disabledReason"]>,
): Promise<void> {
  await ctx.db
    .update(webhookEndpoints)
    .set({ disabledAt: sql`now()`, disabledReason: reason })
    .where(eq(webhookEndpoints.id, endpointId));
  await ctx.db
    .update(webhookDeliveries)
    .set({ status: "failed" })
    .where(and(eq(webhookDeliveries.endpointId, endpointId), eq(webhookDeliveries.status, "pending")));
}
