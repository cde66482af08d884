import { expect, test } from "vitest";
import { useCommittedDatabase } from "@/db/testing/test-database";
import { useTestContext } from "@/lib/testing/test-context";
import { enqueue } from "./enqueue";
import { startOutboxWorker, type OutboxHandlers } from "./worker";

const db = useCommittedDatabase();
const context = useTestContext();

test("a code does not wait for work of seconds: such work has a place of its own", async () => {
  const ctx = context(db().db);
  let [endSlowWork, codeIsSent] = [(): void => undefined, (): void => undefined];
  const slowWork = new Promise<void>((resolve) => (endSlowWork = resolve));
  const sent = new Promise<void>((resolve) => (codeIsSent = resolve));
  const begun: number[] = [];
  const handlers = {
    augment: (_ctx, { fileId }) => { begun.push(fileId); return slowWork; },
    code: () => { codeIsSent(); return Promise.resolve(); },
  } satisfies Partial<OutboxHandlers> as unknown as OutboxHandlers;
  for (const fileId of [1, 2, 3, 4, 5]) await enqueue(ctx, "augment", { fileId }, {});
  await enqueue(ctx, "code", { challengeId: 1 }, {});
  const worker = startOutboxWorker(ctx, handlers);
  await sent;
  expect(begun.length).toBeLessThanOrEqual(1);
  endSlowWork();
  await worker.stop();
});
