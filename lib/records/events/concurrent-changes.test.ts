import { Readable } from "node:stream";
import { asc, eq, sql } from "drizzle-orm";
import { expect, test, vi } from "vitest";
import { accounts } from "@/db/schema/accounts";
import { useCommittedDatabase } from "@/db/testing/test-database";
import { events } from "@/db/views";
import type { AccountActor, Ctx } from "@/lib/context/context";
import { uploadFile } from "@/lib/documents/upload/upload";
import { createDocument } from "@/lib/requests/create";
import { changeTemplate } from "@/lib/requests/templates/change";
import { createTemplate } from "@/lib/requests/templates/create";
import { withdrawFile } from "@/lib/requests/withdraw";
import { actingAs, makeAccount } from "@/lib/testing/accounts";
import { twoPages } from "@/lib/testing/requests";
import { useTestContext } from "@/lib/testing/test-context";

const database = useCommittedDatabase();
const makeContext = useTestContext();
const request = {
  file: { base64: twoPages.toString("base64") },
  name: "Lease",
  status: 1 as const,
  users: [{ email: "ana@x.example" }],
};

/** A change whose transaction has done all of its work and stays open until `end` is called. */
function hold<Result>(ctx: Ctx, change: (held: Ctx) => Promise<Result>) {
  const [done, ended] = [gate(), gate()];
  const held: Ctx = {
    ...ctx,
    tx: (work) =>
      ctx.tx(async (tx) => {
        const result = await work(tx);
        done.open();
        await ended.passed;
        return result;
      }),
  };
  const result = change(held);
  return { worked: Promise.race([done.passed, result]), end: () => (ended.open(), result) };
}

function gate() {
  let open = (): void => undefined;
  const passed = new Promise<void>((resolve) => (open = resolve));
  return { passed, open: () => open() };
}

/** The context, and the number of its transactions that were repeated, as after a deadlock. */
function counting(ctx: Ctx) {
  let repeats = 0;
  const counted: Ctx = {
    ...ctx,
    tx: (work) => {
      let isFirst = true;
      return ctx.tx((tx) => {
        if (!isFirst) repeats += 1;
        isFirst = false;
        return work(tx);
      });
    },
  };
  return { counted, repeats: () => repeats };
}

async function isWaitingForLock({ db }: Ctx): Promise<boolean> {
  const { rows } = await db.execute(
    sql`select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
  );
  return rows.length > 0;
}

const template = { name: "Lease", file: request.file, roles: [{ name: "Tenant" }] };

test.each<[string, (held: Ctx, owner: AccountActor, id: number) => Promise<unknown>]>([
  ["made", (held, owner) => createTemplate(held, owner, template)],
  ["changed @exhaustive", (held, owner, id) => changeTemplate(held, owner, { id, name: "House" })],
])("a template that is %s during an upload of its account does not deadlock with it", async (_name, change) => {
  const ctx = makeContext(database().db);
  const owner = actingAs(await makeAccount(ctx));
  const { templateId } = await createTemplate(ctx, owner, template);
  const { counted, repeats } = counting(ctx);
  const first = hold(counted, (held) => change(held, owner, templateId));
  await first.worked;
  let isOver = false;
  const second = upload(counted, owner).finally(() => (isOver = true));
  await vi.waitUntil(async () => isOver || (await isWaitingForLock(ctx)), { timeout: 20_000 });
  await Promise.all([first.end(), second]);
  expect(repeats()).toBe(0);
});

test("uploads, releases and withdrawals do not wait for other transactions of their account @exhaustive", async () => {
  const ctx = makeContext(database().db);
  const requester = actingAs(await makeAccount(ctx));
  const made = await Promise.all([1, 2].map(() => createDocument(ctx, requester, request)));
  const changes: ((ctx: Ctx, at: number) => Promise<unknown>)[] = [
    (held) => createDocument(held, requester, request),
    (held) => upload(held, requester),
    (held, at) => withdrawFile(held, requester, { fileId: made[at]?.fileId ?? 0 }),
  ];
  for (const change of changes) {
    const first = hold(ctx, (held) => change(held, 0));
    await first.worked;
    // A lock held by the first transaction would make this one fail.
    await change(ctx, 1);
    await first.end();
  }
  const log = await ctx.db
    .select()
    .from(events)
    .where(eq(events.accountId, requester.account.id))
    .orderBy(asc(events.position));
  expect(log.map(({ position }) => position)).toEqual(log.map((_, index) => index + 1));
  expect(log.map(({ type }) => type)).toEqual([
    ...Array.from({ length: 4 }, () => ["file.created", "file.released", "sign_request.notified"]).flat(),
    ...["file.created", "file.created", "file.cancelled", "file.cancelled"],
  ]);
});

test("a document is not stored if the credential was withdrawn before the end of the transaction @exhaustive", async () => {
  const ctx = makeContext(database().db);
  const requester = actingAs(await makeAccount(ctx));
  const { worked, end } = hold(ctx, (held) => createDocument(held, requester, request));
  await worked;
  await ctx.db
    .update(accounts)
    .set({ credentialsVersion: requester.account.credentialsVersion + 1 })
    .where(eq(accounts.id, requester.account.id));
  await expect(end()).rejects.toMatchObject({ code: "unauthenticated" });
  expect(await ctx.db.$count(events, eq(events.accountId, requester.account.id))).toBe(0);
});

function upload(ctx: Ctx, actor: AccountActor): Promise<unknown> {
  return uploadFile(ctx, actor, { name: "Upload", stream: Readable.from([twoPages]) });
}
