import { sql } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { planOf } from "@/db/testing/plan-of";
import { useRolledBackDatabase } from "@/db/testing/test-database";
import type { Actor, Ctx } from "@/lib/context/context";
import { actingAs, makeAccount } from "@/lib/testing/accounts";
import { insertFiles } from "@/lib/testing/files";
import { makeRequest } from "@/lib/testing/requests";
import { useTestContext } from "@/lib/testing/test-context";
import { showDashboard } from "@/lib/views/dashboard/dashboard";
import { readDashboardQuery } from "@/lib/views/dashboard/dashboard-query";
import { listFiles } from "./list";

const db = useRolledBackDatabase();
const context = useTestContext();
const makeIndex = async (ctx: Ctx): Promise<unknown> =>
  (await ctx.db.execute(sql`select make_search_index() as made, to_regclass('file_search_words') is not null as words`))
    .rows[0];

/** A database on a server without the extension, as seen by the tables' owner. */
async function withoutExtension(ctx: Ctx): Promise<void> {
  await ctx.db.execute(sql`drop extension pg_trgm cascade`);
  await ctx.db.execute(sql`create role plain_owner`);
  await ctx.db.execute(sql`grant usage, create on schema public to plain_owner`);
  for (const table of [sql`file_search`, sql`accounts`])
    await ctx.db.execute(sql`alter table ${table} owner to plain_owner`);
  await ctx.db.execute(sql`set local role plain_owner`);
  expect(await makeIndex(ctx)).toEqual({ made: false, words: false });
  await ctx.db.execute(sql`reset role`);
}

async function found(
  ctx: Ctx,
  actor: Actor,
  q: string,
): Promise<{ list: string[]; total: number | undefined; dashboard: string[] }> {
  const list = await listFiles(ctx, actor, { q, sortBy: "name" });
  const dashboard = await showDashboard(ctx, actor, readDashboardQuery({ q, order: "name" }));
  return {
    list: list.data.map(({ name }) => name),
    total: list.pagination.total,
    dashboard: dashboard.data.map(({ name }) => name),
  };
}

