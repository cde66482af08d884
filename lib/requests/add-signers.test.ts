import { eq } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { files } from "@/db/schema/files";
import { useCommittedDatabase, useRolledBackDatabase } from "@/db/testing/test-database";
import { addField } from "@/lib/documents/fields/add";
import { actingAs, makeAccount } from "@/lib/testing/accounts";
import { deliverMails, linkOf, makeRequest, readRequest } from "@/lib/testing/requests";
import { useTestContext } from "@/lib/testing/test-context";
import { addSigners } from "./add-signers";
import { withdrawNamed } from "./withdraw";

const db = useRolledBackDatabase();
const testContext = useTestContext();
const emails = (signers: readonly { email: string }[]) => signers.map(({ email }) => email).sort();

describe("adding signers through the register path", () => {
  test.each([0, 1] as const)("with status %i keeps everybody not named, with their ids and links", async (status) => {
    const ctx = testContext(db());
    const { actor, file, signers } = await makeRequest(ctx, { status });
    await addSigners(ctx, actor, { uuid: file.uuid, users: [{ email: "carla@x.example", display_name: "Carla" }] });
    const after = await readRequest(ctx, actor, file.id);
    expect(emails(after.signers)).toEqual(["ana@x.example", "bo@x.example", "carla@x.example"]);
    for (const email of ["ana@x.example", "bo@x.example"]) {
      expect(linkOf(ctx, after.signers, email)).toBe(linkOf(ctx, signers, email));
      expect(after.signers.find((one) => one.email === email)?.id).toBe(signers.find((one) => one.email === email)?.id);
    }
  });

  test("changes an existing signer without changing the others' fields", async () => {
    const ctx = testContext(db());
    const { actor, file, signers } = await makeRequest(ctx);
    await addField(ctx, actor, {
      uuid: file.uuid,
      type: "signature",
      signRequestId: signers[1].id,
      coordinates: { page: 1, left: 10, top: 10, width: 100, height: 40 },
    });
    await addSigners(ctx, actor, { uuid: file.uuid, signers: [{ email: "ANA@x.example", displayName: "Ana Maria" }] });
    const after = await readRequest(ctx, actor, file.id);
    expect(after.signers.map(({ email, displayName }) => [email, displayName])).toEqual([
      ["ana@x.example", "Ana Maria"],
      ["bo@x.example", "Bo"],
    ]);
  });

  test("rejects changes that make the whole set invalid: too many signers, a bad address, another document's signer", async () => {
    const ctx = testContext(db());
    const few = testContext(db(), { limits: { ...ctx.limits, signersPerFile: 2 } });
    const { actor, file } = await makeRequest(ctx);
    await expect(
      addSigners(few, actor, { uuid: file.uuid, users: [{ email: "carla@x.example" }] }),
    ).rejects.toMatchObject({ violations: [{ pointer: "/users", code: "too_many" }] });
    await expect(addSigners(ctx, actor, { uuid: file.uuid, users: [{ email: "carla" }] })).rejects.toMatchObject({
      code: "validation_failed",
    });
    await expect(
      addSigners(ctx, actor, { uuid: file.uuid, users: [{ identify: { account: "carla" } }] }),
    ).rejects.toMatchObject({ violations: [{ pointer: "/users/0/identify/account" }] });
    await expect(addSigners(ctx, actor, { uuid: file.uuid })).rejects.toMatchObject({ code: "validation_failed" });
    await expect(
      addSigners(ctx, actingAs(await makeAccount(ctx)), { uuid: file.uuid, users: [{ email: "carla@x.example" }] }),
    ).rejects.toMatchObject({ code: "not_found" });
    expect((await readRequest(ctx, actor, file.id)).signers).toHaveLength(2);
  });
});

