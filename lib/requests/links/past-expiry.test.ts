import { eq } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { files, signRequests } from "@/db/schema/files";
import { useRolledBackDatabase } from "@/db/testing/test-database";
import type { Actor, Ctx } from "@/lib/context/context";
import { deleteFile } from "@/lib/documents/delete";
import { readTrail } from "@/lib/records/audit/events";
import { declineByLink } from "@/lib/requests/decline";
import { expireFile } from "@/lib/requests/expiry";
import { updateRequest } from "@/lib/requests/update";
import { withdrawFile, withdrawSigner } from "@/lib/requests/withdraw";
import { requestCode } from "@/lib/signing/proof/request-code";
import { sign } from "@/lib/signing/sign";
import { actingAs, makeAccount } from "@/lib/testing/accounts";
import { linkOf, makeRequest, readRequest, type MadeRequest } from "@/lib/testing/requests";
import { useTestContext } from "@/lib/testing/test-context";
import { listFiles } from "@/lib/views/list/list";
import { openLink, showFileById, showFileByUuid } from "@/lib/views/show";

const db = useRolledBackDatabase();
const testContext = useTestContext();
const publicActor: Actor = { kind: "public" };
const passed = new Date(Date.now() - 1000);
const ahead = () => new Date(Date.now() + 5 * 24 * 3600 * 1000).toISOString();

/** A file whose deadline has passed while its row still has an open status. */
async function overdue(ctx: Ctx): Promise<MadeRequest> {
  const made = await makeRequest(ctx, { status: 1 });
  await ctx.db.update(files).set({ expiresAt: passed }).where(eq(files.id, made.file.id));
  return made;
}

describe("between a document's deadline and the expiry job", () => {
  test("the requester cannot withdraw it, withdraw a signer or change the signers, and nothing changes", async () => {
    const ctx = testContext(db());
    const { actor, file, signers } = await overdue(ctx);
    const before = await readTrail(ctx, file.id);
    const cases = [
      () => withdrawFile(ctx, actor, { fileId: file.id }),
      () => withdrawSigner(ctx, actor, { fileId: file.id, signRequestId: signers[0].id }),
      () => updateRequest(ctx, actor, { uuid: file.uuid, users: [{ email: "cy@x.example" }] }),
      () => updateRequest(ctx, actor, { uuid: file.uuid, status: 1 }),
    ];
    for (const run of cases)
      await expect(run()).rejects.toMatchObject({ code: "file_closed", detail: "The document is expired." });
    expect(await readTrail(ctx, file.id)).toEqual(before);
  });

  test("signers can neither sign, request a code nor decline: 409 by id, 410 by link", async () => {
    const ctx = testContext(db());
    const { file, signers } = await overdue(ctx);
    const ana = actingAs(await makeAccount(ctx, { email: "ana@x.example", role: "signer" }));
    const link = linkOf(ctx, signers, "ana@x.example");
    await expect(sign(ctx, ana, { target: { fileId: file.id }, code: "123456" })).rejects.toMatchObject({
      code: "file_closed",
    });
    await expect(requestCode(ctx, ana, { fileId: file.id })).rejects.toMatchObject({ code: "file_closed" });
    await expect(sign(ctx, ana, { target: { link }, code: "123456" })).rejects.toMatchObject({ code: "link_expired" });
    await expect(requestCode(ctx, ana, { link })).rejects.toMatchObject({ code: "link_expired" });
    await expect(declineByLink(ctx, publicActor, { u: link, reason: "no" })).rejects.toMatchObject({
      code: "link_expired",
    });
    await expect(openLink(ctx, publicActor, { u: link })).rejects.toMatchObject({ code: "link_expired" });
  });

  test("every view shows the document and its signers as expired, and lists find it as expired", async () => {
    const ctx = testContext(db());
    const { actor, file } = await overdue(ctx);
    await makeRequest(ctx, { status: 1 });
    const expected = { status: 8, statusText: "expired", signers: [{ status: "expired" }, { status: "expired" }] };
    expect(await showFileById(ctx, actor, { fileId: file.id })).toMatchObject(expected);
    expect(await showFileByUuid(ctx, publicActor, { uuid: file.uuid })).toMatchObject(expected);
    expect((await listFiles(ctx, actor, { status: 8 })).data).toMatchObject([expected]);
    expect((await listFiles(ctx, actor, { status: 1 })).data).toEqual([]);
    expect((await listFiles(ctx, actor, { sortBy: "status" })).data).toMatchObject([expected]);
  });

  test("a later expiry reopens it, and the job then does not expire it", async () => {
    const ctx = testContext(db());
    const { actor, file, signers } = await overdue(ctx);
    await updateRequest(ctx, actor, { uuid: file.uuid, expiresAt: ahead() });
    await expireFile(ctx, file.id);
    const after = await readRequest(ctx, actor, file.id);
    expect([after.file.status, ...after.signers.map((signer) => signer.status)]).toEqual([
      "able_to_sign",
      "pending",
      "pending",
    ]);
    expect((await openLink(ctx, publicActor, { u: linkOf(ctx, signers, "ana@x.example") })).status).toBe(1);
  });

  test("the requester can delete it like any expired document", async () => {
    const ctx = testContext(db());
    const { actor, file } = await overdue(ctx);
    await deleteFile(ctx, actor, { uuid: file.uuid });
    await expect(showFileById(ctx, actor, { fileId: file.id })).rejects.toMatchObject({ code: "not_found" });
  });

  test("the job still finds it and expires it once", async () => {
    const ctx = testContext(db());
    const { file } = await overdue(ctx);
    await expireFile(ctx, file.id);
    await expireFile(ctx, file.id);
    expect(
      (await readTrail(ctx, file.id))
        .filter((event) => event.type === "file.expired")
        .map((event) => event.data["from"]),
    ).toEqual(["able_to_sign"]);
    expect((await ctx.db.select().from(signRequests)).map((signer) => signer.status)).toEqual(["expired", "expired"]);
  });
});
