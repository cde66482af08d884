import { sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { planOf } from "@/db/testing/plan-of";
import { useRolledBackDatabase } from "@/db/testing/test-database";
import { blobKey } from "@/lib/platform/blobs/blob-store";
import { readTrail, trailBreaksAt } from "@/lib/records/audit/events";
import { draftScenario, readFile, releasedScenario } from "@/lib/signing/testing/signing-scenario";
import { useTestContext } from "@/lib/testing/test-context";
import { sweepDrafts } from "./sweep";

const db = useRolledBackDatabase();
const context = useTestContext();

test("deletes a draft untouched for 90 days with its bytes, and keeps a changed one and a released document", async () => {
  const ctx = context(db());
  const [old, touched, released] = [
    await draftScenario(ctx, [{ name: "Bo" }]),
    await draftScenario(ctx, [{ name: "Bo" }]),
    await releasedScenario(ctx, [{ name: "Ana" }]),
  ];
  const past = sql`now() - interval '91 days'`;
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

test("reads only old drafts among 20,000 documents", async () => {
  const ctx = context(db());
  const { fileId } = await draftScenario(ctx, [{ name: "Bo" }]);
  await ctx.db.execute(sql`alter table files disable trigger user`);
  await ctx.db
    .execute(sql`insert into files (uuid, requester_id, name, status, pages, size, sha256, original_size, original_sha256, created_at)
    select gen_random_uuid(), requester_id, name, case when n % 20 = 0 then 'draft' else 'signed' end, pages, size, sha256, original_size, original_sha256, now() - make_interval(mins => n)
    from files, generate_series(1, 20000) n where id = ${fileId}`);
  await ctx.db.execute(sql`analyze files`);
  const plan = await planOf(() => sweepDrafts(ctx));
  expect(plan).toContain("files_drafts");
  expect(plan).not.toContain("Seq Scan on files");
});
