import { eq, sql } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { files } from "@/db/schema/files";
import { useRolledBackDatabase } from "@/db/testing/test-database";
import { actingAs, makeAccount } from "@/lib/testing/accounts";
import { insertFiles } from "@/lib/testing/files";
import { makeRequest } from "@/lib/testing/requests";
import { useTestContext } from "@/lib/testing/test-context";
import type { ListAnswer } from "@/lib/views/schema";
import { listFiles } from "./list";

const db = useRolledBackDatabase();
const testContext = useTestContext();

async function requesterWith(names: readonly string[]) {
  const ctx = testContext(db());
  const actor = actingAs(await makeAccount(ctx));
  await insertFiles(ctx, actor, names);
  return { ctx, actor };
}

const links = ({
  next,
  prev,
  first,
  last,
  current,
}: Record<"next" | "prev" | "first" | "last" | "current", string | null>) =>
  [first, prev, current, next, last].map((link) => (link === null ? null : new URL(link).searchParams.get("page")));

describe("the list of files", () => {
  test("a page with more fields than ten documents may have is refused, and a shorter one is not", async () => {
    const made = testContext(db());
    const ctx = { ...made, limits: { ...made.limits, elementsPerFile: 1 } };
    const visibleElements = [
      { type: "text" as const, coordinates: { page: 1, top: 10, left: 10, width: 50, height: 20 } },
    ];
    const { requester, file } = await makeRequest(ctx, { users: [{ email: "ana@x.example", visibleElements }] });
    const actor = actingAs(requester);
    await insertFiles(ctx, actor, ["small"]);
    const add = (count: number) =>
      ctx.db
        .execute(sql`insert into elements (file_id, sign_request_id, type, page, left_pt, top_pt, width_pt, height_pt)
        select file_id, sign_request_id, type, page, left_pt, top_pt, width_pt, height_pt
        from elements, generate_series(1, ${count}) where file_id = ${file.id}`);
    await add(9);
    expect((await listFiles(ctx, actor, {})).data).toHaveLength(2);
    await add(1);
    for (const query of [{}, { cursor: "" }, { status: 0 }, { sortBy: "name" as const }])
      await expect(listFiles(ctx, actor, query)).rejects.toMatchObject({
        code: "validation_failed",
        violations: [{ pointer: "/query/length", code: "too_large" }],
      });
    for (const page of [1, 2]) expect((await listFiles(ctx, actor, { length: 1, page })).data).toHaveLength(1);
  });

  test("has total 0 and five nulls when empty", async () => {
    const { ctx, actor } = await requesterWith([]);
    expect(await listFiles(ctx, actor, {})).toEqual({
      data: [],
      pagination: { total: 0, current: null, next: null, prev: null, last: null, first: null, nextCursor: null },
    });
  });

  test("pages of two out of five have null links where there is no page", async () => {
    const { ctx, actor } = await requesterWith(["1", "2", "3", "4", "5"]);
    const pages: ListAnswer[] = [];
    for (const page of [1, 2, 3, 4]) pages.push(await listFiles(ctx, actor, { page, length: 2 }));
    expect(pages.map(({ data }) => data.map((file) => file.name))).toEqual([["5", "4"], ["3", "2"], ["1"], []]);
    expect(pages.map(({ pagination }) => pagination.total)).toEqual([5, 5, 5, 5]);
    expect(pages.map(({ pagination }) => links(pagination))).toEqual([
      [null, null, "1", "2", "3"],
      ["1", "1", "2", "3", "3"],
      ["1", "2", "3", null, null],
      ["1", "3", "4", null, null],
    ]);
  });

  test("a single page has no links, and limit and per_page are aliases of length", async () => {
    const { ctx, actor } = await requesterWith(["1", "2", "3"]);
    expect(links((await listFiles(ctx, actor, { length: 3 })).pagination)).toEqual([null, null, null, null, null]);
    expect((await listFiles(ctx, actor, { limit: 2 })).data).toHaveLength(2);
    expect((await listFiles(ctx, actor, { per_page: 1 })).data).toHaveLength(1);
    expect((await listFiles(ctx, actor, { length: 2, limit: 2, per_page: 2 })).data).toHaveLength(2);
    for (const [query, pointer] of [
      [{ length: 1, limit: 2 }, "/query/limit"],
      [{ limit: 1, per_page: 2 }, "/query/per_page"],
      [{ length: 1, per_page: 2, cursor: "" }, "/query/per_page"],
    ] as const) {
      await expect(listFiles(ctx, actor, query)).rejects.toMatchObject({
        code: "validation_failed",
        violations: [{ pointer, code: "ambiguous" }],
      });
    }
  });

  test("repeats the filters in its links", async () => {
    const { ctx, actor } = await requesterWith(["a lease", "b lease", "other"]);
    const { data, pagination } = await listFiles(ctx, actor, { length: 1, q: "lease", status: [0, 1], sortBy: "name" });
    expect(data.map((file) => file.name)).toEqual(["a lease"]);
    const next = new URL(pagination.next ?? "");
    expect(next.href).toMatch(/^http:\/\/localhost:3000\/api\/v1\/file\/list\?/);
    expect([...next.searchParams].sort()).toEqual([
      ["length", "1"],
      ["page", "2"],
      ["q", "lease"],
      ["sortBy", "name"],
      ["status", "0"],
      ["status", "1"],
    ]);
  });

  test("q is text, not a pattern, and finds signers too", async () => {
    const { ctx, actor } = await requesterWith(["100% sure", "100 sure", "under_score", "underXscore"]);
    const names = async (q: string) => (await listFiles(ctx, actor, { q })).data.map((file) => file.name).sort();
    expect(await names("100%")).toEqual(["100% sure"]);
    expect(await names("R_S")).toEqual(["under_score"]);
    expect(await names("\\")).toEqual([]);
    const made = await makeRequest(ctx);
    expect((await listFiles(ctx, made.actor, { q: "ANA@x" })).data.map((file) => file.fileId)).toEqual([made.file.id]);
  });

  test("filters and sorts by status, from, to and order", async () => {
    const { ctx, actor } = await requesterWith(["b", "A", "c"]);
    await ctx.db.update(files).set({ status: "signed", completedAt: new Date() }).where(eq(files.name, "b"));
    const names = async (query: Parameters<typeof listFiles>[2]) =>
      (await listFiles(ctx, actor, query)).data.map((file) => file.name);
    expect(await names({ status: 3 })).toEqual(["b"]);
    expect(await names({ sortBy: "name" })).toEqual(["A", "b", "c"]);
    expect(await names({ sortBy: "name", sortDirection: "desc" })).toEqual(["c", "b", "A"]);
    expect(await names({ sortBy: "status", sortDirection: "desc" })).toEqual(["b", "c", "A"]);
    expect(await names({ from: "2026-01-02T00:00:00Z", to: "2026-01-02T23:59:59+00:00" })).toEqual(["A"]);
  });

  test("a row has the documented shape", async () => {
    const ctx = testContext(db());
    const { actor, requester, file } = await makeRequest(ctx);
    const [row] = (await listFiles(ctx, actor, {})).data;
    expect(row).toMatchObject({
      id: file.id,
      fileId: file.id,
      nodeId: file.id,
      uuid: file.uuid,
      status: 0,
      statusText: "draft",
      requested_by: { uid: requester.email, userId: requester.email },
      created_at: file.createdAt.toISOString(),
      request_date: file.createdAt.toISOString(),
      expiresAt: null,
      visibleElements: [],
      messages: [],
      signers: [
        {
          email: "ana@x.example",
          displayName: "Ana",
          me: false,
          status: "draft",
          signed: null,
          identifyMethods: [{ method: "account", value: "ana@x.example", mandatory: 1 }],
        },
        { email: "bo@x.example" },
      ],
    });
  });

  test("a signer sees the document from its release on, and only with a proved address", async () => {
    const ctx = testContext(db());
    const ana = await makeAccount(ctx, { email: "ana@x.example", role: "signer" });
    const draft = await makeRequest(ctx);
    const released = await makeRequest(ctx, { status: 1 });
    const seen = (await listFiles(ctx, actingAs(ana), {})).data;
    expect(seen.map((file) => file.fileId)).toEqual([released.file.id]);
    expect(seen[0]?.signers.map((signer) => signer.me)).toEqual([true, false]);
    expect(JSON.stringify(seen)).not.toContain(draft.file.uuid);
    expect((await listFiles(ctx, actingAs({ ...ana, emailProvedAt: null }), {})).data).toEqual([]);
  });
});
