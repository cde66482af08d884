import { expect, test } from "vitest";
import { adminActivity } from "@/db/schema/administration";
import { useRolledBackDatabase } from "@/db/testing/test-database";
import { actingAs, makeAccount } from "@/lib/testing/accounts";
import { useTestContext } from "@/lib/testing/test-context";
import { changeBranding, getBranding, getLogo, toBrandingWire } from "./branding";

const db = useRolledBackDatabase();
const testContext = useTestContext();

const svg =
  '<svg xmlns="http://www.w3.org/2000/svg" width="120" height="40"><rect width="120" height="40" fill="#0a6c67"/></svg>';
const base64 = Buffer.from(svg).toString("base64");

async function administrator() {
  const ctx = testContext(db());
  return { ctx, actor: actingAs(await makeAccount(ctx, { role: "admin" })) };
}

test("is the product's own until an administrator changes it, and keeps what a change leaves out", async () => {
  const { ctx, actor } = await administrator();
  expect(await getBranding(ctx, actor)).toEqual({
    name: null,
    colour: null,
    replyTo: null,
    privacyUrl: null,
    termsUrl: null,
    imprintUrl: null,
    logoSha256: null,
  });
  await changeBranding(ctx, actor, { name: "Harbour\u202e  Rentals", colour: "#0A6C67" });
  await changeBranding(ctx, actor, { replyTo: "office@example.org" });
  expect(await getBranding(ctx, actor)).toMatchObject({
    name: "Harbour Rentals",
    colour: "#0a6c67",
    replyTo: "office@example.org",
  });
  await changeBranding(ctx, actor, { name: null });
  expect(await getBranding(ctx, actor)).toMatchObject({ name: null, colour: "#0a6c67" });
  const activity = await db().select({ type: adminActivity.type, data: adminActivity.data }).from(adminActivity);
  expect(activity).toContainEqual({ type: "branding.changed", data: { names: "name, colour" } });
});

test("renders an uploaded SVG and serves the PNG, never the SVG", async () => {
  const { ctx, actor } = await administrator();
  await expect(getLogo(ctx)).rejects.toMatchObject({ code: "not_found" });
  const brand = await changeBranding(ctx, actor, { logo: { base64: `data:image/svg+xml;base64,${base64}` } });
  const { bytes, sha256 } = await getLogo(ctx);
  expect(bytes.subarray(1, 4).toString()).toBe("PNG");
  expect(brand.logoSha256).toBe(sha256);
  expect(toBrandingWire(brand).logoUrl).toBe(`/api/v1/branding/logo?v=${sha256.slice(0, 12)}`);
  await changeBranding(ctx, actor, { logo: null });
  await expect(getLogo(ctx)).rejects.toMatchObject({ code: "not_found" });
});

test("reports the displayed colour if the chosen one is not legible", async () => {
  const { ctx, actor } = await administrator();
  const wire = toBrandingWire(await changeBranding(ctx, actor, { colour: "#ffee00" }));
  expect(wire.colour).toBe("#ffee00");
  expect(wire.shownColour).toMatchObject({ isAdjusted: true });
  expect(wire.shownColour?.light).not.toBe("#ffee00");
});

test("rejects files that are not images, and callers who are not administrators", async () => {
  const { ctx, actor } = await administrator();
  const logo = { base64: Buffer.from("GIF89a").toString("base64") };
  await expect(changeBranding(ctx, actor, { logo })).rejects.toMatchObject({
    code: "image_invalid",
    violations: [{ pointer: "/logo/base64" }],
  });
  for (const role of ["signer", "requester"] as const) {
    const other = actingAs(await makeAccount(ctx, { role }));
    await expect(changeBranding(ctx, other, { name: "Mine" })).rejects.toMatchObject({ code: "forbidden" });
    await expect(getBranding(ctx, other)).rejects.toMatchObject({ code: "forbidden" });
  }
});
