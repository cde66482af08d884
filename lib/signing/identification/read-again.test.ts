import { buffer } from "node:stream/consumers";
import { eq, sql } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { signRequests } from "@/db/schema/files";
import { guestSessions } from "@/db/schema/guests";
import { useRolledBackDatabase } from "@/db/testing/test-database";
import type { Ctx } from "@/lib/context/context";
import { downloadFile } from "@/lib/documents/content";
import { deleteFile } from "@/lib/documents/delete";
import { downloadBundle } from "@/lib/evidence/download-bundle";
import { downloadEvidence } from "@/lib/evidence/make-evidence";
import { finishFile } from "@/lib/signing/finish";
import { requestCode } from "@/lib/signing/proof/request-code";
import { sign } from "@/lib/signing/sign";
import { newestCode } from "@/lib/signing/testing/signing-scenario";
import { useTestContext } from "@/lib/testing/test-context";
import { identify } from "./confirm";
import { anybody, asGuest, guestScenario, type GuestScenario, type InvitedSigner } from "./testing/guest-scenario";

const db = useRolledBackDatabase();
const context = useTestContext();

function first({ signers: [one] }: Pick<GuestScenario, "signers">): InvitedSigner {
  return one;
}

async function pass61Seconds(ctx: Ctx): Promise<void> {
  await ctx.db.execute(
    sql`update challenges set created_at = created_at - interval '61 seconds', expires_at = expires_at - interval '61 seconds'`,
  );
}

describe("a guest who has signed and whose session has expired", () => {
  test("identifies with a new code to read and download the document, but not to sign again, under the same limits", async () => {
    const ctx = context(db());
    const scenario = await guestScenario(ctx, "email", [{}, {}]);
    const bo = first(scenario);
    const guest = await asGuest(ctx, bo);
    await requestCode(ctx, guest, { link: bo.link });
    await sign(ctx, guest, { target: { link: bo.link }, code: await newestCode(ctx) });
    await ctx.db.delete(guestSessions);
    await expect(identify(ctx, anybody, { u: bo.link })).rejects.toMatchObject({ code: "rate_limited" });
    await pass61Seconds(ctx);
    const again = await asGuest(ctx, bo);
    expect((await downloadFile(ctx, again, { uuid: scenario.uuid, version: "current" })).sizeBytes).toBeGreaterThan(0);
    await expect(requestCode(ctx, again, { link: bo.link })).rejects.toMatchObject({ code: "already_signed" });
    await expect(sign(ctx, again, { target: { link: bo.link }, code: "123456" })).rejects.toMatchObject({
      code: "already_signed",
    });
  });

  test("gets evidence and bundle of the completed document, even after its requester deleted it @exhaustive", async () => {
    const ctx = context(db());
    const scenario = await guestScenario(ctx, "email");
    const bo = first(scenario);
    const guest = await asGuest(ctx, bo);
    await requestCode(ctx, guest, { link: bo.link });
    await sign(ctx, guest, { target: { link: bo.link }, code: await newestCode(ctx) });
    await finishFile(ctx, scenario.fileId);
    await deleteFile(ctx, scenario.requester, { uuid: scenario.uuid });
    await ctx.db.delete(guestSessions);
    await pass61Seconds(ctx);
    const again = await asGuest(ctx, bo);
    expect((await downloadEvidence(ctx, again, { uuid: scenario.uuid })).sizeBytes).toBeGreaterThan(0);
    const bundle = await downloadBundle(ctx, again, { uuid: scenario.uuid });
    expect(bundle.fileName).toMatch(/\.zip$/);
    // Its files are opened while it is read, and the test deletes them at its end.
    expect((await buffer(bundle.stream)).subarray(0, 2).toString()).toBe("PK");
  });

  test("cannot identify again once withdrawn", async () => {
    const ctx = context(db());
    const scenario = await guestScenario(ctx, "email", [{}, {}]);
    const bo = first(scenario);
    await ctx.db
      .update(signRequests)
      .set({ status: "signed", removedAt: new Date() })
      .where(eq(signRequests.id, bo.signRequestId));
    await expect(identify(ctx, anybody, { u: bo.link })).rejects.toMatchObject({ code: "link_withdrawn" });
  });
});
