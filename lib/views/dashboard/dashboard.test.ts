import { randomUUID } from "node:crypto";
import { eq } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { files, signRequests, type File } from "@/db/schema/files";
import { useRolledBackDatabase } from "@/db/testing/test-database";
import type { AccountActor, Actor, Ctx } from "@/lib/context/context";
import { insertDraft } from "@/lib/documents/upload/upload";
import { dayMs } from "@/lib/platform/locale/format";
import { actingAs, makeAccount } from "@/lib/testing/accounts";
import { linkOf, makeRequest } from "@/lib/testing/requests";
import { useTestContext } from "@/lib/testing/test-context";
import { dashboardTabs, type DashboardTab } from "@/lib/views/dashboard-choices";
import { showDashboard, showDashboardByQuery } from "./dashboard";
import { readDashboardQuery } from "./dashboard-query";

const db = useRolledBackDatabase();
const testContext = useTestContext();
const first = Date.UTC(2026, 0, 1);

/** Rows without bytes, one per minute, because the dashboard reads no bytes. */
async function makeDrafts(ctx: Ctx, actor: AccountActor, names: readonly string[], start = first): Promise<void> {
  for (const [index, name] of names.entries()) {
    const facts = {
      size: 1,
      sha256: "0".repeat(64),
      originalSize: 1,
      originalSha256: "0".repeat(64),
      source: null,
      alreadySigned: false,
      repaired: false,
      decrypted: false,
      frozenFields: 0,
      removed: [],
      remaining: [],
      warnings: [],
      pages: [{ widthPt: 1, heightPt: 1, rotation: 0 as const }],
    };
    const file = await insertDraft(
      ctx,
      actor,
      {
        uuid: randomUUID(),
        segments: [{ role: "content" as const, kind: "upload" as const, sha256: "0".repeat(64), size: 1 }],
        ...facts,
      },
      { name, expiresAt: null },
    );
    await ctx.db
      .update(files)
      .set({ createdAt: new Date(start + index * 60_000) })
      .where(eq(files.id, file.id));
  }
}

async function requesterWith(names: readonly string[]) {
  const ctx = testContext(db());
  const actor = actingAs(await makeAccount(ctx));
  await makeDrafts(ctx, actor, names);
  return { ctx, actor };
}

const look = (ctx: Ctx, actor: Actor, parameters: Record<string, string> = {}) =>
  showDashboard(ctx, actor, readDashboardQuery(parameters));
const namesOf = async (ctx: Ctx, actor: Actor, parameters: Record<string, string> = {}) =>
  (await look(ctx, actor, parameters)).data.map((row) => row.name);
const numbered = (count: number) => Array.from({ length: count }, (_, index) => String(index + 1));

