import { sql } from "drizzle-orm";
import { beforeEach, describe, expect, test } from "vitest";
import { adminActivity } from "@/db/schema/administration";
import { outboxJobs } from "@/db/schema/work";
import { useRolledBackDatabase } from "@/db/testing/test-database";
import { listAdminActivity } from "@/lib/administration/activity";
import { listAccounts, toAdministeredListWire } from "@/lib/administration/users";
import { startSession } from "@/lib/auth/session";
import type { AccountActor, Ctx } from "@/lib/context/context";
import { actingAs, makeAccount } from "@/lib/testing/accounts";
import { useTestContext } from "@/lib/testing/test-context";
import { changeAccount } from "./change";
import { createAccount } from "./create";
import { mailReset } from "./passwords";
import { endOtherSessions, endSessionsOf, listSessions } from "./sessions";

const db = useRolledBackDatabase();
const makeContext = useTestContext();
let ctx: Ctx;
let admin: AccountActor;
beforeEach(async () => {
  ctx = makeContext(db());
  admin = actingAs(await makeAccount(ctx, { role: "admin", email: "admin@administered.example" }));
});
const emails = async (query: Parameters<typeof listAccounts>[2]) =>
  (await listAccounts(ctx, admin, query)).rows.map(({ account }) => account.email);

describe("the list of accounts", () => {
  test("searches part of a name or address with % and _ taken literally, filters by role, and pages", async () => {
    await makeAccount(ctx, { email: "ana_1@administered.example", displayName: "Ana 100%" });
    await makeAccount(ctx, { email: "anax1@administered.example", displayName: "Bo", role: "signer" });
    expect(await emails({ q: "administered.example", role: "admin" })).toEqual(["admin@administered.example"]);
    expect(await emails({ q: "ANA_1" })).toEqual(["ana_1@administered.example"]);
    expect(await emails({ q: "100%" })).toEqual(["ana_1@administered.example"]);
    const first = await listAccounts(ctx, admin, { q: "administered", length: 2 });
    expect(first.rows).toHaveLength(2);
    expect(await emails({ q: "administered", length: 2, cursor: first.next ?? 0 })).toEqual([
      "anax1@administered.example",
    ]);
  });

  test("shows how many sessions each account has and which are locked", async () => {
    const ana = await makeAccount(ctx, { email: "ana@administered.example", failedLoginsInRow: 100 });
    await startSession(ctx, ana);
    await startSession(ctx, ana);
    const { data } = toAdministeredListWire(ctx, await listAccounts(ctx, admin, { q: "administered" }));
    expect(data).toMatchObject([
      { locked: false, sessions: 0, lastSeenAt: null },
      { locked: true, sessions: 2 },
    ]);
    expect(data[1]?.lastSeenAt).not.toBeNull();
  });
});

describe("an administrator", () => {
  test("logs an account out everywhere, once", async () => {
    const ana = await makeAccount(ctx);
    await startSession(ctx, ana);
    expect([await endSessionsOf(ctx, admin, ana.id), await endSessionsOf(ctx, admin, ana.id)]).toEqual([1, 0]);
    expect(await listSessions(ctx, actingAs(ana))).toEqual([]);
  });

  test("has a set-password link mailed to the account's own address, without seeing it", async () => {
    const ana = await makeAccount(ctx);
    await mailReset(ctx, admin, ana.id);
    const [job] = await ctx.db.select().from(outboxJobs);
    expect(job).toMatchObject({ kind: "reset", payload: {} });
    expect(JSON.parse(ctx.secrets.open("outbox", job?.sealed ?? Buffer.alloc(0)).toString())).toMatchObject({
      email: ana.email,
    });
    await expect(mailReset(ctx, admin, 2_000_000_000)).rejects.toMatchObject({ code: "not_found" });
  });

  test("has each action recorded with account ids and without addresses", async () => {
    const ana = await createAccount(ctx, admin, {
      email: "new@administered.example",
      displayName: "New Person",
      role: "signer",
    });
    await changeAccount(ctx, admin, ana.id, { role: "requester", password: "a long and quiet evening" });
    await endSessionsOf(ctx, admin, ana.id);
    await mailReset(ctx, admin, ana.id);
    const { rows } = await listAdminActivity(ctx, admin, {});
    expect(rows.map(({ entry }) => [entry.type, entry.data])).toEqual([
      ["account.reset_mailed", { accountId: ana.id }],
      ["account.signed_out", { accountId: ana.id, count: 0 }],
      ["account.changed", { accountId: ana.id, names: "role, password", role: "requester" }],
      ["account.created", { accountId: ana.id, role: "signer" }],
    ]);
    expect(JSON.stringify(await ctx.db.select().from(adminActivity))).not.toContain("administered.example");
  });

  test("is required for each of these calls", async () => {
    const [other, ana] = [actingAs(await makeAccount(ctx)), await makeAccount(ctx)];
    for (const call of [
      () => listAccounts(ctx, other, {}),
      () => endSessionsOf(ctx, other, ana.id),
      () => mailReset(ctx, other, ana.id),
      () => listAdminActivity(ctx, other, {}),
    ])
      await expect(call()).rejects.toMatchObject({ code: "forbidden" });
  });
});

test("ending all other sessions keeps the calling one and those of other accounts", async () => {
  const [ana, bo] = [await makeAccount(ctx), await makeAccount(ctx)];
  for (const account of [ana, ana, ana, bo]) await startSession(ctx, account);
  const {
    rows: [{ id }],
  } = (await ctx.db.execute<{ id: number }>(
    sql`select min(id) as id from sessions where account_id = ${ana.id}`,
  )) as unknown as { rows: [{ id: number }] };
  const here = { ...actingAs(ana), proof: "session", sessionId: id } as const;
  expect(await endOtherSessions(ctx, here)).toBe(2);
  expect((await listSessions(ctx, here)).map(({ isCurrent }) => isCurrent)).toEqual([true]);
  expect(await listSessions(ctx, actingAs(bo))).toHaveLength(1);
  expect(await endOtherSessions(ctx, actingAs(ana))).toBe(1);
});
