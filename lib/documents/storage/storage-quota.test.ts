import { Readable } from "node:stream";
import { sql } from "drizzle-orm";
import { describe, expect, test, vi } from "vitest";
import { useCommittedDatabase, useRolledBackDatabase } from "@/db/testing/test-database";
import { getOwnAccount } from "@/lib/accounts/own-account";
import { readStoredBytes } from "@/lib/accounts/stored-bytes";
import { toOwnAccountWire } from "@/lib/accounts/wire";
import { listAccounts, toAdministeredListWire } from "@/lib/administration/users";
import type { Ctx } from "@/lib/context/context";
import { getOwnFile } from "@/lib/documents/access";
import { deleteFile } from "@/lib/documents/delete";
import { addField } from "@/lib/documents/fields/add";
import { changeField } from "@/lib/documents/fields/change";
import { saveFields } from "@/lib/documents/fields/save-all";
import { uploadFile } from "@/lib/documents/upload/upload";
import { DomainError } from "@/lib/platform/errors";
import { defaultLimits } from "@/lib/platform/limits";
import { startBulkSend } from "@/lib/requests/bulk/start";
import { createDocument } from "@/lib/requests/create";
import { duplicateRequest } from "@/lib/requests/duplicate";
import { releaseFile } from "@/lib/requests/release";
import { createTemplate } from "@/lib/requests/templates/create";
import { updateRequest } from "@/lib/requests/update";
import { actingAs, makeAccount } from "@/lib/testing/accounts";
import { exactly } from "@/lib/testing/representatives";
import { makeRequest, readRequest, twoPages } from "@/lib/testing/requests";
import { expectRightStorageTallies } from "@/lib/testing/storage-tallies";
import { useTestContext } from "@/lib/testing/test-context";

const db = useRolledBackDatabase();
expectRightStorageTallies(db);
const testContext = useTestContext();

/** Room for two documents of an account, and for `instance` bytes of all accounts. */
const limitedContext = (storageBytesPerInstance = 0): Ctx =>
  testContext(db(), {
    limits: { ...defaultLimits, storageBytesPerAccount: 2.5 * twoPages.length, storageBytesPerInstance },
  });

const upload = (ctx: Ctx, actor: Parameters<typeof uploadFile>[1]) =>
  uploadFile(ctx, actor, { stream: Readable.from([twoPages]), name: "Lease" });

const coordinates = { page: 1, left: 20, top: 20, width: 60, height: 12 };
const field = { type: "text" as const, coordinates, help: "h".repeat(400) };
const people = (count: number) => Array.from({ length: count }, (_, n) => ({ email: `p${n}@x.example` }));

describe("an account at its storage limit", () => {
  test("is refused every kind of new document, and has room again once one is deleted", async () => {
    const ctx = limitedContext();
    const actor = actingAs(await makeAccount(ctx));
    const first = await upload(ctx, actor);
    const { uuid } = await getOwnFile(ctx, actor, { id: first.fileId });
    await duplicateRequest(ctx, actor, { uuid });
    const full = { code: "quota_exceeded" };
    await expect(upload(ctx, actor)).rejects.toMatchObject(full);
    await expect(duplicateRequest(ctx, actor, { uuid })).rejects.toMatchObject(full);
    const request = {
      file: { base64: twoPages.toString("base64") },
      name: "Lease",
      users: [{ email: "ana@x.example" }],
      status: 0 as const,
    };
    await expect(createDocument(ctx, actor, request)).rejects.toMatchObject(full);
    await deleteFile(ctx, actor, { uuid });
    await expect(upload(ctx, actor)).resolves.toMatchObject({ fileId: expect.any(Number) as number });
  });

  test("can still send its documents, and others can upload @exhaustive", async () => {
    const ctx = limitedContext();
    const { actor, file } = await makeRequest(ctx);
    await expect(upload(ctx, actor)).rejects.toMatchObject({ code: "quota_exceeded" });
    await releaseFile(ctx, actor, { id: file.id });
    await upload(ctx, actingAs(await makeAccount(ctx)));
  });

  test("leaves no bytes behind when refused", async () => {
    const ctx = limitedContext();
    const actor = actingAs(await makeAccount(ctx));
    await upload(ctx, actor);
    await upload(ctx, actor);
    const keys = async (): Promise<string[]> => {
      const found: string[] = [];
      for await (const key of ctx.blobs.list(new Date(Date.now() + 60_000))) found.push(key);
      return found.sort();
    };
    const before = await keys();
    await expect(upload(ctx, actor)).rejects.toMatchObject({ code: "quota_exceeded" });
    expect(await keys()).toEqual(before);
  });
});

