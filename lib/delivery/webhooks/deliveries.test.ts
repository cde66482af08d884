import { eq, sql } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { webhookDeliveries, webhookEndpoints } from "@/db/schema/webhooks";
import { useCommittedDatabase } from "@/db/testing/test-database";
import { auditEvents, events } from "@/db/views";
import { deleteFile } from "@/lib/documents/delete";
import { recordBulkEvent } from "@/lib/records/audit/record-events";
import { listEvents, toEventListWire } from "@/lib/records/events/wire";
import { updateRequest } from "@/lib/requests/update";
import { withdrawFile } from "@/lib/requests/withdraw";
import { actingAs, makeAccount } from "@/lib/testing/accounts";
import { present } from "@/lib/testing/representatives";
import { deliverMails, linkOf, makeRequest } from "@/lib/testing/requests";
import { getDelivery, listDeliveries } from "./deliveries";
import { addEndpoint, changeEndpoint, getOwnEndpoint } from "./endpoints";
import {
  deliverAll,
  idOf,
  makeDue,
  oneDelivery,
  subscribed,
  typeOf,
  useHooks,
  verify,
  withdrawnAfterRelease,
} from "./testing/hooks";
import { hangUp, status, type Received } from "./testing/receiver";
import { claimDeliveries, deliverDue, startWebhookWorker } from "./worker";

const database = useCommittedDatabase();
const { makeReceiver, contextFor, draftWithHook } = useHooks(() => database().db);

describe("a delivery", () => {
  test("has a signature that the reference package accepts, and rejects with another secret, body, id or time @exhaustive", async () => {
    const { ctx, receiver, made, secret } = await draftWithHook();
    await updateRequest(ctx, made.actor, { uuid: made.file.uuid, status: 1 });
    await deliverAll(ctx);
    const first = present(receiver.received[0]);
    expect(verify(secret, first)).toMatchObject({
      type: "file.released",
      data: { fileId: made.file.id, status: 1, sequence: 2 },
    });
    const other = await subscribed(ctx, receiver, made);
    expect(() => verify(other.secret, first)).toThrow();
    expect(() => verify(secret, { ...first, body: Buffer.concat([first.body, Buffer.from(" ")]) })).toThrow();
    for (const [name, value] of [
      ["webhook-id", "evt_other"],
      ["webhook-timestamp", String(Number(first.headers["webhook-timestamp"]) - 1)],
      ["webhook-timestamp", String(Number(first.headers["webhook-timestamp"]) - 301)],
    ] as const) {
      expect(() => verify(secret, { ...first, headers: { ...first.headers, [name]: value } })).toThrow();
    }
  });

  test("matches the event log, keeps its order while nothing fails, and contains no link, code or address", async () => {
    const { ctx, receiver, made } = await draftWithHook();
    await updateRequest(ctx, made.actor, { uuid: made.file.uuid, status: 1 });
    await withdrawFile(ctx, made.actor, { fileId: made.file.id });
    await deleteFile(ctx, made.actor, { uuid: made.file.uuid });
    await deliverAll(ctx);
    const log = toEventListWire(await listEvents(ctx, made.requester.id, { after: 1, length: 100 })).data;
    expect(log.map(({ type }) => type)).toEqual([
      "file.released",
      "sign_request.notified",
      "sign_request.notified",
      "file.cancelled",
      "file.deleted",
    ]);
    expect(
      receiver.received.map(({ headers, body }) => ({
        id: headers["webhook-id"],
        ...(JSON.parse(body.toString()) as object),
      })),
    ).toEqual(log.map(({ position: _position, ...event }) => event));
    const sent = receiver.received.map(({ body }) => body.toString()).join();
    for (const { email } of made.signers)
      for (const secret of [email, linkOf(ctx, made.signers, email)]) expect(sent).not.toContain(secret);
  });

  test("reaches every subscribed webhook of the owner, and no other account's @exhaustive", async () => {
    const [all, some, foreign] = [await makeReceiver(), await makeReceiver(), await makeReceiver()];
    const ctx = contextFor(all, some, foreign);
    const made = await makeRequest(ctx);
    await subscribed(ctx, all, made);
    await subscribed(ctx, some, made, { events: ["file.released"] });
    await addEndpoint(ctx, actingAs(await makeAccount(ctx)), { url: foreign.url() });
    await updateRequest(ctx, made.actor, { uuid: made.file.uuid, status: 1 });
    await deliverAll(ctx);
    expect(all.received.map(typeOf)).toEqual(["file.released", "sign_request.notified", "sign_request.notified"]);
    expect(some.received.map(typeOf)).toEqual(["file.released"]);
    expect(foreign.received).toEqual([]);
    expect(idOf(all.received[0] as Received)).toBe(idOf(some.received[0] as Received));
  });

  test("of an event about a bulk send contains its facts and no document, and appears in no trail @exhaustive", async () => {
    const receiver = await makeReceiver();
    const ctx = contextFor(receiver);
    const made = await makeRequest(ctx);
    await subscribed(ctx, receiver, made, { events: ["bulk_send.completed"] });
    const before = await ctx.db.$count(auditEvents);
    const data = {
      bulkSendId: 3,
      templateId: 12,
      name: "Leases",
      total: 2,
      sent: 1,
      failed: 1,
      url: "https://x.example",
    };
    await recordBulkEvent(ctx, made.requester.id, data);
    await deliverAll(ctx);
    expect(receiver.received.map(({ body }) => JSON.parse(body.toString()) as object)).toMatchObject([
      { type: "bulk_send.completed", data },
    ]);
    expect((await ctx.db.select().from(webhookDeliveries)).map(({ status: state }) => state)).toEqual(["succeeded"]);
    expect(await ctx.db.$count(auditEvents)).toBe(before);
  });

  test("is not queued without a subscription @exhaustive", async () => {
    const ctx = contextFor();
    await makeRequest(ctx, { status: 1 });
    expect(await ctx.db.$count(webhookDeliveries)).toBe(0);
    expect(await ctx.db.$count(events)).toBe(4);
  });
});

