import { Readable } from "node:stream";
import { describe, expect, test } from "vitest";
import { useRolledBackDatabase } from "@/db/testing/test-database";
import { getOwnAccount } from "@/lib/accounts/own-account";
import { toOwnAccountWire } from "@/lib/accounts/wire";
import { listAccounts, toAdministeredListWire } from "@/lib/administration/users";
import type { Ctx } from "@/lib/platform/context";
import { defaultLimits } from "@/lib/platform/limits";
import { createSignRequests } from "@/lib/requests/create";
import { duplicateRequest } from "@/lib/requests/duplicate";
import { releaseFile } from "@/lib/requests/release";
import { actingAs, makeAccount } from "@/lib/testing/accounts";
import { makeRequest, twoPages } from "@/lib/testing/requests";
import { useTestContext } from "@/lib/testing/test-context";
import { getOwnFile } from "./access";
import { deleteFile } from "./delete";
import { uploadFile } from "./upload";

const db = useRolledBackDatabase();
const testContext = useTestContext();

/** Room for two documents of an account, and for `instance` bytes of all. */
const limitedContext = (storageBytesPerInstance = 0): Ctx =>
  testContext(db(), {
    limits: { ...defaultLimits, storageBytesPerAccount: 2.5 * twoPages.length, storageBytesPerInstance },
  });

const upload = (ctx: Ctx, actor: Parameters<typeof uploadFile>[1]) =>
  uploadFile(ctx, actor, { stream: Readable.from([twoPages]), name: "Lease" });

describe("an account that stores as much as it may", () => {
  test("is refused however a document comes, and has room again once one is deleted", async () => {
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
    await expect(createSignRequests(ctx, actor, request)).rejects.toMatchObject(full);
    await deleteFile(ctx, actor, { uuid });
    await expect(upload(ctx, actor)).resolves.toMatchObject({ fileId: expect.any(Number) as number });
  });

  test("may still send what it has, and others may upload", async () => {
    const ctx = limitedContext();
    const { actor, file } = await makeRequest(ctx);
    await upload(ctx, actor);
    await expect(upload(ctx, actor)).rejects.toMatchObject({ code: "quota_exceeded" });
    await releaseFile(ctx, actor, { id: file.id });
    await upload(ctx, actingAs(await makeAccount(ctx)));
  });

  test("leaves no bytes behind when it is refused", async () => {
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

test("an account's storage is shown to its owner and to administrators, with the limit", async () => {
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

test("all accounts together have a limit where the operator sets one", async () => {
  const ctx = limitedContext(1.5 * twoPages.length);
  await upload(ctx, actingAs(await makeAccount(ctx)));
  await expect(upload(ctx, actingAs(await makeAccount(ctx)))).rejects.toMatchObject({ code: "storage_full" });
});