describe("concurrently", () => {
  const database = useCommittedDatabase();

  test("uploads, copies and templates of one account stay within its limit @exhaustive", async () => {
    const ctx = testContext(database().db, {
      limits: { ...defaultLimits, storageBytesPerAccount: 5.5 * twoPages.length },
    });
    const actor = actingAs(await makeAccount(ctx));
    const { uuid } = await getOwnFile(ctx, actor, { id: (await upload(ctx, actor)).fileId });
    const template = { name: "Lease", file: { base64: twoPages.toString("base64") }, roles: [{ name: "Tenant" }] };
    const calls = [
      upload,
      (at: Ctx) => duplicateRequest(at, actor, { uuid }),
      (at: Ctx) => createTemplate(at, actor, template),
    ];
    const outcomes = await Promise.allSettled([...calls, ...calls, ...calls, ...calls].map((call) => call(ctx, actor)));
    const refused = outcomes.flatMap((outcome) => (outcome.status === "rejected" ? [outcome.reason as unknown] : []));
    expect(refused.length).toBeGreaterThanOrEqual(8);
    for (const reason of refused) expect(reason).toMatchObject({ code: "quota_exceeded" });
    const { account } = await readStoredBytes(ctx, actor.account.id);
    expect(account).toBeLessThanOrEqual(5.5 * twoPages.length);
  });

  /** An account with a template and `count` drafts of one signer. */
  async function accountWithDrafts(count: number) {
    const ctx = testContext(database().db, { limits: { ...defaultLimits } });
    const actor = actingAs(await makeAccount(ctx));
    const file = { base64: twoPages.toString("base64") };
    const { templateId } = await createTemplate(ctx, actor, {
      name: "Lease",
      file,
      roles: [{ name: "Tenant" }],
      fields: [{ role: "Tenant", type: "signature", coordinates }],
    });
    const drafts: { uuid: string; signRequestId: number }[] = [];
    for (let n = 0; n < count; n++) {
      const { fileId } = await createDocument(ctx, actor, { file, name: "Lease", users: people(1), status: 0 });
      const { file: draft, signers } = await readRequest(ctx, actor, fileId);
      drafts.push({ uuid: draft.uuid, signRequestId: signers[0]?.id ?? 0 });
    }
    return { ctx, actor, templateId, drafts };
  }
  type Prepared = Awaited<ReturnType<typeof accountWithDrafts>>;

  test.each<[string, (at: Prepared, draft: Prepared["drafts"][number]) => Promise<unknown>]>([
    [
      "bulk sends @exhaustive",
      ({ ctx, actor, templateId }) =>
        startBulkSend(ctx, actor, {
          id: templateId,
          csv: { text: ["Tenant e-mail", ...people(8).map(({ email }) => email)].join("\n") },
        }),
    ],
    [
      "new fields @exhaustive",
      ({ ctx, actor }, { uuid, signRequestId }) => addField(ctx, actor, { uuid, ...field, signRequestId }),
    ],
    [
      "saved fields @exhaustive",
      ({ ctx, actor }, { uuid, signRequestId }) =>
        saveFields(ctx, actor, { uuid, elements: Array.from({ length: 3 }, () => ({ ...field, signRequestId })) }),
    ],
    ["people @exhaustive", ({ ctx, actor }, { uuid }) => updateRequest(ctx, actor, { uuid, users: people(5) })],
  ])("%s of one account stay within its limit", async (_name, write) => {
    const prepared = await accountWithDrafts(3);
    const { ctx, actor, drafts } = prepared;
    const [first, second, third] = exactly(3, drafts);
    const stored = async () => (await readStoredBytes(ctx, actor.account.id)).account;
    const before = await stored();
    await write(prepared, first);
    const size = (await stored()) - before;
    ctx.limits.storageBytesPerAccount = before + 2.5 * size;
    let later = Promise.resolve("");
    const earlier = ctx.tx(async (tx) => {
      await write({ ...prepared, ctx: tx }, second);
      let isOver = false;
      later = outcomeOf(write(prepared, third)).finally(() => (isOver = true));
      await vi.waitUntil(async () => isOver || (await isWaitingForLock(ctx)), { timeout: 20_000 });
    });
    const outcomes = [await outcomeOf(earlier), await later];
    expect(outcomes.toSorted()).toEqual(["quota_exceeded", "stored"]);
    expect(await stored()).toBe(before + 2 * size);
  });
});

const outcomeOf = (call: Promise<unknown>): Promise<string> =>
  call.then(
    () => "stored",
    (error: unknown) => (error instanceof DomainError ? error.code : String(error)),
  );

