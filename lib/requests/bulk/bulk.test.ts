import { eq, sql } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import type { Db } from "@/db/client";
import { accounts } from "@/db/schema/accounts";
import { bulkRows, bulkSends } from "@/db/schema/bulk";
import { fields, files, signRequests } from "@/db/schema/files";
import { outboxJobs } from "@/db/schema/work";
import { useCommittedDatabase, useRolledBackDatabase } from "@/db/testing/test-database";
import { auditEvents, events } from "@/db/views";
import type { AccountActor, Ctx } from "@/lib/context/context";
import { eraseOneself, erasePerson } from "@/lib/evidence/erasure/erase-person";
import { defaultLimits, type Limits } from "@/lib/platform/limits";
import { listEvents, toEventListWire } from "@/lib/records/events/wire";
import { enqueue } from "@/lib/records/outbox/enqueue";
import { claimJobs, drainOnce, type OutboxHandlers } from "@/lib/records/outbox/worker";
import { actingAs, makeAccount } from "@/lib/testing/accounts";
import { twoPages } from "@/lib/testing/requests";
import { useTestContext } from "@/lib/testing/test-context";
import { showDashboardByQuery } from "@/lib/views/dashboard/dashboard";
import { listFiles } from "@/lib/views/list/list";
import { deleteTemplate } from "../templates/change";
import { createTemplate } from "../templates/create";
import { checkBulkSend } from "./check";
import { cancelBulkSend, pauseBulkSend, resumeBulkSend, retryBulkSend } from "./control";
import { exampleCsv, resultsCsv } from "./csv";
import { sendBulkRows } from "./send-rows";
import { listBulkRows, listBulkSends, showBulkSend } from "./show";
import { enqueueBulkSend, reviveBulkSends, startBulkSend, sweepBulkRows } from "./start";

const db = useRolledBackDatabase();
const context = useTestContext();
const box = { page: 1, top: 100, left: 50, width: 150, height: 40 };
const header = "Tenant e-mail,Tenant name,Landlord e-mail,Rent,Furnished";

async function template(ctx: Ctx, owner: AccountActor): Promise<number> {
  const { templateId } = await createTemplate(ctx, owner, {
    name: "Lease",
    file: { base64: twoPages.toString("base64") },
    roles: [{ name: "Tenant" }, { name: "Landlord" }],
    fields: [
      { role: "Tenant", type: "signature", coordinates: box },
      { role: "Landlord", type: "signature", coordinates: { ...box, top: 200 } },
      { role: "Tenant", name: "Rent", type: "text", coordinates: { ...box, top: 300 }, value: "900" },
      { role: "Tenant", name: "Furnished", type: "checkbox", coordinates: { ...box, top: 400, width: 20, height: 20 } },
    ],
  });
  return templateId;
}

async function begin({ limits = {} }: { limits?: Partial<Limits> } = {}, account: object = {}, on: Db = db()) {
  const ctx = context(on, { limits: { ...defaultLimits, ...limits } });
  const owner = actingAs(await makeAccount(ctx, account));
  return { ctx, owner, id: await template(ctx, owner) };
}

const lines = (count: number): string =>
  [
    header,
    ...Array.from({ length: count }, (_, n) => `t${n + 1}@x.example,T ${n + 1},lena@x.example,${900 + n},`),
  ].join("\n");

/**
 * Runs due jobs of bulk sends until none is left. An attempt that failed, on a busy machine for one, is repeated at
 * once.
 */
async function work(ctx: Ctx): Promise<void> {
  const handlers = { bulkSend: sendBulkRows } satisfies Partial<OutboxHandlers> as unknown as OutboxHandlers;
  const onlyBulkSends = async (): Promise<void> => {
    await ctx.db
      .update(outboxJobs)
      .set({ doneAt: sql`now()` })
      .where(sql`kind <> 'bulkSend'`);
    await ctx.db
      .update(outboxJobs)
      .set({ runAt: sql`now()` })
      .where(sql`done_at is null and dead_at is null and last_error is not null`);
  };
  await onlyBulkSends();
  while ((await drainOnce(ctx, handlers)) > 0) await onlyBulkSends();
}

