import { eq, sql } from "drizzle-orm";
import { beforeEach, describe, expect, test } from "vitest";
import { adminActivity } from "@/db/schema/administration";
import { outboxJobs, type OutboxJob } from "@/db/schema/work";
import { useRolledBackDatabase } from "@/db/testing/test-database";
import { jobListAnswer } from "@/lib/administration/schema";
import type { AccountActor, Ctx } from "@/lib/context/context";
import en from "@/lib/platform/locale/en/administration.json";
import pt from "@/lib/platform/locale/pt/administration.json";
import { enqueue } from "@/lib/records/outbox/enqueue";
import { outboxKinds } from "@/lib/records/outbox/kinds";
import { drainOnce, FinalFailure, type OutboxHandlers } from "@/lib/records/outbox/worker";
import { actingAs, makeAccount } from "@/lib/testing/accounts";
import { only } from "@/lib/testing/representatives";
import { makeRequest } from "@/lib/testing/requests";
import { useTestContext } from "@/lib/testing/test-context";
import { listJobs, retryJob, retryJobs, shownError, toJobListWire, toJobWire } from "./jobs";

const db = useRolledBackDatabase();
const makeContext = useTestContext();
let ctx: Ctx;
let admin: AccountActor;
beforeEach(async () => {
  ctx = makeContext(db());
  admin = actingAs(await makeAccount(ctx, { role: "admin" }));
});

async function makeJob(values: Partial<typeof outboxJobs.$inferInsert> = {}): Promise<OutboxJob> {
  const payload = { template: "password_changed", accountId: admin.account.id };
  return only(
    await ctx.db
      .insert(outboxJobs)
      .values({ kind: "accountMail", payload, ...values })
      .returning(),
  );
}
const dead = { deadAt: new Date(), attempts: 9, lastError: "ECONNREFUSED bo@x.example" };
const idsOf = async (query: Parameters<typeof listJobs>[2]): Promise<number[]> =>
  (await listJobs(ctx, admin, query)).rows.map(({ job }) => job.id);
/** Times are stored to the millisecond, so a job due now may become due a moment later. */
const drain = async (handlers: object): Promise<number> => {
  await ctx.db.execute(
    sql`update outbox_jobs set run_at = run_at - interval '1 second' where run_at <= now() + interval '1 second'`,
  );
  return drainOnce(ctx, handlers as OutboxHandlers);
};
const read = async ({ id }: OutboxJob): Promise<OutboxJob | undefined> =>
  (await ctx.db.select().from(outboxJobs).where(eq(outboxJobs.id, id)))[0];

describe("the list of jobs", () => {
  test("contains waiting and failed jobs, newest first, page by page, and never completed ones", async () => {
    const waiting = await makeJob({ attempts: 1 });
    const scheduled = await makeJob({
      kind: "expire",
      payload: { fileId: 1 },
      runAt: new Date(Date.now() + 86_400_000),
    });
    const given = await makeJob(dead);
    await makeJob({ doneAt: new Date() });
    expect(await idsOf({})).toEqual([given.id, waiting.id]);
    expect([
      await idsOf({ state: "waiting" }),
      await idsOf({ state: "dead" }),
      await idsOf({ state: "scheduled" }),
      await idsOf({ kind: "finish" }),
    ]).toEqual([[waiting.id], [given.id], [scheduled.id], []]);
    const first = await listJobs(ctx, admin, { length: 1 });
    expect([first.next, await idsOf({ cursor: first.next ?? 0 })]).toEqual([given.id, [waiting.id]]);
    expect(first.counts).toEqual([
      { kind: "accountMail", waiting: 1, dead: 1, scheduled: 0 },
      { kind: "expire", waiting: 0, dead: 0, scheduled: 1 },
    ]);
  });

  test("names the document by its number and uuid and not by its name, and no address from an error", async () => {
    const { file } = await makeRequest(ctx, { status: 1 });
    await ctx.db.update(outboxJobs).set({ lastError: "550 no mailbox <bo@x.example>", attempts: 1 });
    const answer = toJobListWire(await listJobs(ctx, admin, { kind: "notification" }));
    expect(answer.data[0]).toMatchObject({
      file: { fileId: file.id, uuid: file.uuid },
      template: "invitation",
      lastError: "550 no mailbox <…>",
      state: "waiting",
      mayRetry: true,
    });
    expect(JSON.stringify(answer)).not.toContain(file.name);
  });

  test("contains jobs of every kind, with a label in both languages", async () => {
    const kinds: string[] = [...outboxKinds];
    for (const kind of kinds) await makeJob({ kind, payload: { fileId: 1 } });
    const { data } = jobListAnswer.parse(toJobListWire(await listJobs(ctx, admin, {})));
    expect(data.map(({ kind }) => kind).sort()).toEqual(kinds.sort());
    for (const messages of [en, pt]) expect(Object.keys(messages.jobs.kind).sort()).toEqual(kinds.sort());
  });

  test("is for administrators only", async () => {
    const other = actingAs(await makeAccount(ctx));
    const { id } = await makeJob(dead);
    for (const call of [
      () => listJobs(ctx, other, {}),
      () => retryJob(ctx, other, id),
      () => retryJobs(ctx, other, { kind: "accountMail" }),
    ]) {
      await expect(call()).rejects.toMatchObject({ code: "forbidden" });
    }
  });
});

