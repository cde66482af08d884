import { X509Certificate } from "node:crypto";
import { eq } from "drizzle-orm";
import sharp from "sharp";
import { describe, expect, test } from "vitest";
import { accountSigningKeys, storedSignatures } from "@/db/schema/accounts";
import { useRolledBackDatabase } from "@/db/testing/test-database";
import type { AccountActor, Ctx } from "@/lib/context/context";
import { setSigningPassword } from "@/lib/signing/proof/set-signing-password";
import { strokeBase64 } from "@/lib/signing/testing/signing-scenario";
import { actingAs, makeAccount, testPassword } from "@/lib/testing/accounts";
import { useTestContext } from "@/lib/testing/test-context";
import { changeImage, getImage, listImages, removeImage, storeImages } from "./images";
import { toImagesWire } from "./wire";

const db = useRolledBackDatabase();
const context = useTestContext();

async function someone(ctx: Ctx, values: Parameters<typeof makeAccount>[1] = {}): Promise<AccountActor> {
  return actingAs(await makeAccount(ctx, values));
}

describe("stored images", () => {
  test("are returned as PNG with transparency, whatever was sent, and the newest of a type is the default", async () => {
    const ctx = context(db());
    const actor = await someone(ctx);
    const jpeg = (
      await sharp({ create: { width: 20, height: 10, channels: 3, background: "white" } })
        .jpeg()
        .toBuffer()
    ).toString("base64");
    const [first] = await storeImages(ctx, actor, {
      elements: [{ type: "signature", file: { base64: await strokeBase64() } }],
    });
    const [second] = await storeImages(ctx, actor, {
      elements: [{ type: "signature", file: { base64: `data:image/jpeg;base64,${jpeg}` } }],
    });
    const image = await sharp((await getImage(ctx, actor, second?.id ?? 0)).png).metadata();
    expect(image).toMatchObject({ format: "png", width: 20, height: 10, hasAlpha: true });
    const listed = toImagesWire(await listImages(ctx, actor));
    expect(listed.map(({ id, isDefault }) => [id, isDefault])).toEqual([
      [second?.id, true],
      [first?.id, false],
    ]);
    await changeImage(ctx, actor, first?.id ?? 0, { file: { base64: await strokeBase64() } });
    expect(toImagesWire(await listImages(ctx, actor))[0]).toMatchObject({ id: first?.id, isDefault: true });
  });

  test.each([
    ["text", Buffer.from("not an image").toString("base64"), "image_invalid"],
    ["a GIF", "R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7", "image_invalid"],
    ["an SVG", Buffer.from("<svg xmlns='http://www.w3.org/2000/svg'/>").toString("base64"), "image_invalid"],
    ["more than 2 MiB", Buffer.alloc(2 * 1024 * 1024 + 1, 1).toString("base64"), "image_invalid"],
    ["broken base64", "@@@@", "base64_invalid"],
    ["base64 with stray characters", "iVBO Rw0K", "base64_invalid"],
    ["nothing", "", "base64_invalid"],
  ])("rejects %s, and stores none of several", async (_what, base64, code) => {
    const ctx = context(db());
    const actor = await someone(ctx);
    const good = { type: "signature" as const, file: { base64: await strokeBase64() } };
    await expect(
      storeImages(ctx, actor, { elements: [good, { type: "initial", file: { base64 } }] }),
    ).rejects.toMatchObject({
      code,
      violations: [{ pointer: "/elements/1/file/base64" }],
    });
    expect(await listImages(ctx, actor)).toEqual([]);
  });

  test("rejects an image larger than 4096 pixels a side", async () => {
    const ctx = context(db());
    const actor = await someone(ctx);
    const wide = await sharp({ create: { width: 4097, height: 1, channels: 3, background: "white" } })
      .png()
      .toBuffer();
    await expect(
      storeImages(ctx, actor, { elements: [{ type: "signature", file: { base64: wide.toString("base64") } }] }),
    ).rejects.toMatchObject({ code: "image_invalid" });
  });

  test("of another account are reported as missing", async () => {
    const ctx = context(db());
    const [owner, other] = [await someone(ctx), await someone(ctx)];
    const [image] = await storeImages(ctx, owner, {
      elements: [{ type: "initial", file: { base64: await strokeBase64() } }],
    });
    for (const id of [image?.id ?? 0, 2_000_000_000]) {
      await expect(getImage(ctx, other, id)).rejects.toMatchObject({ code: "not_found" });
      await expect(changeImage(ctx, other, id, { type: "signature" })).rejects.toMatchObject({ code: "not_found" });
      await expect(removeImage(ctx, other, id)).rejects.toMatchObject({ code: "not_found" });
    }
  });

  test("are deleted with their picture", async () => {
    const ctx = context(db());
    const actor = await someone(ctx);
    const [image] = await storeImages(ctx, actor, {
      elements: [{ type: "signature", file: { base64: await strokeBase64() } }],
    });
    await removeImage(ctx, actor, image?.id ?? 0);
    await expect(getImage(ctx, actor, image?.id ?? 0)).rejects.toMatchObject({ code: "not_found" });
    const [row] = await ctx.db
      .select()
      .from(storedSignatures)
      .where(eq(storedSignatures.id, image?.id ?? 0));
    expect(row?.png).toHaveLength(0);
  });
});