describe("the dry run of a file", () => {
  test("lists each bad row with its column and reason, and creates nothing", async () => {
    const { ctx, owner, id } = await begin();
    const csv = [
      `${header},Colour`,
      "tom@x.example,Tom,lena@x.example,950,yes,red",
      ",Nobody,lena@x.example,950,,",
      "not an address,,lena@x.example,950,,",
      "lena@x.example,,lena@x.example,950,,",
      "tom@x.example,Tom,lena@x.example,950,yes,blue",
      "tom@x.example,Tom,lena@x.example,1000,,",
      `ute@x.example,,lena@x.example,${"9".repeat(1001)},perhaps,`,
      "una@x.example,Una,lena@x.example,\uD83E\uDD84,,",
      "vic@x.example,,lena@x.example,1,,,more",
    ].join("\n");
    const checked = await checkBulkSend(ctx, owner, { id, csv: { text: csv } });
    expect(checked.problems.map(({ row, column, code }) => [row, column, code])).toEqual([
      [3, "Tenant e-mail", "address_missing"],
      [4, "Tenant e-mail", "address_malformed"],
      [5, "Landlord e-mail", "address_repeated"],
      [6, null, "duplicate_row"],
      [7, null, "duplicate_address"],
      [8, "Rent", "value_too_long"],
      [8, "Furnished", "option_unknown"],
      [9, "Rent", "glyph_missing"],
      [10, null, "cells_extra"],
    ]);
    expect(checked).toMatchObject({
      rows: 9,
      good: 1,
      unknownColumns: ["Colour"],
      preview: [
        {
          row: 2,
          title: "Lease",
          people: [{ role: "Tenant", email: "tom@x.example", displayName: "Tom" }, { role: "Landlord" }],
          values: { Rent: "950", Furnished: "yes" },
        },
      ],
    });
    expect((await checkBulkSend(ctx, owner, { id, csv: { text: csv }, duplicates: "allow" })).good).toBe(2);
    expect(await ctx.db.$count(bulkSends)).toBe(0);
    await expect(startBulkSend(ctx, owner, { id, csv: { text: csv } })).rejects.toMatchObject({
      code: "validation_failed",
      violations: expect.arrayContaining([
        expect.objectContaining({ pointer: "/csv/rows/3/Tenant e-mail", code: "address_missing" }),
        expect.objectContaining({ pointer: "/csv/rows/6", code: "duplicate_row" }),
      ]) as unknown[],
    });
    const { bulkSendId } = await startBulkSend(ctx, owner, { id, csv: { text: csv }, skipProblems: true });
    expect((await showBulkSend(ctx, owner, { id: bulkSendId })).total).toBe(1);
  });

  test("refuses values that take too long to check, and serves others between the rows @exhaustive", async () => {
    const { ctx, owner } = await begin();
    const rules = { pattern: "(.?){200}" };
    const { templateId: id } = await createTemplate(ctx, owner, {
      name: "Essay",
      file: { base64: twoPages.toString("base64") },
      roles: [{ name: "Tenant" }],
      fields: [
        { role: "Tenant", type: "signature", coordinates: box },
        { role: "Tenant", name: "Text", type: "text", coordinates: { ...box, top: 300 }, rules },
      ],
    });
    const csvOf = (rows: number): { text: string } => ({
      text: ["Tenant e-mail,Text", ...Array(rows).fill(`t@x.example,${"ab".repeat(490)}`)].join("\n"),
    });
    let turns = 0;
    const turn = (): void => void (turns++, (next = setImmediate(turn)));
    let next = setImmediate(turn);
    await checkBulkSend(ctx, owner, { id, csv: csvOf(50) });
    clearImmediate(next);
    expect(turns).toBeGreaterThan(50);
    await expect(checkBulkSend(ctx, owner, { id, csv: csvOf(500) })).rejects.toMatchObject({
      violations: [{ pointer: "/csv", code: "too_large" }],
    });
  });

  test("refuses a file with a missing column, no rows, or more rows than the limit", async () => {
    const { ctx, owner, id } = await begin({ limits: { bulkRows: 2 } });
    const codes = async (text: string) =>
      (await checkBulkSend(ctx, owner, { id, csv: { text } })).problems.map(({ row, code }) => [row, code]);
    expect(await codes("Tenant e-mail\nt@x.example")).toEqual([[null, "column_missing"]]);
    expect(await codes(header)).toEqual([[null, "empty"]]);
    expect(await codes(lines(3))).toEqual([[null, "too_many_rows"]]);
    expect(await codes(lines(2))).toEqual([]);
    await expect(startBulkSend(ctx, owner, { id, csv: { text: lines(3) }, skipProblems: true })).rejects.toMatchObject({
      violations: [{ pointer: "/csv", code: "too_many_rows" }],
    });
    await expect(checkBulkSend(ctx, owner, { id, csv: {} })).rejects.toMatchObject({
      violations: [{ pointer: "/csv", code: "required" }],
    });
  });

  test("accepts the downloaded example of a template @exhaustive", async () => {
    const { ctx, owner, id } = await begin();
    const { bytes } = await exampleCsv(ctx, owner, { id });
    const checked = await checkBulkSend(ctx, owner, { id, csv: { base64: bytes.toString("base64") } });
    expect(checked).toMatchObject({ rows: 1, good: 1, unknownColumns: [], problems: [] });
  });
});