describe("tabs", () => {
  const placed = [
    ["able_to_sign", "able_to_sign", "to_sign"],
    ["partially_signed @exhaustive", "partially_signed", "to_sign"],
    ["signing_in_progress", "signing_in_progress", "waiting"],
    ["signed", "signed", "completed"],
    ["declined", "declined", null],
    ["cancelled @exhaustive", "cancelled", null],
    ["expired @exhaustive", "expired", null],
    ["deleted", "deleted", null],
  ] as const satisfies [title: string, status: File["status"], tab: DashboardTab | null][];

  test.each(placed)(
    "a document that is %s is counted and listed for its signer under one tab or none",
    async (_title, status, tab) => {
      const ctx = testContext(db());
      const ana = actingAs(await makeAccount(ctx, { email: "ana@x.example", role: "signer" }));
      const { file } = await makeRequest(ctx, { status: 1 });
      await ctx.db
        .update(files)
        .set({ status, completedAt: status === "signed" ? new Date() : null })
        .where(eq(files.id, file.id));
      const { counts } = await look(ctx, ana);
      const isGone = status === "deleted";
      expect(counts).toEqual({
        to_sign: 0,
        waiting: 0,
        completed: 0,
        drafts: 0,
        all: isGone ? 0 : 1,
        ...(tab ? { [tab]: 1 } : {}),
      });
      for (const other of dashboardTabs) {
        const isThere = other === "all" ? !isGone : other === tab;
        expect([other, await namesOf(ctx, ana, { tab: other })]).toEqual([other, isThere ? ["Lease"] : []]);
      }
    },
  );

  test("an expired document is not listed to sign, even before the expiry job has run", async () => {
    const ctx = testContext(db());
    const ana = actingAs(await makeAccount(ctx, { email: "ana@x.example", role: "signer" }));
    const { file } = await makeRequest(ctx, { status: 1 });
    await ctx.db
      .update(files)
      .set({ expiresAt: new Date(Date.now() - 1000) })
      .where(eq(files.id, file.id));
    const {
      counts,
      data: [row],
    } = await look(ctx, ana);
    expect(counts).toMatchObject({ to_sign: 0, all: 1 });
    expect(row).toMatchObject({
      status: "expired",
      signLink: null,
      signers: [{ status: "expired" }, { status: "expired" }],
    });
  });

  test("a completed document that its requester deleted stays with its signers, as completed @exhaustive", async () => {
    const ctx = testContext(db());
    const ana = actingAs(await makeAccount(ctx, { email: "ana@x.example", role: "signer" }));
    const { file, actor } = await makeRequest(ctx, { status: 1 });
    await ctx.db.update(files).set({ status: "deleted", completedAt: new Date() }).where(eq(files.id, file.id));
    expect((await look(ctx, ana, { tab: "completed" })).data).toMatchObject([{ status: "signed", isMine: false }]);
    expect((await look(ctx, actor)).counts.all).toBe(0);
  });

  test("a requester who is also a signer finds the document once, first under to sign and then under waiting", async () => {
    const ctx = testContext(db());
    const requester = await makeAccount(ctx, { email: "me@x.example" });
    const { file } = await makeRequest(ctx, {
      status: 1,
      users: [{ email: "me@x.example" }, { email: "bo@x.example" }],
    });
    await ctx.db.update(files).set({ requesterId: requester.id }).where(eq(files.id, file.id));
    expect((await look(ctx, actingAs(requester))).counts).toEqual({
      to_sign: 1,
      waiting: 0,
      completed: 0,
      drafts: 0,
      all: 1,
    });
    await ctx.db.update(signRequests).set({ status: "signed" }).where(eq(signRequests.email, "me@x.example"));
    expect((await look(ctx, actingAs(requester))).counts).toEqual({
      to_sign: 0,
      waiting: 1,
      completed: 0,
      drafts: 0,
      all: 1,
    });
  });
});

