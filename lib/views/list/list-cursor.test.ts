import { eq } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { files } from "@/db/schema/files";
import { useRolledBackDatabase } from "@/db/testing/test-database";
import type { AccountActor, Ctx } from "@/lib/context/context";
import { actingAs, makeAccount } from "@/lib/testing/accounts";
import { insertFiles } from "@/lib/testing/files";
import { makeRequest } from "@/lib/testing/requests";
import { useTestContext } from "@/lib/testing/test-context";
import { showDashboard, showDashboardByQuery } from "@/lib/views/dashboard/dashboard";
import { readDashboardQuery } from "@/lib/views/dashboard/dashboard-query";
import type { ListQuery } from "@/lib/views/schema";
import { listFiles } from "./list";

const db = useRolledBackDatabase();
const testContext = useTestContext();

async function requesterWith(names: readonly string[]): Promise<{ ctx: Ctx; actor: AccountActor }> {
  const ctx = testContext(db());
  const actor = actingAs(await makeAccount(ctx));
  await insertFiles(ctx, actor, names);
  return { ctx, actor };
}

/** Names on every page from first to last. `between` runs after the first page. */
async function walk(
  ctx: Ctx,
  actor: AccountActor,
  query: ListQuery,
  between: () => Promise<void> = () => Promise.resolve(),
): Promise<string[][]> {
  const pages: string[][] = [];
  for (let cursor: string | null = ""; cursor !== null;) {
    const { data, pagination } = await listFiles(ctx, actor, { ...query, cursor });
    pages.push(data.map((file) => file.name));
    expect(pagination).toEqual({
      current: null,
      next: null,
      prev: null,
      last: null,
      first: null,
      nextCursor: pagination.nextCursor,
    });
    if (pages.length === 1) await between();
    cursor = pagination.nextCursor;
  }
  return pages;
}

describe("a list by cursor", () => {
  test("has the same pages as the list by number, in every order @exhaustive", async () => {
    const { ctx, actor } = await requesterWith(["b", "A", "c", "a", "B"]);
    await ctx.db.update(files).set({ status: "signed", completedAt: new Date() }).where(eq(files.name, "c"));
    for (const sortBy of ["created_at", "name", "status"] as const) {
      for (const sortDirection of ["asc", "desc"] as const) {
        const whole = (await listFiles(ctx, actor, { sortBy, sortDirection })).data.map((file) => file.name);
        expect((await walk(ctx, actor, { sortBy, sortDirection, length: 2 })).flat()).toEqual(whole);
      }
    }
  });

  test("starts where a page by number ends", async () => {
    const { ctx, actor } = await requesterWith(["1", "2", "3"]);
    const { pagination } = await listFiles(ctx, actor, { length: 2 });
    expect(
      (await listFiles(ctx, actor, { length: 2, cursor: pagination.nextCursor ?? "" })).data.map((file) => file.name),
    ).toEqual(["1"]);
    expect((await listFiles(ctx, actor, { length: 3 })).pagination.nextCursor).toBeNull();
  });

  test("repeats and skips nothing when files are added and removed in between", async () => {
    const { ctx, actor } = await requesterWith(["1", "2", "3", "4", "5"]);
    const pages = await walk(ctx, actor, { length: 2 }, async () => {
      await insertFiles(ctx, actor, ["new"], new Date(Date.UTC(2027, 0, 1)));
      await ctx.db.update(files).set({ status: "deleted" }).where(eq(files.name, "4"));
    });
    expect(pages).toEqual([["5", "4"], ["3", "2"], ["1"]]);
  });

  test("keeps its filters, and includes files that a signer received", async () => {
    const ctx = testContext(db());
    const { requester, file } = await makeRequest(ctx, { status: 1 });
    const ana = actingAs(await makeAccount(ctx, { email: "ana@x.example" }));
    await insertFiles(ctx, ana, ["own 1", "own 2"]);
    expect((await walk(ctx, ana, { length: 1 })).flat()).toEqual(["Lease", "own 2", "own 1"]);
    expect((await walk(ctx, ana, { length: 1, status: 0 })).flat()).toEqual(["own 2", "own 1"]);
    expect((await walk(ctx, ana, { length: 1, q: requester.email })).flat()).toEqual([]);
    expect((await walk(ctx, ana, { length: 1, from: file.createdAt.toISOString() })).flat()).toEqual(["Lease"]);
  });

  test("rejects a cursor that was altered or belongs to another list", async () => {
    const { ctx, actor } = await requesterWith(["1", "2", "3"]);
    const cursor = (await listFiles(ctx, actor, { length: 1 })).pagination.nextCursor ?? "";
    const [content = "", mark = ""] = cursor.split(".");
    const forged = Buffer.from(JSON.stringify(["2026-01-02T00:00:00+00:00", 1])).toString("base64url");
    for (const altered of [
      `${forged}.${mark}`,
      `${content}.${mark}.x`,
      content,
      `${content}.`,
      ".",
      "%00",
      `${cursor}A`,
      "x".repeat(2000),
    ]) {
      await expect(listFiles(ctx, actor, { length: 1, cursor: altered })).rejects.toMatchObject({
        code: "validation_failed",
        violations: [{ pointer: "/query/cursor", code: "cursor_invalid" }],
      });
    }
    await insertFiles(
      ctx,
      actor,
      Array.from({ length: 20 }, (_, index) => `more ${index}`),
    );
    const { next } = await showDashboard(ctx, actor, readDashboardQuery({}));
    expect(next).toEqual(expect.any(String));
    await expect(listFiles(ctx, actor, { cursor: next ?? "" })).rejects.toMatchObject({ code: "validation_failed" });
    await expect(showDashboardByQuery(ctx, actor, { before: cursor })).rejects.toMatchObject({
      code: "validation_failed",
    });
    await expect(listFiles(ctx, actor, { cursor, sortBy: "name" })).rejects.toMatchObject({
      code: "validation_failed",
    });
    await expect(listFiles(ctx, actor, { cursor, status: 1 })).rejects.toMatchObject({ code: "validation_failed" });
    await expect(listFiles(ctx, actor, { cursor, page: 2 })).rejects.toMatchObject({
      violations: [{ pointer: "/query/page" }],
    });
  });
});
