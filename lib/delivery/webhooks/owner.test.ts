import { asc, eq, sql } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { accounts } from "@/db/schema/accounts";
import { webhookDeliveries, webhookEndpoints } from "@/db/schema/webhooks";
import { useCommittedDatabase } from "@/db/testing/test-database";
import { events } from "@/db/views";
import { changeAccount } from "@/lib/accounts/change";
import { deleteFile } from "@/lib/documents/delete";
import { updateRequest } from "@/lib/requests/update";
import { withdrawFile } from "@/lib/requests/withdraw";
import { actingAs, makeAccount } from "@/lib/testing/accounts";
import {
  getDelivery,
  listDeliveries,
  listFailedDeliveries,
  redeliver,
  retryFailedDelivery,
  sendTest,
} from "./deliveries";
import { changeEndpoint, getOwnEndpoint, removeEndpoint, rotateSecret } from "./endpoints";
import { deliverAll, idOf, oneDelivery, typeOf, useHooks, verify } from "./testing/hooks";
import { status, type Received } from "./testing/receiver";
import { sweepDeliveries } from "./worker";

const database = useCommittedDatabase();
const { draftWithHook } = useHooks(() => database().db);

describe("the owner", () => {
  test("rotates the secret: both are valid for a day, then only the new one", async () => {
    const { ctx, receiver, made, id, secret } = await draftWithHook();
    const rotated = await rotateSecret(ctx, made.actor, id);
    await sendTest(ctx, made.actor, id);
    await deliverAll(ctx);
    await ctx.db.update(webhookEndpoints).set({ previousSecretUntil: sql`now() - interval '1 second'` });
    await sendTest(ctx, made.actor, id);
    await deliverAll(ctx);
    const [both, one] = receiver.received as [Received, Received];
    expect(verify(rotated.secret, both)).toEqual(verify(secret, both));
    expect(verify(rotated.secret, one)).toMatchObject({ type: "webhook.test", data: { webhookId: id } });
    expect(() => verify(secret, one)).toThrow();
  });

  test("sends a test, also to a disabled webhook, which is tried once and does not count as a failure @exhaustive", async () => {
    const { ctx, receiver, made, id } = await draftWithHook();
    await changeEndpoint(ctx, made.actor, id, { enabled: false });
    receiver.answers.push(status(410));
    const { delivery } = await sendTest(ctx, made.actor, id);
    await deliverAll(ctx, [0, 0]);
    expect(await getDelivery(ctx, made.actor, { id, deliveryId: delivery.id })).toMatchObject({
      delivery: { status: "failed", attempts: [{ statusCode: 410 }] },
    });
    expect(await getOwnEndpoint(ctx, made.actor, id)).toMatchObject({ disabledReason: "owner", failuresInRow: 0 });
  });

  test("retries a delivery under the same webhook-id with its earlier tries in the log, but not to a disabled webhook @exhaustive", async () => {
    const { ctx, receiver, made, id } = await draftWithHook();
    receiver.answers.push(status(500), status(200));
    const { delivery } = await oneDelivery(ctx, made);
    await deliverAll(ctx);
    await redeliver(ctx, made.actor, { id, deliveryId: delivery.id });
    await deliverAll(ctx);
    expect(new Set(receiver.received.map(idOf))).toEqual(new Set([delivery.publicId]));
    expect((await getDelivery(ctx, made.actor, { id, deliveryId: delivery.id })).delivery).toMatchObject({
      status: "succeeded",
      attempts: [{ statusCode: 500 }, { statusCode: 200 }],
    });
    await changeEndpoint(ctx, made.actor, id, { enabled: false });
    await expect(redeliver(ctx, made.actor, { id, deliveryId: delivery.id })).rejects.toMatchObject({
      code: "validation_failed",
    });
  });

  test("receives nothing while the account may not request signatures", async () => {
    const { ctx, receiver, made } = await draftWithHook();
    await updateRequest(ctx, made.actor, { uuid: made.file.uuid, status: 1 });
    await deliverAll(ctx);
    receiver.received.length = 0;
    await ctx.db.update(accounts).set({ role: "signer" }).where(eq(accounts.id, made.requester.id));
    await withdrawFile(ctx, made.actor, { fileId: made.file.id });
    await deliverAll(ctx);
    expect(receiver.received).toEqual([]);
    await ctx.db.update(accounts).set({ role: "requester" }).where(eq(accounts.id, made.requester.id));
    await deleteFile(ctx, made.actor, { uuid: made.file.uuid });
    await deliverAll(ctx);
    expect(receiver.received.map(typeOf)).toEqual(["file.deleted"]);
  });

  test("receives no waiting event and no retry after an administrator has revoked the right @exhaustive", async () => {
    const { ctx, receiver, made } = await draftWithHook();
    const admin = actingAs(await makeAccount(ctx, { role: "admin" }));
    await updateRequest(ctx, made.actor, { uuid: made.file.uuid, status: 1 });
    await changeAccount(ctx, admin, made.requester.id, { role: "signer" });
    await deliverAll(ctx);
    const { rows } = await listFailedDeliveries(ctx, admin, {});
    expect(rows.length).toBeGreaterThan(0);
    await expect(retryFailedDelivery(ctx, admin, rows[0]?.delivery.id ?? 0)).rejects.toMatchObject({
      code: "validation_failed",
    });
    expect(receiver.received).toEqual([]);
  });

  test("cannot see, change or use another account's webhook", async () => {
    const { ctx, made, id } = await draftWithHook();
    const { delivery } = await oneDelivery(ctx, made);
    const stranger = actingAs(await makeAccount(ctx));
    const calls = [
      () => getOwnEndpoint(ctx, stranger, id),
      () => changeEndpoint(ctx, stranger, id, { enabled: false }),
      () => removeEndpoint(ctx, stranger, id),
      () => rotateSecret(ctx, stranger, id),
      () => sendTest(ctx, stranger, id),
      () => listDeliveries(ctx, stranger, id, {}),
      () => redeliver(ctx, stranger, { id, deliveryId: delivery.id }),
    ];
    for (const call of calls) await expect(call()).rejects.toMatchObject({ code: "not_found" });
    expect(await getOwnEndpoint(ctx, made.actor, id)).toMatchObject({ disabledAt: null });
  });
});

test("stores no webhook secret in clear, and deletes responses after 30 days @exhaustive", async () => {
  const { ctx, made, id, secret } = await draftWithHook();
  await oneDelivery(ctx, made);
  await deliverAll(ctx);
  const [endpoint] = await ctx.db.select().from(webhookEndpoints).where(eq(webhookEndpoints.id, id));
  expect(endpoint?.sealedSecret.includes(Buffer.from(secret.slice(6), "base64"))).toBe(false);
  await sweepDeliveries(ctx);
  expect(await ctx.db.$count(webhookDeliveries)).toBe(1);
  await ctx.db.update(webhookDeliveries).set({ createdAt: sql`now() - interval '31 days'` });
  await sweepDeliveries(ctx);
  expect(await ctx.db.$count(webhookDeliveries)).toBe(0);
  expect((await ctx.db.select().from(events).orderBy(asc(events.id))).length).toBeGreaterThan(0);
});