describe("withdrawing signers by address", () => {
  test("withdraws either all the named signers or none", async () => {
    const ctx = testContext(db());
    const { actor, file } = await makeRequest(ctx, {
      status: 1,
      users: ["ana", "bo", "carla"].map((name) => ({ email: `${name}@x.example` })),
    });
    await expect(
      withdrawNamed(ctx, actor, {
        uuid: file.uuid,
        users: [{ email: "ana@x.example" }, { email: "nobody@x.example" }],
      }),
    ).rejects.toMatchObject({ code: "sign_request_not_in_file", violations: [{ pointer: "/users/1/email" }] });
    expect((await readRequest(ctx, actor, file.id)).signers).toHaveLength(3);
    await withdrawNamed(ctx, actor, {
      uuid: file.uuid,
      users: [{ email: "ANA@x.example" }, { email: "bo@x.example" }, { email: "bo@x.example" }],
    });
    expect(emails((await readRequest(ctx, actor, file.id)).signers)).toEqual(["carla@x.example"]);
  });

  test("returns the document to draft when all are withdrawn", async () => {
    const ctx = testContext(db());
    const { actor, file } = await makeRequest(ctx, { status: 1 });
    await withdrawNamed(ctx, actor, {
      uuid: file.uuid,
      users: [{ email: "ana@x.example" }, { email: "bo@x.example" }],
    });
    const after = await readRequest(ctx, actor, file.id);
    expect([after.file.status, after.signers, after.file.sha256]).toEqual(["draft", [], after.file.originalSha256]);
  });

  test("needs an address, and is allowed for the requester only", async () => {
    const ctx = testContext(db());
    const { actor, file } = await makeRequest(ctx, { status: 1 });
    for (const users of [undefined, []])
      await expect(withdrawNamed(ctx, actor, { uuid: file.uuid, users })).rejects.toMatchObject({
        code: "validation_failed",
      });
    await expect(
      withdrawNamed(ctx, actingAs(await makeAccount(ctx)), { uuid: file.uuid, users: [{ email: "ana@x.example" }] }),
    ).rejects.toMatchObject({ code: "not_found" });
  });
});

describe("with commits", () => {
  const database = useCommittedDatabase();

  test("notifies a removed signer who had been notified @exhaustive", async () => {
    const ctx = testContext(database().db);
    const { actor, file } = await makeRequest(ctx, { status: 1 });
    await deliverMails(ctx);
    await withdrawNamed(ctx, actor, { uuid: file.uuid, users: [{ email: "ana@x.example" }] });
    expect((await deliverMails(ctx)).map(({ to }) => to)).toEqual(["ana@x.example"]);
  });

  test("releases a document whose only signer was withdrawn to the newly added signer, once @exhaustive", async () => {
    const ctx = testContext(database().db);
    const { actor, file } = await makeRequest(ctx, { status: 1, users: [{ email: "ana@x.example" }] });
    await withdrawNamed(ctx, actor, { uuid: file.uuid, users: [{ email: "ana@x.example" }] });
    await deliverMails(ctx);
    const addBo = () => addSigners(ctx, actor, { uuid: file.uuid, users: [{ email: "bo@x.example" }] });
    await addBo();
    await addBo();
    const after = await readRequest(ctx, actor, file.id);
    expect(after.file.status).toBe("able_to_sign");
    expect(after.file.releasedAt).not.toBeNull();
    expect(after.signers).toMatchObject([{ email: "bo@x.example", status: "pending" }]);
    expect((await deliverMails(ctx)).map(({ to }) => to)).toEqual(["bo@x.example"]);
  });

  test("stores nothing from the call when the document cannot be released again @exhaustive", async () => {
    const ctx = testContext(database().db);
    const { actor, file } = await makeRequest(ctx, {
      status: 1,
      users: [{ email: "ana@x.example" }],
      expiresAt: new Date(Date.now() + 2 * 86_400_000).toISOString(),
    });
    await withdrawNamed(ctx, actor, { uuid: file.uuid, users: [{ email: "ana@x.example" }] });
    await ctx.db
      .update(files)
      .set({ expiresAt: new Date(Date.now() - 1000) })
      .where(eq(files.id, file.id));
    await expect(addSigners(ctx, actor, { uuid: file.uuid, users: [{ email: "bo@x.example" }] })).rejects.toMatchObject(
      { violations: [{ pointer: "/expiresAt" }] },
    );
    expect(await readRequest(ctx, actor, file.id)).toMatchObject({ file: { status: "draft" }, signers: [] });
  });

  test("keeps all four signers added by four concurrent calls @exhaustive", async () => {
    const ctx = testContext(database().db);
    const { actor, file } = await makeRequest(ctx);
    const names = ["carla", "dan", "eve", "finn"];
    await Promise.all(
      names.map((name) => addSigners(ctx, actor, { uuid: file.uuid, users: [{ email: `${name}@x.example` }] })),
    );
    expect((await readRequest(ctx, actor, file.id)).signers).toHaveLength(2 + names.length);
  });
});