describe("visibility", () => {
  test("drafts are listed for their requester only, and nothing for waiting, removed and unproved signers and strangers", async () => {
    const ctx = testContext(db());
    const users = [
      { email: "ana@x.example", signingOrder: 1 },
      { email: "gone@x.example", signingOrder: 1 },
      { email: "later@x.example", signingOrder: 2 },
    ];
    const draft = await makeRequest(ctx, { users, name: "Draft" });
    const sent = await makeRequest(ctx, { users, name: "Sent", status: 1 });
    await ctx.db
      .update(signRequests)
      .set({ removedAt: new Date(), status: "cancelled" })
      .where(eq(signRequests.email, "gone@x.example"));
    const signer = async (email: string, values = {}) =>
      actingAs(await makeAccount(ctx, { email, role: "signer", ...values }));
    expect(await namesOf(ctx, draft.actor)).toEqual(["Draft"]);
    expect(await namesOf(ctx, sent.actor)).toEqual(["Sent"]);
    const ana = await signer("ana@x.example");
    expect(await namesOf(ctx, ana)).toEqual(["Sent"]);
    expect(await namesOf(ctx, actingAs({ ...ana.account, emailProvedAt: null }))).toEqual([]);
    for (const email of ["gone@x.example", "later@x.example", "stranger@x.example"])
      expect([email, await namesOf(ctx, await signer(email))]).toEqual([email, []]);
    expect(await namesOf(ctx, actingAs(await makeAccount(ctx, { role: "admin" })))).toEqual([]);
    await expect(look(ctx, { kind: "public" })).rejects.toMatchObject({ code: "unauthenticated" });
  });

  test("a sign link is listed only for the signer whose turn it is", async () => {
    const ctx = testContext(db());
    const { signers, actor } = await makeRequest(ctx, { status: 1 });
    const ana = actingAs(await makeAccount(ctx, { email: "ana@x.example", role: "signer" }));
    const link = linkOf(ctx, signers, "ana@x.example");
    expect((await look(ctx, ana)).data[0]).toMatchObject({
      signLink: link,
      isMine: false,
      signers: [
        { name: "Ana", me: true },
        { name: "Bo", me: false },
      ],
    });
    const requesters = await look(ctx, actor);
    expect(requesters.data[0]).toMatchObject({ signLink: null, isMine: true, signers: [{ me: false }, { me: false }] });
    expect(JSON.stringify(requesters)).not.toContain(link);
    await ctx.db.update(signRequests).set({ status: "signed" }).where(eq(signRequests.email, "ana@x.example"));
    expect((await look(ctx, ana)).data[0]).toMatchObject({ signLink: null });
  });

  test("a token without scope `sign` gets no sign link", async () => {
    const ctx = testContext(db());
    await makeRequest(ctx, { status: 1 });
    const ana = actingAs(await makeAccount(ctx, { email: "ana@x.example", role: "signer" }));
    expect((await look(ctx, { ...ana, scopes: ["read"] })).data).toMatchObject([{ signLink: null }]);
    expect((await look(ctx, { ...ana, scopes: ["read", "sign"] })).data).toMatchObject([
      { signLink: expect.any(String) as string },
    ]);
  });

  test.each([
    ["/query/zone", { zone: "Mars/Olympus" }],
    ["/query/before", { before: "nonsense" }],
    ["/query/after", { after: Buffer.from('["2026-01-01T00:00:00+00:00",1]').toString("base64url") }],
  ])("the API rejects an invalid value: %s", async (pointer, parameters) => {
    const ctx = testContext(db());
    const actor = actingAs(await makeAccount(ctx));
    await expect(showDashboardByQuery(ctx, actor, parameters)).rejects.toMatchObject({
      code: "validation_failed",
      violations: [{ pointer }],
    });
  });

  test("reports whether the viewer may request signatures", async () => {
    const ctx = testContext(db());
    for (const [role, expected] of [
      ["signer", false],
      ["requester", true],
      ["admin", true],
    ] as const) {
      expect((await look(ctx, actingAs(await makeAccount(ctx, { role })))).mayRequest).toBe(expected);
    }
  });
});