describe("a bulk send", () => {
  test("creates and sends a document for each row, records the bulk send in its trail, and notifies the owner at the end", async () => {
    const { ctx, owner, id } = await begin();
    const csv = `${header},Title\ntom@x.example,Tom,lena@x.example,950,true,Lease of Tom\nuna@x.example,,lena@x.example,,,\n`;
    const { bulkSendId } = await startBulkSend(ctx, owner, { id, csv: { text: csv }, name: "Leases" });
    expect(await showBulkSend(ctx, owner, { id: bulkSendId })).toMatchObject({
      state: "running",
      counts: { queued: 2, sent: 0 },
    });
    await work(ctx);
    expect(await showBulkSend(ctx, owner, { id: bulkSendId })).toMatchObject({
      state: "completed",
      counts: { queued: 0, sent: 2, failed: 0, cancelled: 0 },
      documents: { open: 2, signed: 0, ended: 0 },
    });
    const made = await ctx.db.select().from(files).orderBy(files.id);
    expect(made.map(({ name, status }) => [name, status])).toEqual([
      ["Lease of Tom", "able_to_sign"],
      ["Lease", "able_to_sign"],
    ]);
    const placed = await ctx.db.select().from(fields).where(eq(fields.type, "text")).orderBy(fields.id);
    expect(placed.map(({ value }) => value)).toEqual(["950", "900"]);
    const [created] = await ctx.db
      .select()
      .from(auditEvents)
      .where(eq(auditEvents.type, "file.created"))
      .orderBy(auditEvents.fileId);
    expect(created).toMatchObject({ actor: { kind: "account" }, data: { template: id, bulkSend: bulkSendId, row: 2 } });
    const log = toEventListWire(await listEvents(ctx, owner.account.id, { length: 100 })).data;
    expect(log.at(-1)).toMatchObject({
      type: "bulk_send.completed",
      data: { bulkSendId, templateId: id, name: "Leases", total: 2, sent: 2, failed: 0 },
    });
  });

  test("pauses, resumes and cancels between two rows, and refuses actions that its state does not allow", async () => {
    const { ctx, owner, id } = await begin();
    const { bulkSendId } = await startBulkSend(ctx, owner, { id, csv: { text: lines(4) } });
    const at = { id: bulkSendId };
    await pauseBulkSend(ctx, owner, at);
    await pauseBulkSend(ctx, owner, at);
    await work(ctx);
    expect(await showBulkSend(ctx, owner, at)).toMatchObject({
      state: "paused",
      pausedReason: "owner",
      counts: { queued: 4, sent: 0 },
    });
    await ctx.db
      .update(bulkRows)
      .set({ state: "failed" })
      .where(sql`number > 3`);
    await resumeBulkSend(ctx, owner, at);
    await work(ctx);
    expect(await showBulkSend(ctx, owner, at)).toMatchObject({ state: "completed", counts: { sent: 2, failed: 2 } });
    await expect(resumeBulkSend(ctx, owner, at)).rejects.toMatchObject({ code: "file_closed" });
    await retryBulkSend(ctx, owner, at);
    await cancelBulkSend(ctx, owner, at);
    await work(ctx);
    expect(await showBulkSend(ctx, owner, at)).toMatchObject({ state: "cancelled", counts: { sent: 2, cancelled: 2 } });
    expect(await ctx.db.$count(files)).toBe(2);
    await expect(pauseBulkSend(ctx, owner, at)).rejects.toMatchObject({ code: "file_closed" });
  });

  test("waits at the account's limit on addresses, reports until when, and then continues @exhaustive", async () => {
    const { ctx, owner, id } = await begin({ limits: { invitedAddressesFirstDay: 3 } }, { madeBy: "signup" });
    const { bulkSendId } = await startBulkSend(ctx, owner, { id, csv: { text: lines(4) } });
    await work(ctx);
    const waiting = await showBulkSend(ctx, owner, { id: bulkSendId });
    expect(waiting).toMatchObject({ state: "running", counts: { queued: 2, sent: 2, failed: 0 } });
    const [job] = await ctx.db
      .select()
      .from(outboxJobs)
      .where(sql`kind = 'bulkSend' and done_at is null`);
    expect(job?.runAt.toISOString()).toBe(waiting.waitsUntil);
    expect(Date.parse(waiting.waitsUntil ?? "") - Date.now()).toBeGreaterThan(23 * 3600_000);
    await ctx.db.execute(sql`delete from rate_counters`);
    await ctx.db.update(outboxJobs).set({ runAt: sql`now() - interval '1 minute'` });
    await work(ctx);
    expect((await showBulkSend(ctx, owner, { id: bulkSendId })).counts).toMatchObject({ queued: 0, sent: 4 });
  });

  test("skips only the row whose address can get no more invitations, for a day @exhaustive", async () => {
    const { ctx, owner, id } = await begin({ limits: { invitationsPerAddressPerDay: 2 } }, { madeBy: "signup" });
    const csv = [
      header,
      "a@x.example,,l1@x.example,,",
      "a@x.example,,l2@x.example,,",
      "a@x.example,,l3@x.example,,",
      "b@x.example,,l4@x.example,,",
    ];
    const { bulkSendId } = await startBulkSend(ctx, owner, { id, csv: { text: csv.join("\n") } });
    await work(ctx);
    const states = (await listBulkRows(ctx, owner, { id: bulkSendId })).data.map(({ row, state }) => [row, state]);
    expect(states).toEqual([
      [2, "sent"],
      [3, "sent"],
      [4, "queued"],
      [5, "sent"],
    ]);
    expect((await showBulkSend(ctx, owner, { id: bulkSendId })).waitsUntil).not.toBeNull();
  });

  test("is refused for an account with an unproved address @exhaustive", async () => {
    const { ctx, owner, id } = await begin({}, { madeBy: "signup", emailProvedAt: null });
    await expect(startBulkSend(ctx, owner, { id, csv: { text: lines(1) } })).rejects.toMatchObject({
      code: "email_unproved",
    });
  });

  test("stops with a reason when every row would fail: a deleted template, a reset password @exhaustive", async () => {
    const { ctx, owner, id } = await begin();
    const { bulkSendId } = await startBulkSend(ctx, owner, { id, csv: { text: lines(2) } });
    await ctx.db.update(accounts).set({ credentialsVersion: 7 }).where(eq(accounts.id, owner.account.id));
    await work(ctx);
    expect(await showBulkSend(ctx, owner, { id: bulkSendId })).toMatchObject({
      state: "paused",
      pausedReason: "credentials_changed",
      counts: { queued: 2, failed: 0 },
    });
    const again = { ...owner, account: { ...owner.account, credentialsVersion: 7 } };
    await deleteTemplate(ctx, again, { id });
    await resumeBulkSend(ctx, again, { id: bulkSendId });
    await work(ctx);
    expect(await showBulkSend(ctx, owner, { id: bulkSendId })).toMatchObject({
      state: "paused",
      pausedReason: "template_deleted",
    });
  });

  test("gets a new job when it has lost its own, and ignores an outdated one @exhaustive", async () => {
    const { ctx, owner, id } = await begin();
    const { bulkSendId } = await startBulkSend(ctx, owner, { id, csv: { text: lines(2) } });
    expect(await reviveBulkSends(ctx)).toBe(0);
    await ctx.db.update(outboxJobs).set({ deadAt: sql`now()` });
    expect(await reviveBulkSends(ctx)).toBe(1);
    await sendBulkRows(ctx, { bulkSendId, turn: 1 });
    expect(await ctx.db.$count(files)).toBe(0);
    await work(ctx);
    expect(await ctx.db.$count(files)).toBe(2);
  });
});

