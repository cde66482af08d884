import { and, eq, isNull, sql } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { outboxJobs } from "@/db/schema/work";
import { useCommittedDatabase, useRolledBackDatabase } from "@/db/testing/test-database";
import { smtpMessenger } from "@/lib/channels/smtp";
import { slowMailServer } from "@/lib/channels/testing/slow-mail-server";
import { makeRequest } from "@/lib/testing/requests";
import { useTestContext } from "@/lib/testing/test-context";
import { enqueue } from "./enqueue";
import { drainOnce, startOutboxWorker, type OutboxHandlers } from "./worker";

const db = useRolledBackDatabase();
const context = useTestContext();

test("retries a job without limit if it fails because the disk is full or the database is down", async () => {
  const ctx = context(db());
  const full = Object.assign(new Error("no space left on device"), { code: "ENOSPC" });
  const handlers = {
    evidence: () => Promise.reject(full),
  } satisfies Partial<OutboxHandlers> as unknown as OutboxHandlers;
  await enqueue(ctx, "evidence", { fileId: 1 });
  for (let round = 0; round < 12; round++) {
    expect(await drainOnce(ctx, handlers)).toBe(1);
    // One minute ago, because a virtual machine's clock may be set back during the test.
    await ctx.db.update(outboxJobs).set({ runAt: sql`now() - interval '1 minute'` });
  }
  expect((await ctx.db.select().from(outboxJobs))[0]).toMatchObject({ attempts: 12, deadAt: null });
  const resumed = { evidence: () => Promise.resolve() } satisfies Partial<OutboxHandlers> as unknown as OutboxHandlers;
  await drainOnce(ctx, resumed);
  expect((await ctx.db.select().from(outboxJobs))[0]?.doneAt).not.toBeNull();
});

test("does not count a full disk towards a job's ten tries", async () => {
  const ctx = context(db());
  const full = Object.assign(new Error("no space left on device"), { code: "ENOSPC" });
  let error = full;
  const handlers = {
    evidence: () => Promise.reject(error),
  } satisfies Partial<OutboxHandlers> as unknown as OutboxHandlers;
  const fail = async (times: number) => {
    for (let round = 0; round < times; round++) {
      await ctx.db.update(outboxJobs).set({ runAt: sql`now() - interval '1 minute'` });
      await drainOnce(ctx, handlers);
    }
    return (await ctx.db.select().from(outboxJobs))[0];
  };
  await enqueue(ctx, "evidence", { fileId: 1 });
  await fail(10);
  error = Object.assign(new Error("an ordinary failure"), { code: "" });
  expect(await fail(9)).toMatchObject({ attempts: 19, deadAt: null });
  expect(await fail(1)).toMatchObject({ attempts: 20, deadAt: expect.any(Date) as Date });
});

test("stores an error that quotes bytes which Postgres text cannot hold", async () => {
  const ctx = context(db());
  const handlers = {
    evidence: () => Promise.reject(new Error("params: a\0b")),
  } satisfies Partial<OutboxHandlers> as unknown as OutboxHandlers;
  await enqueue(ctx, "evidence", { fileId: 2 });
  await drainOnce(ctx, handlers);
  const [job] = await ctx.db.select().from(outboxJobs).where(isNull(outboxJobs.doneAt));
  expect(job?.lastError).toContain("params: ab");
});

test("lets other accounts go before one with many waiting jobs, which keep their own order", async () => {
  const ctx = context(db());
  const [crowd, other] = [await makeRequest(ctx), await makeRequest(ctx)];
  const invite = (fileId: number, signRequestId: number) =>
    enqueue(ctx, "notification", { template: "invitation", fileId, signRequestId, accountId: null });
  await ctx.db.delete(outboxJobs);
  for (let signer = 1; signer <= 20; signer++) await invite(crowd.file.id, signer);
  for (const signer of [101, 102]) await invite(other.file.id, signer);
  const sent: (number | null)[] = [];
  const handlers = {
    notification: (_ctx, { signRequestId }) => {
      sent.push(signRequestId);
      return Promise.resolve();
    },
  } satisfies Partial<OutboxHandlers> as unknown as OutboxHandlers;
  while ((await drainOnce(ctx, handlers)) > 0) continue;
  expect(new Set(sent.slice(0, 4))).toEqual(new Set([1, 2, 101, 102]));
  expect(sent.filter((signer) => signer !== null && signer <= 20)).toHaveLength(20);
});

function signal() {
  let happens = (): void => undefined;
  const happened = new Promise<void>((resolve) => (happens = resolve));
  return { happened, happens: () => happens() };
}

describe("lanes that work at the same time", () => {
  const database = useCommittedDatabase();

  test("runs codes and evidence without waiting for authorities, which have their own lane", async () => {
    const ctx = context(database().db);
    const [slowWork, sent, made] = [signal(), signal(), signal()];
    const begun: number[] = [];
    const handlers = {
      augment: (_ctx, { fileId }) => {
        begun.push(fileId);
        return slowWork.happened;
      },
      code: () => Promise.resolve(sent.happens()),
      evidence: () => Promise.resolve(made.happens()),
    } satisfies Partial<OutboxHandlers> as unknown as OutboxHandlers;
    for (const fileId of [1, 2, 3, 4, 5]) await enqueue(ctx, "augment", { fileId }, {});
    await enqueue(ctx, "evidence", { fileId: 6 }, {});
    await enqueue(ctx, "code", { challengeId: 1 }, {});
    const worker = startOutboxWorker(ctx, handlers);
    await Promise.all([sent.happened, made.happened]);
    expect(begun.length).toBeLessThanOrEqual(1);
    slowWork.happens();
    await worker.stop();
  });

  test("sends a code, and a sixth mail, while a slow mail server holds 1,000 invitations @exhaustive", async () => {
    const ctx = context(database().db);
    const server = await slowMailServer();
    const messenger = smtpMessenger({ url: server.url, from: "Paraph <sign@paraph.test>" });
    const mailTo = (to: string, key: string) =>
      messenger
        .send({ to, subject: "A mail", text: "words", html: "<p>words</p>", idempotencyKey: key })
        .then(() => undefined);
    const handlers = {
      notification: (_ctx, { fileId }) => mailTo(`guest${fileId}@x.example`, `n${fileId}`),
      code: (_ctx, { challengeId }) => mailTo(`signer${challengeId}@x.example`, `c${challengeId}`),
    } satisfies Partial<OutboxHandlers> as unknown as OutboxHandlers;
    const batch = Array.from({ length: 1000 }, (_, index) => ({
      kind: "notification",
      payload: { template: "invitation", fileId: index + 1, signRequestId: null, accountId: null },
    }));
    await ctx.db.insert(outboxJobs).values(batch);
    const worker = startOutboxWorker(ctx, handlers);
    await server.until((open) => open.length > 0);
    for (let challengeId = 1; challengeId <= 6; challengeId++) await enqueue(ctx, "code", { challengeId });
    worker.wake();
    // The server has not answered anything so far, and holds every connection.
    const open = await server.until((held) => held.filter((to) => to.startsWith("signer")).length === 6);
    expect(open.filter((to) => to.startsWith("guest")).length).toBeLessThanOrEqual(4);
    expect(
      (
        await ctx.db
          .select()
          .from(outboxJobs)
          .where(and(eq(outboxJobs.kind, "notification"), isNull(outboxJobs.doneAt)))
      ).length,
    ).toBe(1000);
    server.answerAll();
    await worker.stop();
    await server.close();
  });
});
