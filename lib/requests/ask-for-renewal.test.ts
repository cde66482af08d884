import { eq } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { files } from "@/db/schema/files";
import { outboxJobs } from "@/db/schema/work";
import { useRolledBackDatabase } from "@/db/testing/test-database";
import { productBrand } from "@/lib/channels/templates/mail-text";
import type { Actor, Ctx } from "@/lib/context/context";
import { readMailFacts } from "@/lib/delivery/notifications/mail-facts";
import { renderNotification } from "@/lib/delivery/notifications/render";
import { readTrail } from "@/lib/records/audit/events";
import type { OutboxPayloads } from "@/lib/records/outbox/kinds";
import { releasedScenario, type Scenario } from "@/lib/signing/testing/signing-scenario";
import { only } from "@/lib/testing/representatives";
import { useTestContext } from "@/lib/testing/test-context";
import { askForRenewal } from "./ask-for-renewal";
import { withdrawFile } from "./withdraw";

const db = useRolledBackDatabase();
const context = useTestContext();
const anybody: Actor = { kind: "public" };

async function expired(ctx: Ctx): Promise<{ scenario: Scenario; link: string }> {
  const scenario = await releasedScenario(ctx, [{ name: "Ana" }]);
  await ctx.db
    .update(files)
    .set({ expiresAt: new Date(Date.now() - 1000) })
    .where(eq(files.id, scenario.fileId));
  return { scenario, link: scenario.signers[0].link };
}

async function renewals(ctx: Ctx): Promise<OutboxPayloads["notification"][]> {
  const jobs = await ctx.db.select().from(outboxJobs).where(eq(outboxJobs.kind, "notification"));
  return jobs
    .map((job) => job.payload as OutboxPayloads["notification"])
    .filter(({ template }) => template === "renewal");
}

describe("asking for more time through an expired link", () => {
  test("mails the requester once a day per signer, with the signer's name and without the link", async () => {
    const ctx = context(db());
    const { scenario, link } = await expired(ctx);
    expect(await askForRenewal(ctx, anybody, { u: link })).toEqual({ isNew: true });
    expect(await askForRenewal(ctx, anybody, { u: link })).toEqual({ isNew: false });
    const facts = await readMailFacts(ctx, only(await renewals(ctx)));
    expect(facts?.to).toBe(scenario.requester.account.email);
    const mail =
      facts &&
      renderNotification(
        ctx,
        "renewal",
        { ...facts, copy: { kind: "none" }, brand: productBrand, thumbnail: null },
        await ctx.now(),
      );
    expect(mail?.subject).toContain("Ana");
    expect(JSON.stringify(mail)).not.toContain(link);
    expect((await readTrail(ctx, scenario.fileId)).filter(({ type }) => type === "renewal.asked")).toHaveLength(1);
  });

  test("is refused while the link works, to another account, and after the request is withdrawn", async () => {
    const ctx = context(db());
    const {
      requester,
      fileId,
      signers: [ana],
    } = await releasedScenario(ctx, [{ name: "Ana" }]);
    const input = { u: ana?.link ?? "" };
    await expect(askForRenewal(ctx, anybody, input)).rejects.toMatchObject({ code: "race_lost" });
    await expect(askForRenewal(ctx, requester, input)).rejects.toMatchObject({ code: "not_the_signer" });
    await withdrawFile(ctx, requester, { fileId });
    await expect(askForRenewal(ctx, anybody, input)).rejects.toMatchObject({ code: "link_withdrawn" });
    expect(await renewals(ctx)).toEqual([]);
  });
});