describe("the signing password", () => {
  test("creates a key and a certificate that states how the address was proved", async () => {
    const ctx = context(db());
    const actor = await someone(ctx, { displayName: "Ana Silva", emailProof: "administrator" });
    const facts = await setSigningPassword(ctx, actor, { signPassword: "a quiet green harbour" });
    expect(facts.subject).toMatch(/CN=Ana Silva/);
    expect(facts.subject).toContain("address vouched for by the administrator");
    const [key] = await ctx.db.select().from(accountSigningKeys);
    expect(new X509Certificate(key?.certificate ?? Buffer.alloc(0)).subjectAltName).toBe(
      `email:${actor.account.email}`,
    );
    expect(JSON.stringify(key?.wrappedKey)).not.toContain("harbour");
  });

  test.each([
    ["under 8 characters", "harbour", "too_short"],
    ["over 128 characters", "h".repeat(129), "too_long"],
    ["among the commonest", "password123", "password_common"],
    ["the account's own", testPassword, "same_as_account"],
  ])("is rejected when it is %s, and no key is created", async (_what, signPassword, code) => {
    const ctx = context(db());
    const actor = await someone(ctx);
    await expect(setSigningPassword(ctx, actor, { signPassword })).rejects.toMatchObject({
      code: "validation_failed",
      violations: [{ pointer: "/signPassword", code }],
    });
    expect(await ctx.db.select().from(accountSigningKeys)).toEqual([]);
  });

  test("is replaced only with a fresh log-in or the current one, and the earlier key is retired", async () => {
    const ctx = context(db());
    const actor = await someone(ctx);
    const byToken: AccountActor = { ...actor, proof: "token", signedInAt: null };
    const longAgo: AccountActor = { ...actor, proof: "session", signedInAt: new Date(Date.now() - 6 * 60_000) };
    const first = await setSigningPassword(ctx, actor, { signPassword: "a quiet green harbour" });
    for (const stale of [byToken, longAgo])
      await expect(setSigningPassword(ctx, stale, { signPassword: "another quiet harbour" })).rejects.toMatchObject({
        code: "reauth_required",
      });
    await expect(
      setSigningPassword(ctx, byToken, {
        signPassword: "another quiet harbour",
        currentPassword: "a quiet green harbour",
      }),
    ).rejects.toMatchObject({ code: "reauth_required" });
    await expect(
      setSigningPassword(ctx, longAgo, { signPassword: "another quiet harbour", currentPassword: "wrong one" }),
    ).rejects.toMatchObject({ code: "sign_password_wrong", attemptsLeft: 4 });
    const second = await setSigningPassword(ctx, longAgo, {
      signPassword: "another quiet harbour",
      currentPassword: "a quiet green harbour",
    });
    const third = await setSigningPassword(ctx, actor, { signPassword: "a third quiet harbour" });
    const keys = await ctx.db.select().from(accountSigningKeys).orderBy(accountSigningKeys.id);
    expect(keys.map((key) => [key.serialNumber, key.replacedAt === null])).toEqual([
      [first.serialNumber, false],
      [second.serialNumber, false],
      [third.serialNumber, true],
    ]);
  });
});