describe("paging", () => {
  test("leads from the newest document to the oldest and back, each document once", async () => {
    const { ctx, actor } = await requesterWith(numbered(45));
    const newest = await look(ctx, actor);
    const middle = await look(ctx, actor, { before: newest.next ?? "" });
    const oldest = await look(ctx, actor, { before: middle.next ?? "" });
    expect([newest, middle, oldest].flatMap(({ data }) => data.map((row) => row.name))).toEqual(numbered(45).reverse());
    expect([newest.previous, oldest.next]).toEqual([null, null]);
    expect(await look(ctx, actor, { after: oldest.previous ?? "" })).toEqual(middle);
    expect(await look(ctx, actor, { after: middle.previous ?? "" })).toEqual(newest);
  });

  test("stays stable when a document is added, even with equal times @exhaustive", async () => {
    const ctx = testContext(db());
    const actor = actingAs(await makeAccount(ctx));
    await makeDrafts(ctx, actor, numbered(30));
    await ctx.db
      .update(files)
      .set({ createdAt: new Date(first) })
      .where(eq(files.requesterId, actor.account.id));
    const newest = await look(ctx, actor);
    const second = await look(ctx, actor, { before: newest.next ?? "" });
    await makeDrafts(ctx, actor, ["new"], first + 1000);
    expect((await look(ctx, actor, { before: newest.next ?? "" })).data).toEqual(second.data);
    expect([...newest.data, ...second.data].map((row) => row.name).sort()).toEqual(numbered(30).sort());
  });

  test("a cursor beyond the last document shows the first page", async () => {
    const { ctx, actor } = await requesterWith(["only"]);
    for (const parameters of [
      { before: "1-1" },
      { after: "zzzzzzzz-zzzzz" },
      { before: "nonsense" },
      { before: `${Buffer.from('["2026-01-01T00:00:00+00:00",1]').toString("base64url")}.mac` },
      { after: "'; drop table files" },
    ] satisfies Record<string, string>[]) {
      expect(await look(ctx, actor, parameters)).toMatchObject({
        next: null,
        previous: null,
        data: [{ name: "only" }],
      });
    }
  });
});

describe("search", () => {
  test("treats the query as text, not as a pattern", async () => {
    const { ctx, actor } = await requesterWith(["100% sure", "100 sure", "under_score", "underXscore", "back\\slash"]);
    expect(await namesOf(ctx, actor, { q: "100%" })).toEqual(["100% sure"]);
    expect(await namesOf(ctx, actor, { q: "R_S" })).toEqual(["under_score"]);
    expect(await namesOf(ctx, actor, { q: "\\" })).toEqual(["back\\slash"]);
    expect(await namesOf(ctx, actor, { q: "%" })).toEqual(["100% sure"]);
  });

  test("finds signers by displayed name and by address, within the tab, and does not change the counts", async () => {
    const ctx = testContext(db());
    await makeAccount(ctx, { email: "acc@x.example", displayName: "From Account" });
    const users = [{ email: "acc@x.example" }, { email: "bo@x.example", displayName: "Given" }];
    const { actor } = await makeRequest(ctx, { users, status: 1 });
    for (const q of ["from acc", "GIVEN", "bo@x", " lease "])
      expect([q, await namesOf(ctx, actor, { q, tab: "waiting" })]).toEqual([q, ["Lease"]]);
    const missed = await look(ctx, actor, { q: "lease", tab: "completed" });
    expect(missed).toMatchObject({ data: [], counts: { waiting: 1, all: 1 } });
  });

  test("does not find a draft by a signer's account name, which is not shown there", async () => {
    const ctx = testContext(db());
    await makeAccount(ctx, { email: "acc@x.example", displayName: "From Account" });
    const { actor } = await makeRequest(ctx, { users: [{ email: "acc@x.example" }] });
    expect(await namesOf(ctx, actor, { q: "from acc", tab: "drafts" })).toEqual([]);
    expect(await namesOf(ctx, actor, { q: "acc@x", tab: "drafts" })).toEqual(["Lease"]);
  });
});

test("a document's time of change is that of its last change", async () => {
  const ctx = testContext(db());
  const { actor, file } = await makeRequest(ctx);
  await ctx.db
    .update(files)
    .set({ createdAt: new Date(first) })
    .where(eq(files.id, file.id));
  const [row] = (await look(ctx, actor)).data;
  expect(row?.createdAt).toBe(new Date(first).toISOString());
  expect(Date.parse(row?.updatedAt ?? "")).toBeGreaterThan(first);
});