describe("the results", () => {
  test("list document, states and errors, and defuse cells that a spreadsheet would run", async () => {
    const { ctx, owner, id } = await begin();
    const csv = `${header},Title\ntom@x.example,,lena@x.example,,,"=HYPERLINK(""http://x.example"")"\n+una@x.example,,lena@x.example,,,@SUM\n`;
    const { bulkSendId } = await startBulkSend(ctx, owner, { id, csv: { text: csv } });
    await work(ctx);
    await ctx.db
      .update(bulkRows)
      .set({ state: "failed", fileId: null, problem: { code: "glyph_missing", column: "Rent", detail: "-1" } })
      .where(eq(bulkRows.number, 3));
    const [file] = await ctx.db.select().from(files).orderBy(files.id);
    const { bytes } = await resultsCsv(ctx, owner, { id: bulkSendId });
    expect(bytes.toString().split("\r\n")).toEqual([
      "\uFEFFrow,state,document,title,documentState,signers,error,column,detail",
      `2,sent,${file?.uuid},"'=HYPERLINK(""http://x.example"")",able_to_sign,tom@x.example: pending; lena@x.example: pending,,,`,
      "3,failed,,'@SUM,,'+una@x.example; lena@x.example,glyph_missing,Rent,'-1",
      "",
    ]);
  });
});