describe("a receiver that", () => {
  test("fails is retried with the same webhook-id and a new time and signature, until it accepts the event @exhaustive", async () => {
    const { ctx, receiver, made, id, secret } = await draftWithHook();
    receiver.answers.push(
      status(500),
      hangUp,
      () => undefined,
      status(302, { location: receiver.url("/elsewhere") }),
      status(200),
    );
    await withdrawnAfterRelease(ctx, made);
    await ctx.db
      .delete(webhookDeliveries)
      .where(sql`${webhookDeliveries.id} > (select min(id) from webhook_deliveries)`);
    await deliverAll(ctx, [0, 0, 0, 0]);
    expect(receiver.received.map(({ path }) => path)).toEqual(Array(5).fill("/hook"));
    expect(new Set(receiver.received.map(idOf)).size).toBe(1);
    for (const one of receiver.received) expect(verify(secret, one)).toMatchObject({ type: "file.released" });
    const {
      rows: [row],
    } = await listDeliveries(ctx, made.actor, id, {});
    expect(row?.delivery.attempts.map(({ statusCode, error, answer }) => [statusCode, error, answer])).toEqual([
      [500, "status", "said 500"],
      [null, "unreachable", null],
      [null, "unreachable", null],
      [302, "redirect", "said 302"],
      [200, null, "said 200"],
    ]);
    expect(row?.delivery).toMatchObject({ status: "succeeded", leasedUntil: null });
    expect((await getOwnEndpoint(ctx, made.actor, id)).failuresInRow).toBe(0);
  });

  test("is down is retried on the schedule, each wait within a tenth of it, and the delivery fails after the last @exhaustive", async () => {
    const { ctx, receiver, made, id } = await draftWithHook();
    receiver.answers.push(status(500));
    const { delivery } = await oneDelivery(ctx, made);
    const schedule = [5, 300];
    for (const seconds of schedule) {
      await deliverDue(ctx, { schedule });
      const [row] = await ctx.db
        .select({
          wait: sql<number>`extract(epoch from next_attempt_at - now())::float8`,
          status: webhookDeliveries.status,
        })
        .from(webhookDeliveries);
      expect(row?.status).toBe("pending");
      expect(row?.wait).toBeGreaterThan(seconds * 0.9 - 5);
      expect(row?.wait).toBeLessThanOrEqual(seconds * 1.1);
      await makeDue(ctx);
    }
    await deliverDue(ctx, { schedule });
    expect(await getDelivery(ctx, made.actor, { id, deliveryId: delivery.id })).toMatchObject({
      delivery: { status: "failed", tries: 3 },
    });
    expect(await deliverDue(ctx, { schedule })).toBe(0);
  });

  test.each([429, 503])("asks for time with %i gets it @exhaustive", async (code) => {
    const { ctx, receiver, made } = await draftWithHook();
    receiver.answers.push(status(code, { "retry-after": "3600" }));
    await oneDelivery(ctx, made);
    await deliverDue(ctx, { schedule: [1, 1] });
    const [row] = await ctx.db
      .select({ wait: sql<number>`extract(epoch from next_attempt_at - now())::float8` })
      .from(webhookDeliveries);
    expect(row?.wait).toBeGreaterThan(3500);
  });

  test("returns 410 is disabled at once, and its owner gets a mail and may enable it again @exhaustive", async () => {
    const { ctx, receiver, made, id } = await draftWithHook();
    receiver.answers.push(status(410));
    await withdrawnAfterRelease(ctx, made);
    await deliverDue(ctx);
    expect(await getOwnEndpoint(ctx, made.actor, id)).toMatchObject({ disabledReason: "gone" });
    expect((await listDeliveries(ctx, made.actor, id, {})).rows.map(({ delivery }) => delivery.status)).toEqual(
      Array(4).fill("failed"),
    );
    expect(receiver.received).toHaveLength(1);
    const mails = (await deliverMails(ctx)).filter(({ subject }) => subject === "A webhook was disabled");
    expect(mails).toMatchObject([{ to: made.requester.email }]);
    expect(mails[0]?.text).toContain(receiver.url());
    expect(await changeEndpoint(ctx, made.actor, id, { enabled: true })).toMatchObject({
      disabledAt: null,
      disabledReason: null,
      failuresInRow: 0,
    });
  });

  test("fails 20 times in a row is disabled, 19 are not enough, and later events are only in the log @exhaustive", async () => {
    const { ctx, receiver, made, id } = await draftWithHook();
    receiver.answers.push(status(500));
    await oneDelivery(ctx, made);
    await deliverAll(ctx, Array(18).fill(0));
    expect(await getOwnEndpoint(ctx, made.actor, id)).toMatchObject({ failuresInRow: 19, disabledAt: null });
    await withdrawFile(ctx, made.actor, { fileId: made.file.id });
    await deliverDue(ctx, { schedule: [0, 0, 0] });
    expect(await getOwnEndpoint(ctx, made.actor, id)).toMatchObject({ failuresInRow: 20, disabledReason: "failing" });
    await deleteFile(ctx, made.actor, { uuid: made.file.uuid });
    expect(await deliverDue(ctx)).toBe(0);
    expect(receiver.received).toHaveLength(20);
    expect((await listEvents(ctx, made.requester.id, {})).rows.at(-1)).toMatchObject({ type: "file.deleted" });
    expect((await deliverMails(ctx)).filter(({ subject }) => subject === "A webhook was disabled")).toHaveLength(1);
  });

  test("is unavailable with a thousand waiting events delays no other receiver @exhaustive", async () => {
    const [dead, healthy] = [await makeReceiver(), await makeReceiver()];
    const ctx = contextFor(dead, healthy);
    const made = await makeRequest(ctx);
    const { endpoint } = await addEndpoint(ctx, made.actor, { url: dead.url() });
    await oneDelivery(ctx, made);
    await ctx.db.execute(
      sql`insert into webhook_deliveries (endpoint_id, public_id) select ${endpoint.id}, 'evt_' || n from generate_series(1, 1000) n`,
    );
    await ctx.db.execute(sql`update webhook_deliveries set next_attempt_at = now() - interval '1 hour'`);
    await addEndpoint(ctx, made.actor, { url: healthy.url() });
    await withdrawFile(ctx, made.actor, { fileId: made.file.id });
    const endpointsOf = async (ids: number[]): Promise<number[]> => {
      const rows = await ctx.db.select().from(webhookDeliveries);
      return ids.map((id) => rows.find((row) => row.id === id)?.endpointId ?? 0).filter((id) => id === endpoint.id);
    };
    const first = await claimDeliveries(ctx, "a", { total: 32, failing: 16 });
    expect([first.length, (await endpointsOf(first)).length]).toEqual([5, 4]);
    await ctx.db.update(webhookEndpoints).set({ failuresInRow: 3 }).where(eq(webhookEndpoints.id, endpoint.id));
    await ctx.db.update(webhookDeliveries).set({ leasedUntil: null });
    expect((await endpointsOf(await claimDeliveries(ctx, "b", { total: 32, failing: 16 }))).length).toBe(1);
  });
});

