import { sql } from "drizzle-orm";
import pino from "pino";
import { beforeEach, describe, expect, test, vi } from "vitest";
import { requestLog } from "@/db/schema/api-calls";
import { useRolledBackDatabase } from "@/db/testing/test-database";
import { createToken } from "@/lib/accounts/tokens";
import type { AccountActor, Ctx } from "@/lib/context/context";
import type { RequestNote } from "@/lib/context/context";
import { actingAs, logInByCookie, makeAccount, testPassword } from "@/lib/testing/accounts";
import { callOperation } from "@/lib/testing/call-operation";
import { useTestContext } from "@/lib/testing/test-context";
import { useRuntime } from "@/lib/testing/use-runtime";
import { makeRequestLog } from "./buffer";
import { listRequests, sweepRequestLog } from "./list";

const held = useRuntime();

const db = useRolledBackDatabase();
const makeContext = useTestContext();
const quiet = pino({ level: "silent" });
let ctx: Ctx;
let me: AccountActor;
let token: { id: number; header: Record<string, string> };
beforeEach(async () => {
  held.ctx = ctx = makeContext(db(), { requestLog: makeRequestLog(db(), quiet) });
  me = actingAs(await makeAccount(ctx));
  const made = await createToken(ctx, me, { name: "Nightly export" });
  token = { id: made.row.id, header: { authorization: `Bearer ${made.token}` } };
});

const rowsOf = async (query: Parameters<typeof listRequests>[2] = {}, actor = me) => {
  await ctx.requestLog.flush();
  return (await listRequests(ctx, actor, query)).rows.map(
    ({ call: { method, path, status, code, tokenId }, tokenName }) => ({
      method,
      path,
      status,
      code,
      tokenId,
      tokenName,
    }),
  );
};
const note = (values: Partial<RequestNote> = {}): RequestNote => ({
  accountId: me.account.id,
  tokenId: null,
  at: new Date(),
  requestId: "r",
  method: "GET",
  path: "/account/me",
  status: 200,
  code: null,
  durationMs: 3,
  ...values,
});

describe("a call", () => {
  test("with a token or the password is logged by its path template, with its result and token", async () => {
    const uuid = "5a1d8a52-7c1f-4b9b-9b1c-3f1f4de3a6f1";
    await callOperation("showFileByUuid", { headers: token.header, params: { uuid } });
    await callOperation("getOwnAccount", {
      headers: { authorization: `Basic ${Buffer.from(`${me.account.email}:${testPassword}`).toString("base64")}` },
    });
    expect(await rowsOf()).toEqual([
      { method: "GET", path: "/account/me", status: 200, code: null, tokenId: null, tokenName: null },
      {
        method: "GET",
        path: "/file/validate/uuid/{uuid}",
        status: 404,
        code: "not_found",
        tokenId: token.id,
        tokenName: "Nightly export",
      },
    ]);
    const everything = JSON.stringify(await ctx.db.select().from(requestLog));
    for (const secret of [uuid, testPassword, token.header.authorization?.slice(7) ?? ""])
      expect(everything).not.toContain(secret);
  });

  test("of a page, or without an account, is not logged", async () => {
    const cookie = { cookie: await logInByCookie(ctx, me.account), origin: ctx.publicUrl };
    expect((await callOperation("getOwnAccount", { headers: cookie })).status).toBe(200);
    expect((await callOperation("getOwnAccount", { headers: { authorization: "Bearer pk_nothing" } })).status).toBe(
      401,
    );
    expect(await rowsOf()).toEqual([]);
  });

  test("is visible to its own account only", async () => {
    await callOperation("getOwnAccount", { headers: token.header });
    expect(await rowsOf({}, actingAs(await makeAccount(ctx)))).toEqual([]);
    expect(await rowsOf()).toHaveLength(1);
  });

  test("is answered without waiting for the database while the log cannot be written, and is never logged twice", async () => {
    let away = true;
    const execute = vi.fn(() => (away ? Promise.reject(new Error("away")) : Promise.resolve()));
    const log = makeRequestLog({ execute } as never, quiet);
    log.note(note());
    await expect(log.flush()).resolves.toBeUndefined();
    away = false;
    log.note(note({ path: "/file/list" }));
    await log.flush();
    expect(execute).toHaveBeenCalledTimes(2);
  });

  test("that is throttled is logged once a second", async () => {
    for (let time = 0; time < 50; time++) ctx.requestLog.note(note({ status: 429, code: "rate_limited" }));
    expect(await rowsOf()).toHaveLength(1);
  });
});

describe("the list", () => {
  test("is filtered by status, class of status and token, and paged", async () => {
    for (const [status, tokenId] of [
      [200, null],
      [404, token.id],
      [409, token.id],
      [500, null],
    ] as const)
      ctx.requestLog.note(note({ status, tokenId }));
    const statuses = async (query: Parameters<typeof listRequests>[2]) =>
      (await rowsOf(query)).map(({ status }) => status);
    expect([
      await statuses({}),
      await statuses({ status: "4xx" }),
      await statuses({ status: "404" }),
      await statuses({ token: token.id, status: "409" }),
    ]).toEqual([[500, 409, 404, 200], [409, 404], [404], [409]]);
    const first = await listRequests(ctx, me, { length: 3 });
    expect(
      (await listRequests(ctx, me, { length: 3, cursor: first.next ?? 0 })).rows.map(({ call }) => call.status),
    ).toEqual([200]);
  });
});

describe("the sweep", () => {
  test("deletes calls older than seven days, which are hidden even before it runs", async () => {
    const at = new Date(Date.now() - 7 * 86_400_000 - 60_000);
    ctx.requestLog.note(note({ at }));
    ctx.requestLog.note(note({ path: "/file/list" }));
    expect((await rowsOf()).map(({ path }) => path)).toEqual(["/file/list"]);
    await sweepRequestLog(ctx);
    expect(await ctx.db.$count(requestLog, sql`account_id = ${me.account.id}`)).toBe(1);
  });

  test("keeps the newest ten thousand of an account and does not affect other accounts @exhaustive", async () => {
    const other = await makeAccount(ctx);
    await ctx.db.execute(
      sql`insert into request_log (account_id, at, request_id, method, path, status, duration_ms)
        select ${me.account.id}::int, now(), 'r' || n, 'GET', '/x', 200, 1 from generate_series(1, 10005) n`,
    );
    ctx.requestLog.note(note({ accountId: other.id }));
    await ctx.requestLog.flush();
    await sweepRequestLog(ctx);
    const { rows } = await ctx.db.execute(
      sql`select account_id, count(*)::int as count, min(id) from request_log where account_id in (${me.account.id}::int, ${other.id}::int) group by 1 order by 1`,
    );
    expect(rows.map(({ count }) => count)).toEqual([10_000, 1]);
    expect(
      (
        await ctx.db.execute(
          sql`select request_id from request_log where account_id = ${me.account.id}::int order by id limit 1`,
        )
      ).rows,
    ).toEqual([{ request_id: "r6" }]);
  });
});
