import { randomUUID } from "node:crypto";
import { eq } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { accounts } from "@/db/schema/accounts";
import { files } from "@/db/schema/files";
import { useRolledBackDatabase } from "@/db/testing/test-database";
import type { Actor } from "@/lib/context/context";
import { readTrail } from "@/lib/records/audit/events";
import { declineByLink } from "@/lib/requests/decline";
import { releasedScenario } from "@/lib/signing/testing/signing-scenario";
import { useTestContext } from "@/lib/testing/test-context";
import { noteViewed } from "./find-by-link";

const db = useRolledBackDatabase();
const context = useTestContext();
const anybody: Actor = { kind: "public" };

describe("recording that a signer viewed the document", () => {
  test("happens once per signer, however often it is reported, with the hash of the displayed bytes", async () => {
    const ctx = context(db());
    const { fileId, signers } = await releasedScenario(ctx, [{ name: "Ana" }, { name: "Bo" }]);
    for (const { link, actor } of signers)
      for (const caller of [anybody, actor, actor]) await noteViewed(ctx, caller, { u: link });
    const [file] = await ctx.db.select().from(files).where(eq(files.id, fileId));
    const viewed = (await readTrail(ctx, fileId)).filter(({ type }) => type === "document.viewed");
    expect(viewed.map(({ data }) => data)).toEqual(signers.map(({ signRequestId }) => ({ signRequestId })));
    expect(viewed[0]?.doc).toEqual({ sha256: file?.sha256, revision: file?.revision });
  });

  test("proves no address, because no person triggered it", async () => {
    const ctx = context(db());
    const {
      signers: [ana],
    } = await releasedScenario(ctx, [{ name: "Ana", isProved: false }]);
    await noteViewed(ctx, ana.actor, { u: ana.link });
    const [account] = await ctx.db.select().from(accounts).where(eq(accounts.id, ana.actor.account.id));
    expect(account?.emailProvedAt).toBeNull();
  });

  test("is refused for another account or a dead link, and skipped once the signer has finished", async () => {
    const ctx = context(db());
    const {
      fileId,
      requester,
      signers: [ana],
    } = await releasedScenario(ctx, [{ name: "Ana" }]);
    await expect(noteViewed(ctx, requester, { u: ana.link })).rejects.toMatchObject({ code: "not_the_signer" });
    await expect(noteViewed(ctx, anybody, { u: randomUUID() })).rejects.toMatchObject({ code: "not_found" });
    await declineByLink(ctx, anybody, { u: ana.link, reason: "no" });
    await noteViewed(ctx, anybody, { u: ana.link });
    expect((await readTrail(ctx, fileId)).map(({ type }) => type)).not.toContain("document.viewed");
  });
});
