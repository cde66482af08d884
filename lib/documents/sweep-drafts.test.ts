import { sql } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { planOf } from "@/db/testing/plan-of";
import { useCommittedDatabase, useRolledBackDatabase } from "@/db/testing/test-database";
import type { Ctx } from "@/lib/context/context";
import { blobKey } from "@/lib/platform/blobs/blob-store";
import { readTrail, trailBreaksAt } from "@/lib/records/audit/events";
import { draftScenario, readFile, releasedScenario } from "@/lib/signing/testing/signing-scenario";
import { useTestContext } from "@/lib/testing/test-context";
import { sweepDrafts } from "./sweep";

const db = useRolledBackDatabase();
const context = useTestContext();
const past = sql`now() - interval '91 days'`;

test("deletes a draft untouched for 90 days with its bytes, and keeps a changed one and a released document", async () => {
  const ctx = context(db());
  const [old, touched, released] = [
    await draftScenario(ctx, [{ name: "Bo" }]),
    await draftScenario(ctx, [{ name: "Bo" }]),
    await releasedScenario(ctx, [{ name: "Ana" }]),
  ];
  await ctx.db.execute(sql`update files set created_at = ${past}`);
  await ctx.db.execute(sql`alter table audit_events disable trigger audit_events_append_only`);
  await ctx.db.execute(sql`update audit_events set at = ${past} where file_id <> ${touched.fileId}`);
  await ctx.db.execute(sql`alter table audit_events enable always trigger audit_events_append_only`);
  const { uuid, sha256 } = await readFile(ctx, old.fileId);
  expect(await ctx.blobs.has(blobKey(uuid, sha256))).toBe(true);
  expect(await sweepDrafts(ctx)).toBe(1);
  expect(
    await Promise.all([old, touched, released].map(async ({ fileId }) => (await readFile(ctx, fileId)).status)),
  ).toEqual(["deleted", "draft", "able_to_sign"]);
  expect(await ctx.blobs.has(blobKey(uuid, sha256))).toBe(false);
  expect((await readTrail(ctx, old.fileId)).map(({ type }) => type)).toContain("file.deleted");
  expect(trailBreaksAt(await readFile(ctx, touched.fileId), await readTrail(ctx, touched.fileId))).toBeNull();
  expect(await sweepDrafts(ctx)).toBe(0);
});

test("keeps old drafts on legal hold, also one that is held while the sweep runs, until the hold is lifted", async () => {
  const ctx = context(db());
  const [held, meanwhile, old] = [
    await draftScenario(ctx, [{ name: "Ana" }]),
    await draftScenario(ctx, [{ name: "Bo" }]),
    await draftScenario(ctx, [{ name: "Cy" }]),
  ];
  await ctx.db.execute(sql`update files set created_at = ${past}`);
  await ctx.db.execute(sql`alter table audit_events disable trigger audit_events_append_only`);
  await ctx.db.execute(sql`update audit_events set at = ${past}`);
  await ctx.db.execute(sql`alter table audit_events enable always trigger audit_events_append_only`);
  const hold = ({ fileId }: { fileId: number }) =>
    ctx.db.execute(sql`update files set held_at = now() where id = ${fileId}`);
  await hold(held);
  /** The old drafts have been listed when the transaction that deletes them begins. */
  const tx: Ctx["tx"] = async (work) => {
    await hold(meanwhile);
    return ctx.tx(work);
  };
  const statuses = () =>
    Promise.all([held, meanwhile, old].map(async ({ fileId }) => (await readFile(ctx, fileId)).status));
  expect(await sweepDrafts({ ...ctx, tx })).toBe(1);
  expect(await statuses()).toEqual(["draft", "draft", "deleted"]);
  await ctx.db.execute(sql`update files set held_at = null`);
  expect(await sweepDrafts(ctx)).toBe(2);
  expect(await statuses()).toEqual(["deleted", "deleted", "deleted"]);
});

test("reads only old drafts among 20,000 documents @exhaustive", async () => {
  const ctx = context(db());
  const { fileId } = await draftScenario(ctx, [{ name: "Bo" }]);
  await ctx.db.execute(sql`alter table files disable trigger user`);
  await ctx.db
    .execute(sql`insert into files (uuid, requester_id, name, status, pages, size, sha256, original_size, original_sha256, created_at)
    select gen_random_uuid(), requester_id, name, case when n % 20 = 0 then 'draft' else 'signed' end, pages, size,
      sha256, original_size, original_sha256, now() - make_interval(mins => n)
    from files, generate_series(1, 20000) n where id = ${fileId}`);
  await ctx.db.execute(sql`analyze files`);
  const plan = await planOf(() => sweepDrafts(ctx));
  expect(plan).toContain("files_drafts");
  expect(plan).not.toContain("Seq Scan on files");
});

describe("several old drafts", () => {
  const committed = useCommittedDatabase();

  test("are deleted in one transaction, except one that somebody is changing @exhaustive", async () => {
    const ctx = context(committed().db);
    const drafts = [
      await draftScenario(ctx, [{ name: "Ana" }]),
      await draftScenario(ctx, [{ name: "Bo" }]),
      await draftScenario(ctx, [{ name: "Cy" }]),
    ];
    await ctx.db.execute(sql`update files set created_at = ${past}`);
    await ctx.db.execute(sql`alter table audit_events disable trigger audit_events_append_only`);
    await ctx.db.execute(sql`update audit_events set at = ${past}`);
    await ctx.db.execute(sql`alter table audit_events enable always trigger audit_events_append_only`);
    const [changing] = drafts.map(({ fileId }) => fileId);
    const { uuid, sha256 } = await readFile(ctx, drafts[1]?.fileId ?? 0);
    await ctx.db.transaction(async (tx) => {
      await tx.execute(sql`select 1 from files where id = ${changing} for update`);
      expect(await sweepDrafts(ctx)).toBe(2);
    });
    const files = await Promise.all(drafts.map(({ fileId }) => readFile(ctx, fileId)));
    expect(files.map(({ status }) => status)).toEqual(["draft", "deleted", "deleted"]);
    const trails = await Promise.all(drafts.map(({ fileId }) => readTrail(ctx, fileId)));
    expect(trails.map((trail) => trail.at(-1)?.type === "file.deleted")).toEqual([false, true, true]);
    expect(await ctx.blobs.has(blobKey(uuid, sha256))).toBe(false);
    const { rows } = await ctx.db.execute(
      sql`select count(*)::int as logged, count(distinct xmin::text)::int as transactions from events where type = 'file.deleted'`,
    );
    expect(rows).toEqual([{ logged: 2, transactions: 1 }]);
    expect(await sweepDrafts(ctx)).toBe(1);
  });
});