test("runs at most eight concurrent deliveries per account across its webhooks, and leaves capacity to others @exhaustive", async () => {
  const receiver = await makeReceiver();
  const ctx = contextFor(receiver);
  const [many, other] = [await makeRequest(ctx), await makeRequest(ctx)];
  const endpointOf = async ({ actor }: typeof many): Promise<number> =>
    (await addEndpoint(ctx, actor, { url: receiver.url() })).endpoint.id;
  const queue = (endpointId: number, name: string, count: number) =>
    ctx.db.execute(sql`
    insert into webhook_deliveries (endpoint_id, public_id, next_attempt_at)
    select ${endpointId}, ${name} || n, now() - interval '1 hour' from generate_series(1, ${count}::int) n`);
  for (let index = 0; index < 6; index++) await queue(await endpointOf(many), `evt_many_${index}_`, 4);
  const others = await endpointOf(other);
  await queue(others, "evt_other_", 1);
  const room = { total: 32, failing: 16 };
  const first = await claimDeliveries(ctx, "a", room);
  const rows = await ctx.db.select().from(webhookDeliveries);
  expect([
    first.length,
    rows.filter(({ id, endpointId }) => first.includes(id) && endpointId === others).length,
  ]).toEqual([9, 1]);
  expect(await claimDeliveries(ctx, "b", room)).toEqual([]);
});

