import { Readable } from "node:stream";
import { describe, expect, test } from "vitest";
import { useRolledBackDatabase } from "@/db/testing/test-database";
import { getOwnAccount } from "@/lib/accounts/own-account";
import { toOwnAccountWire } from "@/lib/accounts/wire";
import { listAccounts, toAdministeredListWire } from "@/lib/administration/users";
import { getOwnFile } from "@/lib/documents/access";
import { deleteFile } from "@/lib/documents/delete";
import { addField } from "@/lib/documents/fields/add";
import { changeField } from "@/lib/documents/fields/change";
import { saveFields } from "@/lib/documents/fields/save-all";
import { uploadFile } from "@/lib/documents/upload/upload";
import type { Ctx } from "@/lib/platform/context";
import { defaultLimits } from "@/lib/platform/limits";
import { startBulkSend } from "@/lib/requests/bulk/start";
import { createDocument } from "@/lib/requests/create";
import { duplicateRequest } from "@/lib/requests/duplicate";
import { releaseFile } from "@/lib/requests/release";
import { createTemplate } from "@/lib/requests/templates/create";
import { updateRequest } from "@/lib/requests/update";
import { actingAs, makeAccount } from "@/lib/testing/accounts";
import { makeRequest, twoPages } from "@/lib/testing/requests";
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

  test("can still send its documents, and others can upload", async () => {
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
  const coordinates = { page: 1, left: 20, top: 20, width: 60, height: 12 };
  const people = (count: number) => Array.from({ length: count }, (_, n) => ({ email: `p${n}@x.example` }));

  /** A draft of an account that has room for one more field, and its operations that write rows. */
  async function almostFull() {
    const ctx = testContext(db(), { limits: { ...defaultLimits, storageBytesPerAccount: twoPages.length + 5000 } });
    const { actor, file, signers } = await makeRequest(ctx);
    const { uuid } = file;
    const field = { type: "text" as const, signRequestId: signers[0]?.id ?? 0, coordinates, help: "h".repeat(400) };
    const added = await addField(ctx, actor, { uuid, ...field });
    return { ctx, actor, uuid, field, elementId: added.field.elementId };
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
      "fields one by one",
      async ({ ctx, actor, uuid, field }) => {
        for (const one of twenty(field)) await addField(ctx, actor, { uuid, ...one });
      },
    ],
    [
      "longer texts of a field",
      ({ ctx, actor, uuid, elementId }) =>
        changeField(ctx, actor, { uuid, elementId, rules: { options: longOptions }, type: "dropdown" }),
    ],
    ["people", ({ ctx, actor, uuid }) => updateRequest(ctx, actor, { uuid, users: people(20) })],
    [
      "people who take turns",
      async ({ ctx, actor, uuid }) => {
        for (let n = 0; n < 20; n++) await updateRequest(ctx, actor, { uuid, users: [{ email: `q${n}@x.example` }] });
      },
    ],
  ])("count as stored: %s", async (_name, write) => {
    const full = await almostFull();
    await expect(write(full)).rejects.toMatchObject({ code: "quota_exceeded" });
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