describe("a retry", () => {
  test("gives a failed job all its tries and its full time again, under the same key, and is recorded", async () => {
    const job = await makeJob({ ...dead, createdAt: new Date("2020-01-01") });
    expect(toJobWire(await retryJob(ctx, admin, job.id))).toMatchObject({
      id: job.id,
      state: "waiting",
      attempts: 0,
      deadAt: null,
    });
    const keys: string[] = [];
    const handlers = {
      accountMail: (_ctx: Ctx, _payload: unknown, { key }: { key: string }) => {
        keys.push(key);
        return Promise.reject(new Error("still away"));
      },
    };
    await drain(handlers);
    expect(keys).toEqual([`job-${String(job.id)}`]);
    expect(await read(job)).toMatchObject({ attempts: 1, deadAt: null, lastError: "still away" });
    expect(
      await ctx.db
        .select({ type: adminActivity.type, data: adminActivity.data, by: adminActivity.accountId })
        .from(adminActivity),
    ).toEqual([{ type: "job.retried", data: { jobId: job.id, kind: "accountMail" }, by: admin.account.id }]);
  });

  test("makes a waiting job due at once, and keeps its count of tries", async () => {
    const job = await makeJob({ runAt: new Date(Date.now() + 3_600_000), attempts: 4, lastError: "away" });
    await retryJob(ctx, admin, job.id);
    let done = 0;
    await drain({
      accountMail: () => {
        done += 1;
        return Promise.resolve();
      },
    });
    expect([done, (await read(job))?.attempts]).toEqual([1, 5]);
  });

  test.each([
    ["code", { challengeId: 1 }],
    ["opening", {}],
    ["reset", {}],
    ["phoneNotice", { accountId: 1 }],
    ["accountMail", { template: "confirmation", accountId: 1 }],
  ] as const)("of a %s whose secret was wiped is refused, as the list shows", async (kind, payload) => {
    await enqueue(ctx, kind, payload, { secret: "123456" });
    await drain({ [kind]: () => Promise.reject(new FinalFailure("no")) });
    const row = only((await listJobs(ctx, admin, { state: "dead" })).rows);
    expect(toJobWire(row).mayRetry).toBe(false);
    await expect(retryJob(ctx, admin, row.job.id)).rejects.toMatchObject({
      code: "validation_failed",
      violations: [{ code: "secret_wiped" }],
    });
    expect(await retryJobs(ctx, admin, { kind })).toBe(0);
  });

  test("never runs a scheduled job early, because an expiry check would be lost", async () => {
    const job = await makeJob({ kind: "expire", payload: { fileId: 1 }, runAt: new Date(Date.now() + 86_400_000) });
    await expect(retryJob(ctx, admin, job.id)).rejects.toMatchObject({
      code: "validation_failed",
      violations: [{ code: "not_due" }],
    });
    expect((await read(job))?.runAt).toEqual(job.runAt);
  });

  test("of a completed or unknown job returns not_found", async () => {
    const { id } = await makeJob({ doneAt: new Date() });
    for (const missing of [id, 2_000_000_000])
      await expect(retryJob(ctx, admin, missing)).rejects.toMatchObject({ code: "not_found" });
  });

  test("of a whole kind includes failed jobs after more than a thousand whose secret was wiped", async () => {
    await ctx.db.execute(sql`insert into outbox_jobs (kind, payload, dead_at, attempts)
      select 'accountMail', '{"template": "confirmation", "accountId": 1}', now(), 9 from generate_series(1, 1001)`);
    const job = await makeJob(dead);
    expect(await retryJobs(ctx, admin, { kind: "accountMail" })).toBe(1);
    expect((await read(job))?.deadAt).toBeNull();
  });

  test("of a whole kind retries all failed jobs of it and no other kind", async () => {
    const [one, two, other] = [
      await makeJob(dead),
      await makeJob(dead),
      await makeJob({ ...dead, kind: "finish", payload: { fileId: 1 } }),
    ];
    expect(await retryJobs(ctx, admin, { kind: "accountMail" })).toBe(2);
    expect([(await read(one))?.deadAt, (await read(two))?.deadAt]).toEqual([null, null]);
    expect((await read(other))?.deadAt).not.toBeNull();
    expect((await ctx.db.execute(sql`select data from admin_activity`)).rows).toEqual([
      { data: { kind: "accountMail", count: 2 } },
    ]);
  });
});

test.each([
  [
    "the mail server refused the mail: EENVELOPE 550 no mailbox <bo@x.example> here",
    "the mail server refused the mail: EENVELOPE 550 no mailbox <…> here",
  ],
  [
    "Failed query: insert into account_links values ($1)\nparams: 5,8f14e45fceea167a5a36dedd4bea2543",
    "Failed query: insert into account_links values ($1)",
  ],
  ["Failed query: select 1 params: b@x.example", "Failed query: select 1"],
  [
    "could not send http://localhost:3000/sign/5a1d8a52-7c1f-4b9b-9b1c-3f1f4de3a6f1 to +49 1511 2345678",
    "could not send … to …",
  ],
  ["sign request 5a1d8a52-7c1f-4b9b-9b1c-3f1f4de3a6f1 is gone", "sign request … is gone"],
  ["token pk_4JXlkz0r3l0xNQ2VtPq9aaBBccDDeeFFgg was refused", "token … was refused"],
  ["no gateway for sms", "no gateway for sms"],
])("%j is shown as %j", (error, shown) => {
  expect(shownError(error)).toBe(shown);
});
