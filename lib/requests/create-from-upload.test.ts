import { describe, expect, test } from "vitest";
import type { Db } from "@/db/client";
import { useCommittedDatabase, useRolledBackDatabase } from "@/db/testing/test-database";
import { uploadFile } from "@/lib/documents/upload/upload";
import { readTrail, trailBreaksAt } from "@/lib/records/audit/events";
import { actingAs, makeAccount } from "@/lib/testing/accounts";
import { deliverMails, makeRequest, readRequest, twoPages } from "@/lib/testing/requests";
import { useTestContext } from "@/lib/testing/test-context";
import { createDocument } from "./create";
import { releaseFile } from "./release";
import { updateRequest } from "./update";

const db = useRolledBackDatabase();
const testContext = useTestContext();
const users = [{ email: "ana@x.example" }];

async function upload(on: Db = db()) {
  const ctx = testContext(on);
  const actor = actingAs(await makeAccount(ctx));
  return { ctx, actor, ...(await uploadFile(ctx, actor, { stream: twoPages, name: "scan.pdf" })) };
}

const inUse = { code: "validation_failed", violations: [{ pointer: "/file/fileId", code: "in_use" }] };

describe("a request created from the requester's own upload", () => {
  test("takes name, expiry, signers and release in one call, and records each once in the audit trail", async () => {
    const { ctx, actor, fileId } = await upload();
    const expiresAt = new Date(Date.now() + 3 * 24 * 3600 * 1000);
    await createDocument(ctx, actor, {
      file: { fileId },
      name: "Lease",
      users,
      status: 1,
      expiresAt: expiresAt.toISOString(),
    });
    const { file, signers } = await readRequest(ctx, actor, fileId);
    expect({ file, signers }).toMatchObject({
      file: { name: "Lease", status: "able_to_sign", expiresAt },
      signers: [{ email: "ana@x.example", status: "pending" }],
    });
    const trail = await readTrail(ctx, fileId);
    expect(trail.map((event) => event.type)).toEqual([
      "file.created",
      "file.changed",
      "signer.added",
      "file.released",
      "mail.queued",
    ]);
    expect(trailBreaksAt(file, trail)).toBeNull();
    expect(await deliverMails(ctx)).toHaveLength(1);
  });

  test("rejects a draft that already has signers and leaves it unchanged @exhaustive", async () => {
    const ctx = testContext(db());
    const { actor, file, signers } = await makeRequest(ctx);
    for (const status of [0, 1] as const)
      await expect(
        createDocument(ctx, actor, { file: { fileId: file.id }, name: "Other", users, status }),
      ).rejects.toMatchObject(inUse);
    expect(await readRequest(ctx, actor, file.id)).toEqual({ file, signers });
  });

  test("reports a released document by its state, and one with signers from a PATCH as in use @exhaustive", async () => {
    const { ctx, actor, fileId } = await upload();
    await updateRequest(ctx, actor, { file: { fileId }, users });
    await expect(createDocument(ctx, actor, { file: { fileId }, name: "Other", users })).rejects.toMatchObject(inUse);
    await releaseFile(ctx, actor, { id: fileId });
    await expect(createDocument(ctx, actor, { file: { fileId }, name: "Other", users })).rejects.toMatchObject({
      code: "file_not_draft",
    });
  });
});

describe("concurrent requests for one upload", () => {
  const database = useCommittedDatabase();

  test("lets only one of two concurrent requests for an upload succeed, with only its own signers", async () => {
    const { ctx, actor, fileId } = await upload(database().db);
    const posts = ["a@x.example", "b@x.example"].map((email) =>
      createDocument(ctx, actor, { file: { fileId }, name: email, users: [{ email }] }),
    );
    const outcomes = await Promise.allSettled(posts);
    expect(outcomes.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
    expect(outcomes.find((outcome) => outcome.status === "rejected")?.reason).toMatchObject(inUse);
    const { file, signers } = await readRequest(ctx, actor, fileId);
    expect(signers.map((signer) => signer.email)).toEqual([file.name]);
  });

  test("lets only one of two concurrent releases succeed, and notifies one person @exhaustive", async () => {
    const { ctx, actor, fileId } = await upload(database().db);
    const posts = ["a@x.example", "b@x.example"].map((email) =>
      createDocument(ctx, actor, { file: { fileId }, name: email, users: [{ email }], status: 1 }),
    );
    const outcomes = await Promise.allSettled(posts);
    expect(outcomes.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
    expect((await deliverMails(ctx)).map((mail) => mail.to)).toEqual([
      (await readRequest(ctx, actor, fileId)).file.name,
    ]);
  });
});