async function isWaitingForLock({ db }: Ctx): Promise<boolean> {
  const { rows } = await db.execute(
    sql`select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
  );
  return rows.length > 0;
}

test("shows an account's storage to its owner and to administrators, with the limit", async () => {
  const ctx = limitedContext();
  const [actor, admin] = [actingAs(await makeAccount(ctx)), actingAs(await makeAccount(ctx, { role: "admin" }))];
  const none = { usedBytes: 0, limitBytes: ctx.limits.storageBytesPerAccount };
  expect(toOwnAccountWire(await getOwnAccount(ctx, actor)).storage).toEqual(none);
  const { fileId } = await upload(ctx, actor);
  const { size } = await getOwnFile(ctx, actor, { id: fileId });
  const stored = { ...none, usedBytes: size };
  expect(toOwnAccountWire(await getOwnAccount(ctx, actor)).storage).toEqual(stored);
  const { data } = toAdministeredListWire(ctx, await listAccounts(ctx, admin, {}));
  expect(data.map(({ id, storage }) => [id, storage])).toEqual([
    [actor.account.id, stored],
    [admin.account.id, none],
  ]);
});

test("limits the storage of all accounts together if the operator sets a limit", async () => {
  const ctx = limitedContext(1.5 * twoPages.length);
  await upload(ctx, actingAs(await makeAccount(ctx)));
  await expect(upload(ctx, actingAs(await makeAccount(ctx)))).rejects.toMatchObject({ code: "storage_full" });
});

describe("rows that one call can write by the thousand", () => {
  /** A draft of an account that has room for one more field, and its operations that write rows. */
  async function almostFull() {
    const ctx = testContext(db(), { limits: { ...defaultLimits, storageBytesPerAccount: twoPages.length + 5000 } });
    const { actor, file, signers } = await makeRequest(ctx);
    const { uuid } = file;
    const own = { ...field, signRequestId: signers[0].id };
    const added = await addField(ctx, actor, { uuid, ...own });
    return { ctx, actor, uuid, field: own, elementId: added.field.elementId };
  }
  type Full = Awaited<ReturnType<typeof almostFull>>;
  const twenty = <Item>(item: Item): Item[] => Array.from({ length: 20 }, () => item);

  test.each<[string, (full: Full) => Promise<unknown>]>([
    ["fields of PUT", ({ ctx, actor, uuid, field }) => saveFields(ctx, actor, { uuid, elements: twenty(field) })],
    [
      "fields of PATCH",
      ({ ctx, actor, uuid, field }) => updateRequest(ctx, actor, { uuid, visibleElements: twenty(field) }),
    ],
    [
      "fields one by one @exhaustive",
      async ({ ctx, actor, uuid, field }) => {
        for (const one of twenty(field)) await addField(ctx, actor, { uuid, ...one });
      },
    ],
    [
      "longer texts of a field @exhaustive",
      ({ ctx, actor, uuid, elementId }) =>
        changeField(ctx, actor, { uuid, elementId, rules: { options: longOptions }, type: "dropdown" }),
    ],
    ["people", ({ ctx, actor, uuid }) => updateRequest(ctx, actor, { uuid, users: people(20) })],
    [
      "people who take turns @exhaustive",
      async ({ ctx, actor, uuid }) => {
        for (let n = 0; n < 20; n++) await updateRequest(ctx, actor, { uuid, users: [{ email: `q${n}@x.example` }] });
      },
    ],
  ])("count as stored: %s", async (_name, write) => {
    const full = await almostFull();
    await expect(write(full)).rejects.toMatchObject({ code: "quota_exceeded" });
  });

  test("count as stored for a request from an upload", async () => {
    const ctx = testContext(db(), { limits: { ...defaultLimits, storageBytesPerAccount: twoPages.length + 5000 } });
    const actor = actingAs(await makeAccount(ctx));
    const { fileId } = await upload(ctx, actor);
    const request = (users: NonNullable<Parameters<typeof createDocument>[2]["users"]>) =>
      createDocument(ctx, actor, { file: { fileId }, name: "Lease", status: 0, users });
    const full = { code: "quota_exceeded" };
    await expect(request(people(20))).rejects.toMatchObject(full);
    const [person] = people(1);
    const withFields = (count: number) => [
      { email: person?.email, visibleElements: Array.from({ length: count }, () => field) },
    ];
    await expect(request(withFields(20))).rejects.toMatchObject(full);
    await expect(request(withFields(2))).resolves.toMatchObject({ fileId });
  });

  test("count as stored for a bulk send", async () => {
    const ctx = testContext(db(), { limits: { ...defaultLimits, storageBytesPerAccount: twoPages.length + 5000 } });
    const actor = actingAs(await makeAccount(ctx));
    const { templateId } = await createTemplate(ctx, actor, {
      name: "Lease",
      file: { base64: twoPages.toString("base64") },
      roles: [{ name: "Tenant" }],
      fields: [{ role: "Tenant", type: "signature", coordinates }],
    });
    const start = (rows: number) =>
      startBulkSend(ctx, actor, {
        id: templateId,
        csv: { text: ["Tenant e-mail", ...people(rows).map(({ email }) => email)].join("\n") },
      });
    await expect(start(20)).rejects.toMatchObject({ code: "quota_exceeded" });
    await expect(start(2)).resolves.toMatchObject({ bulkSendId: expect.any(Number) as number });
  });

  test("are never refused when they shrink", async () => {
    const { ctx, actor, uuid, elementId } = await almostFull();
    const tight = { ...ctx, limits: { ...ctx.limits, storageBytesPerAccount: 1 } };
    await changeField(tight, actor, { uuid, elementId, help: "short" });
    await saveFields(tight, actor, { uuid, elements: [] });
  });
});

const longOptions = Array.from({ length: 60 }, (_, n) => `${n} ${"o".repeat(90)}`);