describe("personal data of bulk sends", () => {
  test("is deleted 90 days after the end, while states and documents stay @exhaustive", async () => {
    const { ctx, owner, id } = await begin();
    const { bulkSendId } = await startBulkSend(ctx, owner, { id, csv: { text: lines(2) } });
    const waiting = await startBulkSend(ctx, owner, { id, csv: { text: lines(1) } });
    await pauseBulkSend(ctx, owner, { id: waiting.bulkSendId });
    await work(ctx);
    await sweepBulkRows(ctx);
    expect((await listBulkRows(ctx, owner, { id: bulkSendId })).data[0]?.people).toHaveLength(2);
    await ctx.db
      .update(bulkSends)
      .set({ endedAt: sql`ended_at - interval '91 days'`, createdAt: sql`now() - interval '92 days'` });
    await ctx.db.update(bulkRows).set({ changedAt: sql`now() - interval '91 days'` });
    await sweepBulkRows(ctx);
    const [row] = (await listBulkRows(ctx, owner, { id: bulkSendId })).data;
    expect(row).toMatchObject({ state: "sent", people: [], uuid: expect.any(String) as string });
    expect((await showBulkSend(ctx, owner, { id: bulkSendId })).contentDeletedAt).not.toBeNull();
    await expect(retryBulkSend(ctx, owner, { id: bulkSendId })).rejects.toMatchObject({ code: "content_deleted" });
    expect((await showBulkSend(ctx, owner, { id: waiting.bulkSendId })).state).toBe("cancelled");
  });

  test("is erased with the person: a queued row is never sent, and the owner's bulk sends are deleted with the owner @exhaustive", async () => {
    const { ctx, owner, id } = await begin();
    const admin = { ...actingAs(await makeAccount(ctx, { role: "admin" })), signedInAt: await ctx.now() };
    const { bulkSendId } = await startBulkSend(ctx, owner, { id, csv: { text: lines(2) } });
    await erasePerson(ctx, admin, { email: "t1@x.example" });
    expect((await listBulkRows(ctx, owner, { id: bulkSendId })).data).toMatchObject([
      { state: "cancelled", people: [] },
      { state: "queued" },
    ]);
    await eraseOneself(ctx, { ...owner, signedInAt: await ctx.now() });
    expect(await ctx.db.$count(bulkSends)).toBe(0);
    expect(await ctx.db.$count(bulkRows)).toBe(0);
    await work(ctx);
    expect(await ctx.db.$count(files)).toBe(0);
  });

  test("filters both lists of documents for its owner only, and rejects a cursor of another filter @exhaustive", async () => {
    const { ctx, owner, id } = await begin();
    const first = await startBulkSend(ctx, owner, { id, csv: { text: lines(3) } });
    const second = await startBulkSend(ctx, owner, { id, csv: { text: lines(1) }, duplicates: "allow" });
    await work(ctx);
    expect((await listBulkRows(ctx, owner, { id: first.bulkSendId })).data).toMatchObject(
      [1, 2, 3].map(() => ({ state: "sent", problem: null })),
    );
    const tom = actingAs(await makeAccount(ctx, { email: "t1@x.example", role: "signer" }));
    const listed = async (actor: AccountActor, bulkSend?: number) => [
      (await listFiles(ctx, actor, { ...(bulkSend ? { bulkSend } : {}) })).pagination.total,
      (await showDashboardByQuery(ctx, actor, bulkSend ? { bulkSend: String(bulkSend) } : {})).data.length,
    ];
    expect(await listed(owner)).toEqual([4, 4]);
    expect(await listed(owner, first.bulkSendId)).toEqual([3, 3]);
    expect(await listed(owner, second.bulkSendId)).toEqual([1, 1]);
    expect(await listed(owner, 2_147_483_647)).toEqual([0, 0]);
    // A signer sees their documents, but not the bulk send that created them.
    expect(await listed(tom)).toEqual([2, 2]);
    expect(await listed(tom, first.bulkSendId)).toEqual([0, 0]);
    const { data, pagination } = await listFiles(ctx, owner, { bulkSend: first.bulkSendId, cursor: "", length: 2 });
    const cursor = pagination.nextCursor ?? "";
    const rest = await listFiles(ctx, owner, { bulkSend: first.bulkSendId, cursor, length: 2 });
    expect(new Set([...data, ...rest.data].map(({ uuid }) => uuid)).size).toBe(3);
    await expect(listFiles(ctx, owner, { bulkSend: second.bulkSendId, cursor })).rejects.toMatchObject({
      violations: [{ pointer: "/query/cursor" }],
    });
    expect((await listFiles(ctx, owner, { bulkSend: first.bulkSendId, q: "t2@" })).pagination.total).toBe(1);
  });

  test("counts a document past its deadline as ended, like the list, before the job has stored that @exhaustive", async () => {
    const { ctx, owner, id } = await begin();
    const { bulkSendId } = await startBulkSend(ctx, owner, { id, csv: { text: lines(2) } });
    await work(ctx);
    await ctx.db
      .update(files)
      .set({ expiresAt: sql`now() - interval '1 minute'` })
      .where(sql`id = (select min(id) from files)`);
    expect((await showBulkSend(ctx, owner, { id: bulkSendId })).documents).toEqual({ open: 1, signed: 0, ended: 1 });
  });

  test("is not found by other accounts, and is listed by template for its owner @exhaustive", async () => {
    const { ctx, owner, id } = await begin();
    const { bulkSendId } = await startBulkSend(ctx, owner, { id, csv: { text: lines(1) } });
    const other = actingAs(await makeAccount(ctx, { role: "admin" }));
    await expect(showBulkSend(ctx, other, { id: bulkSendId })).rejects.toMatchObject({ code: "not_found" });
    expect((await listBulkSends(ctx, other)).data).toEqual([]);
    expect((await listBulkSends(ctx, owner, { templateId: id })).data.map((bulkSend) => bulkSend.id)).toEqual([
      bulkSendId,
    ]);
    expect((await listBulkSends(ctx, owner, { templateId: id + 1 })).data).toEqual([]);
    expect((await ctx.db.select().from(events)).map(({ type }) => type)).toEqual(["template.created"]);
  });
});