describe("filters", () => {
  async function sentAndDrafts() {
    const ctx = testContext(db());
    const made = await makeRequest(ctx, { name: "Sent", status: 1 });
    await makeDrafts(ctx, actingAs(made.requester), ["Draft of the second"], first + dayMs);
    await ctx.db
      .update(files)
      .set({ createdAt: new Date(first) })
      .where(eq(files.id, made.file.id));
    return { ctx, ...made };
  }

  test("narrow by state, by creation date in the viewer's zone, by signer and by requester", async () => {
    const { ctx, actor } = await sentAndDrafts();
    const cases: [Record<string, string>, string[]][] = [
      [{ state: "draft" }, ["Draft of the second"]],
      [{ state: "able_to_sign" }, ["Sent"]],
      [{ state: "declined" }, []],
      [{ state: "no such state" }, ["Draft of the second", "Sent"]],
      [{ from: "2026-01-02" }, ["Draft of the second"]],
      [{ to: "2026-01-01" }, ["Sent"]],
      // In New York the first document was created on the last day of the previous year.
      [{ to: "2025-12-31", zone: "America/New_York" }, ["Sent"]],
      [{ from: "2026-01-01", zone: "America/New_York" }, ["Draft of the second"]],
      [{ from: "yesterday" }, ["Draft of the second", "Sent"]],
      [{ signer: "ana@x" }, ["Sent"]],
      [{ signer: "nobody" }, []],
      [{ by: "me" }, ["Draft of the second", "Sent"]],
      [{ by: "others" }, []],
      [{ by: "me", state: "able_to_sign", signer: "bo", q: "sent" }, ["Sent"]],
    ];
    for (const [parameters, expected] of cases)
      expect([parameters, await namesOf(ctx, actor, parameters)]).toEqual([parameters, expected]);
  });

  test("find open documents that expire within a week", async () => {
    const { ctx, actor, file } = await sentAndDrafts();
    for (const [days, expected] of [
      [30, []],
      [6, ["Sent"]],
      [-1, []],
    ] as const) {
      await ctx.db
        .update(files)
        .set({ expiresAt: new Date(Date.now() + days * dayMs) })
        .where(eq(files.id, file.id));
      expect([days, await namesOf(ctx, actor, { due: "soon" })]).toEqual([days, expected]);
    }
  });
});

describe("order", () => {
  test("lists oldest first, by title, and by deadline with none last, and each pages in both directions @exhaustive", async () => {
    const { ctx, actor } = await requesterWith([
      "b",
      "C",
      "a",
      ...numbered(42).map((number) => `d${number.padStart(2, "0")}`),
    ]);
    const named = await ctx.db
      .select({ id: files.id, name: files.name })
      .from(files)
      .where(eq(files.requesterId, actor.account.id));
    for (const [name, days] of [
      ["C", 1],
      ["a", 2],
    ] as const) {
      await ctx.db
        .update(files)
        .set({ status: "able_to_sign", expiresAt: new Date(Date.now() + days * dayMs) })
        .where(eq(files.id, named.find((file) => file.name === name)?.id ?? 0));
    }
    const starts = { oldest: ["b", "C", "a", "d01"], name: ["a", "b", "C", "d01"], deadline: ["C", "a", "b", "d01"] };
    for (const [order, start] of Object.entries(starts)) {
      const one = await look(ctx, actor, { order });
      const two = await look(ctx, actor, { order, before: one.next ?? "" });
      const three = await look(ctx, actor, { order, before: two.next ?? "" });
      const names = [one, two, three].flatMap(({ data }) => data.map((row) => row.name));
      expect([order, names.slice(0, 4), names.length, new Set(names).size]).toEqual([order, start, 45, 45]);
      expect(await look(ctx, actor, { order, after: three.previous ?? "" })).toEqual(two);
      expect(await look(ctx, actor, { order, after: two.previous ?? "" })).toEqual(one);
    }
  });

  test("a cursor of another order shows the first page of this one @exhaustive", async () => {
    const { ctx, actor } = await requesterWith(numbered(25));
    const byName = await look(ctx, actor, { order: "name" });
    expect(await look(ctx, actor, { before: byName.next ?? "" })).toEqual(await look(ctx, actor));
  });
});
