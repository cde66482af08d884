import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { signRequests } from "@/db/schema/files";
import { useRolledBackDatabase } from "@/db/testing/test-database";
import { actingAs, makeAccount } from "@/lib/testing/accounts";
import { linkOf, makeRequest } from "@/lib/testing/requests";
import { useTestContext } from "@/lib/testing/test-context";
import { previewInvitations } from "./invitation-preview";

const db = useRolledBackDatabase();
const testContext = useTestContext();

test("the requester sees each signer's mail in their language, without the link's secret and with the expiry that sending sets", async () => {
  const ctx = testContext(db());
  const { actor, requester, file, signers } = await makeRequest(ctx, {
    users: [
      { email: "ana@x.example", displayName: "Ana", description: "Please sign by Friday." },
      { email: "bo@x.example", displayName: "Bo", language: "pt" },
    ],
  });
  const [mail, other] = await previewInvitations(ctx, actor, { uuid: file.uuid });
  expect(mail).toMatchObject({
    to: "ana@x.example",
    language: "en",
    subject: `${requester.displayName} asks you to sign “Lease”`,
  });
  expect(other).toMatchObject({ to: "bo@x.example", name: "Bo", language: "pt" });
  expect(other?.text).toContain("Olá, Bo");
  for (const part of [mail?.text, mail?.html]) {
    expect(part).toContain("Please sign by Friday.");
    expect(part).toContain("http://localhost:3000/sign/…");
    expect(part).not.toContain(linkOf(ctx, signers, "ana@x.example"));
  }
  const days = (Date.parse(/Sign by (.+ UTC)/.exec(mail?.text ?? "")?.[1] ?? "") - Date.now()) / 86_400_000;
  expect(Math.round(days)).toBe(ctx.limits.fileLifetimeDays);
});

test.each([
  ["sms", false],
  ["account", false],
  ["email", true],
])("shows a signer who opens the document by %s the first page: %s", async (method, isShown) => {
  const ctx = testContext(db());
  const { actor, file, signers } = await makeRequest(ctx);
  await ctx.db
    .update(signRequests)
    .set({ identifyMethods: [method] })
    .where(eq(signRequests.id, signers[0].id));
  const [mail] = await previewInvitations(ctx, actor, { uuid: file.uuid });
  expect(mail?.html.includes('<img src="data:image/png;base64,')).toBe(isShown);
});

test("is hidden from everyone else", async () => {
  const ctx = testContext(db());
  const { file } = await makeRequest(ctx, { status: 1 });
  await expect(
    previewInvitations(ctx, actingAs(await makeAccount(ctx, { email: "ana@x.example" })), { uuid: file.uuid }),
  ).rejects.toMatchObject({ code: "forbidden" });
  await expect(previewInvitations(ctx, actingAs(await makeAccount(ctx)), { uuid: file.uuid })).rejects.toMatchObject({
    code: "not_found",
  });
});