test("bulk sends have their own job lane, in which accounts take turns @exhaustive", async () => {
  const { ctx, owner, id } = await begin();
  const { bulkSendId } = await startBulkSend(ctx, owner, { id, csv: { text: lines(1) } });
  await enqueueBulkSend(ctx, { id: bulkSendId, turn: 2 });
  const other = actingAs(await makeAccount(ctx));
  const theirs = await startBulkSend(ctx, other, { id: await template(ctx, other), csv: { text: lines(1) } });
  await enqueue(ctx, "code", { challengeId: 1 });
  const free = { urgent: 6, mail: 4, slow: 1, timestamps: 1, bulk: 2, others: 4 };
  const jobs = await claimJobs(ctx, "00000000-0000-4000-8000-000000000001", free);
  expect(jobs.filter(({ kind }) => kind === "bulkSend").map(({ payload }) => payload.bulkSendId)).toEqual(
    expect.arrayContaining([bulkSendId, theirs.bulkSendId]),
  );
  expect(jobs.map(({ kind }) => kind)).toContain("code");
});

describe("a bulk send of two processes", () => {
  const database = useCommittedDatabase();

  test("is sent once, even by two processes at once @exhaustive", async () => {
    const { ctx, owner, id } = await begin({}, {}, database().db);
    const { bulkSendId } = await startBulkSend(ctx, owner, { id, csv: { text: lines(6) } });
    await Promise.all([1, 2, 3].map(() => sendBulkRows(ctx, { bulkSendId, turn: 1 })));
    await work(ctx);
    const invited = await ctx.db.select({ email: signRequests.email }).from(signRequests);
    expect(await ctx.db.$count(files)).toBe(6);
    expect(new Set(invited.map(({ email }) => email)).size).toBe(7);
  });
});
