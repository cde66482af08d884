import { eq } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { files, signRequests } from "@/db/schema/files";
import { useRolledBackDatabase } from "@/db/testing/test-database";
import type { Ctx } from "@/lib/context/context";
import { appendAuditEvent } from "@/lib/records/audit/append";
import { actingAs, makeAccount } from "@/lib/testing/accounts";
import { linkOf, makeRequest } from "@/lib/testing/requests";
import { useTestContext } from "@/lib/testing/test-context";
import { showProgress } from "./progress";
import { openLink, showFileToWatch } from "./show";

const db = useRolledBackDatabase();
const testContext = useTestContext();

async function sent(ctx: Ctx) {
  const made = await makeRequest(ctx, { status: 1 });
  const ana = actingAs(await makeAccount(ctx, { email: "ana@x.example", role: "signer" }));
  const [first, second] = made.signers;
  return { ...made, ana, first, second, uuid: made.file.uuid };
}

describe("the progress of a request", () => {
  test("shows when each signer was notified and viewed the document, and a GET of the link does not count", async () => {
    const ctx = testContext(db());
    const { actor, uuid, file, signers, first } = await sent(ctx);
    await openLink(ctx, { kind: "public" }, { u: linkOf(ctx, signers, "ana@x.example") });
    const before = await showProgress(ctx, actor, { uuid });
    expect(before).toMatchObject({
      uuid,
      status: 1,
      statusText: "able to sign",
      signers: [{ signRequestId: first.id, status: "pending", opened: null, signed: null }, { opened: null }],
    });
    expect(before.signers[0]?.told).toMatch(/Z$/);
    await appendAuditEvent(ctx, { kind: "public" }, file.id, {
      type: "document.viewed",
      data: { signRequestId: first.id },
    });
    const after = await showProgress(ctx, actor, { uuid });
    expect(after.signers[0]?.opened).toMatch(/Z$/);
    expect(after.signers[1]?.opened).toBeNull();
    expect(after.sequence).toBeGreaterThan(before.sequence);
  });

  test("a page that polls notices an event that came while its file was read", async () => {
    const ctx = testContext(db());
    const { actor, uuid, file, first } = await sent(ctx);
    const viewed = { type: "document.viewed", data: { signRequestId: first.id } } as const;
    let noted: Promise<unknown> | null = null;
    const blobs: Ctx["blobs"] = {
      ...ctx.blobs,
      async size(key) {
        await (noted ??= appendAuditEvent(ctx, { kind: "public" }, file.id, viewed));
        return ctx.blobs.size(key);
      },
    };
    const { sequence } = await showFileToWatch({ ...ctx, blobs }, actor, { uuid });
    expect((await showProgress(ctx, actor, { uuid })).sequence).toBe(sequence + 1);
  });

  test("shows a failed mail to the requester until a later one is sent", async () => {
    const ctx = testContext(db());
    const { actor, ana, uuid, file, first } = await sent(ctx);
    const failed = async (by: typeof actor) =>
      (await showProgress(ctx, by, { uuid })).signers.map((signer) => signer.mailFailed);
    await appendAuditEvent(ctx, { kind: "system" }, file.id, {
      type: "mail.failed",
      data: { signRequestId: first.id },
    });
    expect(await failed(actor)).toEqual([true, false]);
    expect(await failed(ana)).toEqual([false, false]);
    await appendAuditEvent(ctx, { kind: "system" }, file.id, { type: "mail.sent", data: { signRequestId: first.id } });
    expect(await failed(actor)).toEqual([false, false]);
  });

  test("shows the copies of a CC by their latest news, also when those came from the mail provider", async () => {
    const ctx = testContext(db());
    const users = [{ email: "ana@x.example" }, { email: "cy@x.example", role: "cc" as const }];
    const { actor, file, signers } = await makeRequest(ctx, { status: 1, users });
    const cy = signers.find(({ role }) => role === "cc");
    const states = async () =>
      (await showProgress(ctx, actor, { uuid: file.uuid })).signers[1]?.copies.map(({ state }) => state);
    expect(await states()).toEqual(["queued"]);
    for (const [type, state] of [
      ["mail.sent", "sent"],
      ["mail.delivered", "sent"],
      ["mail.bounced", "failed"],
    ] as const) {
      const data = { template: "copy", signRequestId: cy?.id ?? 0 };
      await appendAuditEvent(ctx, { kind: "system" }, file.id, { type, data });
      expect(await states()).toEqual([state]);
    }
  });

  test("hides from a signer when others were notified or viewed it, and why they declined", async () => {
    const ctx = testContext(db());
    const { actor, ana, uuid, file, second } = await sent(ctx);
    await appendAuditEvent(ctx, { kind: "public" }, file.id, {
      type: "document.viewed",
      data: { signRequestId: second.id },
    });
    await ctx.db
      .update(signRequests)
      .set({ status: "declined", declineReason: "wrong name", closedAt: new Date() })
      .where(eq(signRequests.id, second.id));
    expect((await showProgress(ctx, ana, { uuid })).signers[1]).toMatchObject({
      status: "declined",
      told: null,
      opened: null,
      declineReason: null,
    });
    expect((await showProgress(ctx, actor, { uuid })).signers[1]).toMatchObject({
      status: "declined",
      declineReason: "wrong name",
    });
  });

  test("is not found by strangers, and for a draft by anyone but its requester", async () => {
    const ctx = testContext(db());
    const { ana, uuid, file, actor } = await sent(ctx);
    const stranger = actingAs(await makeAccount(ctx));
    await expect(showProgress(ctx, stranger, { uuid })).rejects.toMatchObject({ code: "not_found" });
    await ctx.db.update(files).set({ status: "draft" }).where(eq(files.id, file.id));
    await expect(showProgress(ctx, ana, { uuid })).rejects.toMatchObject({ code: "not_found" });
    expect((await showProgress(ctx, actor, { uuid })).status).toBe(0);
  });
});