describe("searches", () => {
  test.each([
    ["with", true],
    ["@exhaustive without", false],
  ])("find names, addresses and signers' names in any case and script, %s the extension", async (_title, isThere) => {
    const ctx = context(db());
    if (!isThere) await withoutExtension(ctx);
    const requester = actingAs(await makeAccount(ctx));
    await insertFiles(ctx, requester, ["Bäckerei Öztürk", "契約書", "Ab", "Lease of an office"]);
    const { actor: other } = await makeRequest(ctx, { status: 1, name: "Somebody's lease" });
    const all = async (q: string) => found(ctx, requester, q);
    const only = (...names: string[]) => ({ list: names, total: names.length, dashboard: names });
    expect(await all("BÄCKEREI")).toEqual(only("Bäckerei Öztürk"));
    expect(await all("契約")).toEqual(only("契約書"));
    expect(await all("b")).toEqual(only("Ab", "Bäckerei Öztürk"));
    expect(await all("lease")).toEqual(only("Lease of an office"));
    expect(await found(ctx, other, "ANA@X")).toEqual(only("Somebody's lease"));
    expect(await found(ctx, other, "no such thing")).toEqual(only());
  });

  test("get their index at the next start after the extension is installed", async () => {
    const ctx = context(db());
    await withoutExtension(ctx);
    expect(await makeIndex(ctx)).toEqual({ made: true, words: true });
    expect(await makeIndex(ctx)).toEqual({ made: true, words: true });
  });

  test("return all results page by page and by cursor", async () => {
    const ctx = context(db());
    const actor = actingAs(await makeAccount(ctx));
    await insertFiles(ctx, actor, ["Lease 1", "Offer", "Lease 2", "Lease 3"]);
    const second = await listFiles(ctx, actor, { q: "lease", length: 2, page: 2 });
    expect([second.data.map(({ name }) => name), second.pagination.total]).toEqual([["Lease 1"], 3]);
    const first = await listFiles(ctx, actor, { q: "lease", length: 2, cursor: "" });
    const next = await listFiles(ctx, actor, { q: "lease", length: 2, cursor: first.pagination.nextCursor ?? "" });
    expect([first, next].map(({ data }) => data.map(({ name }) => name))).toEqual([
      ["Lease 3", "Lease 2"],
      ["Lease 1"],
    ]);
  });

  test("count all own and received documents, but none that is deleted or hidden", async () => {
    const ctx = context(db());
    const account = await makeAccount(ctx, { email: "ana@x.example" });
    const actor = actingAs(account);
    await insertFiles(ctx, actor, ["Lease 1", "Lease 2", "Lease 3", "Offer"]);
    await ctx.db.execute(sql`update files set status = 'deleted', deleted_at = now() where name = 'Lease 3'`);
    await makeRequest(ctx, { status: 1, name: "Lease told" });
    // Signed by its requester as well, who keeps it as a signer.
    await insertFiles(ctx, actor, ["Lease own"]);
    await ctx.db
      .execute(sql`insert into sign_requests (file_id, file_created_at, email, status, sign_method, identify_methods, link_hash, link_sealed, notified_at, signed_at)
      select id, created_at, 'ana@x.example', 'signed', 'email', '["account"]', 'own',
        (select link_sealed from sign_requests limit 1), now(), now()
      from files where name = 'Lease own'`);
    await ctx.db.execute(
      sql`update files set status = 'deleted', completed_at = now(), deleted_at = now() where name = 'Lease own'`,
    );
    await makeRequest(ctx, { name: "Lease untold" });
    await makeRequest(ctx, { status: 1, name: "Lease of others", users: [{ email: "bo@x.example" }] });
    const { file } = await makeRequest(ctx, { status: 1, name: "Lease completed" });
    await ctx.db.execute(
      sql`update files set status = 'deleted', completed_at = now(), deleted_at = now() where id = ${file.id}`,
    );
    // A full page is found at the beginning of the list; a partial one requires reading every file.
    const [full, whole] = [
      await listFiles(ctx, actor, { q: "lease", length: 1 }),
      await listFiles(ctx, actor, { q: "lease", length: 50 }),
    ];
    expect(whole.data.map(({ name }) => name).sort()).toEqual([
      "Lease 1",
      "Lease 2",
      "Lease completed",
      "Lease own",
      "Lease told",
    ]);
    expect([full.data[0]?.name, full.pagination.total, whole.pagination.total]).toEqual([whole.data[0]?.name, 5, 5]);
  });

  test("count and find without a look at each document of the account @exhaustive", async () => {
    const ctx = context(db());
    const actor = actingAs(await makeAccount(ctx));
    await insertFiles(ctx, actor, ["Lease"]);
    await ctx.db.execute(sql`alter table files disable trigger user`);
    await ctx.db
      .execute(sql`insert into files (uuid, requester_id, name, status, pages, size, sha256, original_size, original_sha256, created_at, deleted_at)
      select gen_random_uuid(), requester_id, case when n % 8 = 0 then 'Lease ' else 'Offer ' end || n, case when n % 400 = 0 then 'deleted' else 'signed' end, pages, size, sha256,
        original_size, original_sha256, now() - make_interval(mins => n), case when n % 400 = 0 then now() end
      from files, generate_series(1, 8000) n where requester_id = ${actor.account.id}`);
    await ctx.db.execute(sql`alter table files enable trigger user`);
    await ctx.db.execute(sql`select rebuild_file_search()`);
    await ctx.db.execute(sql`analyze files, file_search`);
    const counted = await planOf(async () => {
      expect((await listFiles(ctx, actor, { q: "lease", length: 1 })).pagination.total).toBe(981);
    });
    expect(counted).toContain("files_deleted_of_requester");
    const rare = await planOf(async () => {
      expect((await listFiles(ctx, actor, { q: "offer 7999" })).pagination.total).toBe(1);
    });
    expect(rare).not.toMatch(/requester_id = .* AND \(id = ANY/);
  });
});
