import { eq } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { accounts, storedSignatures } from "@/db/schema/accounts";
import { signRequests } from "@/db/schema/files";
import { useRolledBackDatabase } from "@/db/testing/test-database";
import { changeImage, removeImage } from "@/lib/accounts/signatures/images";
import { changeBranding } from "@/lib/administration/branding";
import { changeSettings } from "@/lib/administration/settings";
import type { Ctx } from "@/lib/context/context";
import { sign } from "@/lib/signing/sign";
import { readSignRequest, releasedScenario, storeStroke, strokeBase64 } from "@/lib/signing/testing/signing-scenario";
import { actingAs, makeAccount } from "@/lib/testing/accounts";
import { useTestContext } from "@/lib/testing/test-context";
import { showLinkPage } from "@/lib/views/link-page";
import { openLink } from "@/lib/views/show";

const db = useRolledBackDatabase();
const context = useTestContext();

/** Ana signs by her link alone, with a signature that includes the brand. */
async function scenario(ctx: Ctx) {
  const admin = actingAs(await makeAccount(ctx, { role: "admin" }));
  await changeBranding(ctx, admin, { name: "Harbour", colour: "#0a6c67" });
  await changeSettings(ctx, admin, {
    signature_options: { appearance: { lines: ["{{name}}", "{{organisation}}"], background: "brand", logo: true } },
  });
  const { signers } = await releasedScenario(ctx, [{ name: "Ana", method: "link", fields: [{ type: "signature" }] }]);
  const [ana] = signers;
  const imageId = await storeStroke(ctx, ana.actor);
  /** The appearance as returned to the page and to API clients. */
  const shown = async () => {
    const page = await showLinkPage(ctx, ana.actor, { u: ana.link, isOpened: false });
    if (page.state !== "signing") throw new Error(page.state);
    const { look } = await openLink(ctx, ana.actor, { u: ana.link });
    expect(page.signature.look).toBe(look);
    const image = page.images.signature;
    const elements = ana.fieldIds.flatMap((documentElementId) =>
      image ? [{ documentElementId, profileElementId: image.id, updatedAt: image.updatedAt }] : [],
    );
    return { look, elements };
  };
  const signWith = (given: Partial<Awaited<ReturnType<typeof shown>>>) =>
    sign(ctx, ana.actor, { target: { link: ana.link }, ...given });
  const statusOf = async () => (await readSignRequest(ctx, ana.signRequestId)).status;
  return { admin, ana, imageId, shown, signWith, statusOf };
}

describe("between the page and the click", () => {
  test.each([
    ["name", { name: "Somebody Else" }],
    ["colour @exhaustive", { colour: "#aa1111" }],
    ["logo @exhaustive", null],
  ] as const)("refuses to sign with a changed %s of the instance", async (_, change) => {
    const ctx = context(db());
    const { admin, shown, signWith, statusOf } = await scenario(ctx);
    const { look } = await shown();
    await changeBranding(ctx, admin, change ?? { logo: { base64: await strokeBase64() } });
    await expect(signWith({ look })).rejects.toMatchObject({ code: "race_lost" });
    expect(await statusOf()).toBe("pending");
    await signWith(await shown());
    expect(await statusOf()).toBe("signed");
  });

  test("allows changes that the signature does not show @exhaustive", async () => {
    const ctx = context(db());
    const { admin, shown, signWith, statusOf } = await scenario(ctx);
    const before = await shown();
    await changeBranding(ctx, admin, { imprintUrl: null });
    await signWith(before);
    expect(await statusOf()).toBe("signed");
  });

  test("refuses to sign with a changed account name @exhaustive", async () => {
    const ctx = context(db());
    const { ana, shown, signWith } = await scenario(ctx);
    await ctx.db.update(signRequests).set({ displayName: null }).where(eq(signRequests.id, ana.signRequestId));
    const { look } = await shown();
    await ctx.db.update(accounts).set({ displayName: "Mallory" }).where(eq(accounts.id, ana.actor.account.id));
    await expect(signWith({ look })).rejects.toMatchObject({ code: "race_lost" });
  });

  test.each(["changed", "removed"] as const)("refuses to draw a picture that was %s in another window", async (how) => {
    const ctx = context(db());
    const { ana, imageId, shown, signWith, statusOf } = await scenario(ctx);
    await ctx.db
      .update(storedSignatures)
      .set({ updatedAt: new Date(0) })
      .where(eq(storedSignatures.id, imageId));
    const { elements } = await shown();
    if (how === "removed") await removeImage(ctx, ana.actor, imageId);
    else await changeImage(ctx, ana.actor, imageId, { file: { base64: await strokeBase64() } });
    await expect(signWith({ elements })).rejects.toMatchObject({ code: "race_lost" });
    expect(await statusOf()).toBe("pending");
  });

  test("draws the picture from the page, not a newer one from another window @exhaustive", async () => {
    const ctx = context(db());
    const { ana, imageId, shown, signWith } = await scenario(ctx);
    const { elements } = await shown();
    expect(elements).toMatchObject([{ profileElementId: imageId }]);
    const newer = await storeStroke(ctx, ana.actor);
    await ctx.db
      .update(storedSignatures)
      .set({ png: Buffer.from("no picture") })
      .where(eq(storedSignatures.id, newer));
    await signWith({ elements });
    expect((await readSignRequest(ctx, ana.signRequestId)).status).toBe("signed");
  });
});
