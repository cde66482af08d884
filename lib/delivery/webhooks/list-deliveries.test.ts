import { expect, test } from "vitest";
import { useCommittedDatabase } from "@/db/testing/test-database";
import { updateRequest } from "@/lib/requests/update";
import { actingAs, makeAccount } from "@/lib/testing/accounts";
import { listFileDeliveries } from "./deliveries";
import { deliverAll, useHooks } from "./testing/hooks";
import { status } from "./testing/receiver";
import { toFileDeliveryListWire } from "./wire";

const database = useCommittedDatabase();
const { draftWithHook } = useHooks(() => database().db);

test("shows each event's delivery to each webhook, with the response, to the document's requester only", async () => {
  const { ctx, receiver, made, id } = await draftWithHook();
  const { uuid } = made.file;
  receiver.answers.push(status(503));
  await updateRequest(ctx, made.actor, { uuid, status: 1 });
  const queued = toFileDeliveryListWire(await listFileDeliveries(ctx, made.actor, { uuid }));
  expect(
    queued.data.every(({ webhook, event }) => webhook.id === id && webhook.enabled && event.fileId === made.file.id),
  ).toBe(true);
  expect(queued.data.map(({ event }) => event.type)).toEqual(
    expect.arrayContaining(["file.released", "sign_request.notified"]),
  );
  await deliverAll(ctx);
  const tried = (await listFileDeliveries(ctx, made.actor, { uuid })).rows;
  expect(tried.flatMap(({ delivery }) => delivery.attempts.map(({ statusCode }) => statusCode))).toContain(503);
  const first = await listFileDeliveries(ctx, made.actor, { uuid, length: 1 });
  const second = await listFileDeliveries(ctx, made.actor, { uuid, length: 1, cursor: first.next ?? 0 });
  expect([...first.rows, ...second.rows].map(({ delivery }) => delivery.id)).toEqual(
    tried.slice(0, 2).map(({ delivery }) => delivery.id),
  );
  await expect(listFileDeliveries(ctx, actingAs(await makeAccount(ctx)), { uuid })).rejects.toMatchObject({
    code: "not_found",
  });
});