test("prefers an account with few deliveries in progress to others, however long theirs have waited @exhaustive", async () => {
  const receiver = await makeReceiver();
  const ctx = contextFor(receiver);
  const queue = async ({ actor }: Awaited<ReturnType<typeof makeRequest>>, name: string, age: string) => {
    const { endpoint } = await addEndpoint(ctx, actor, { url: receiver.url() });
    await ctx.db.execute(sql`
      insert into webhook_deliveries (endpoint_id, public_id, next_attempt_at) select ${endpoint.id}, ${name} || n, now() - ${age}::interval from generate_series(1, 4) n`);
    return endpoint.id;
  };
  const [crowd, late] = [await makeRequest(ctx), await makeRequest(ctx)];
  for (const name of ["evt_a_", "evt_b_"]) await queue(crowd, name, "1 hour");
  const lateEndpoint = await queue(late, "evt_late_", "1 second");
  const taken = await claimDeliveries(ctx, "a", { total: 2, failing: 2 });
  const rows = await ctx.db.select().from(webhookDeliveries);
  expect(rows.filter(({ id, endpointId }) => taken.includes(id) && endpointId === lateEndpoint)).toHaveLength(1);
});

describe("a worker", () => {
  test("that dies between call and answer leaves the delivery to another, with the same webhook-id @exhaustive", async () => {
    const { ctx, receiver, made } = await draftWithHook();
    await oneDelivery(ctx, made);
    expect(await claimDeliveries(ctx, "dead", { total: 32, failing: 16 })).toHaveLength(1);
    expect(await deliverDue(ctx)).toBe(0);
    await ctx.db.update(webhookDeliveries).set({ leasedUntil: sql`now() - interval '1 second'` });
    await deliverDue(ctx);
    const [delivery] = await ctx.db.select().from(webhookDeliveries);
    expect(receiver.received.map(idOf)).toEqual([delivery?.publicId]);
    expect(delivery?.status).toBe("succeeded");
  });

  test("never claims a delivery leased by another worker, so each event arrives once @exhaustive", async () => {
    const { ctx, receiver, made } = await draftWithHook();
    await withdrawnAfterRelease(ctx, made);
    const workers = [startWebhookWorker(ctx), startWebhookWorker(ctx)];
    await expect.poll(() => receiver.received.length, { timeout: 10_000 }).toBe(4);
    await Promise.all(workers.map((worker) => worker.stop()));
    expect(receiver.received.map(typeOf)).toEqual([
      "file.released",
      "sign_request.notified",
      "sign_request.notified",
      "file.cancelled",
    ]);
  });
});
