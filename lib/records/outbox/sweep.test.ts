import { inArray, sql } from "drizzle-orm";
import { beforeEach, expect, test } from "vitest";
import { adminActivity } from "@/db/schema/administration";
import { files } from "@/db/schema/files";
import { outboxJobs } from "@/db/schema/work";
import { useRolledBackDatabase } from "@/db/testing/test-database";
import type { Ctx } from "@/lib/context/context";
import { makeAccount } from "@/lib/testing/accounts";
import { only, present } from "@/lib/testing/representatives";
import { makeRequest } from "@/lib/testing/requests";
import { useTestContext } from "@/lib/testing/test-context";
import { enqueue, sweepDoneJobs } from "./enqueue";

const db = useRolledBackDatabase();
const context = useTestContext();
let ctx: Ctx;
beforeEach(() => (ctx = context(db())));

const daysAgo = (days: number): Date => new Date(Date.now() - days * 86_400_000);

async function makeJob(values: Partial<typeof outboxJobs.$inferInsert>): Promise<number> {
  const inserted = await ctx.db
    .insert(outboxJobs)
    .values({ kind: "webhookMail", payload: { webhookId: 1 }, createdAt: daysAgo(40), ...values })
    .returning();
  return only(inserted).id;
}

const left = async (ids: number[]): Promise<number[]> =>
  (
    await ctx.db
      .select({ id: outboxJobs.id })
      .from(outboxJobs)
      .where(inArray(outboxJobs.id, ids))
      .orderBy(outboxJobs.id)
  ).map(({ id }) => id);

test("deletes a job 30 days after it was done, and keeps waiting and failed jobs however old they are", async () => {
  const old = await makeJob({ doneAt: daysAgo(31) });
  const kept = [
    await makeJob({ doneAt: daysAgo(29) }),
    await makeJob({ deadAt: daysAgo(39) }),
    await makeJob({ attempts: 3 }),
    await makeJob({ runAt: daysAgo(-10) }),
  ];
  await sweepDoneJobs(ctx);
  expect(await left([old, ...kept])).toEqual(kept);
});

test("does not queue a mail of an open document again after the sweep, and deletes its row once the document has ended", async () => {
  const { file } = await makeRequest(ctx, { status: 1, users: [{ email: "ana@x.example", displayName: "Ana" }] });
  const mails = () =>
    ctx.db
      .select()
      .from(outboxJobs)
      .where(sql`${outboxJobs.dedupeKey} like ${`mail:invitation:${file.id}:%`}`);
  const mail = only(await mails());
  await ctx.db.update(outboxJobs).set({ doneAt: daysAgo(31) });
  await sweepDoneJobs(ctx);
  await enqueue(
    ctx,
    "notification",
    { template: "invitation", fileId: file.id, signRequestId: null, accountId: null },
    { dedupeKey: present(mail.dedupeKey) },
  );
  expect((await mails()).map(({ id }) => id)).toEqual([mail.id]);
  await ctx.db
    .update(files)
    .set({ status: "cancelled", closedAt: daysAgo(31) })
    .where(sql`${files.id} = ${file.id}`);
  await sweepDoneJobs(ctx);
  expect(await mails()).toEqual([]);
});

test("keeps the number of a deleted job in an administrator's activity", async () => {
  const id = await makeJob({ doneAt: daysAgo(31) });
  await ctx.db
    .insert(adminActivity)
    .values({ accountId: (await makeAccount(ctx)).id, type: "job.retried", data: { jobId: id, kind: "webhookMail" } });
  await sweepDoneJobs(ctx);
  expect(await left([id])).toEqual([]);
  expect((await ctx.db.select().from(adminActivity)).map(({ data }) => data.jobId)).toEqual([id]);
});
