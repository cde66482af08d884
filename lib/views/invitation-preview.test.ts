import { expect, test } from "vitest";
import { useRolledBackDatabase } from "@/db/testing/test-database";
import { actingAs, makeAccount } from "@/lib/testing/accounts";
import { linkOf, makeRequest } from "@/lib/testing/requests";
import { useTestContext } from "@/lib/testing/test-context";
import { previewInvitation } from "./invitation-preview";

const db = useRolledBackDatabase();
const testContext = useTestContext();

test("the requester sees the first signer's mail, without the link's secret and with the expiry that sending sets", async () => {
  const ctx = testContext(db());
  const { actor, requester, file, signers } = await makeRequest(ctx);
  const mail = await previewInvitation(ctx, actor, { uuid: file.uuid });
  expect(mail).toMatchObject({ to: "ana@x.example", subject: `${requester.displayName} asks you to sign “Lease”` });
  expect(mail?.text).toContain("Hello Ana,");
  expect(mail?.text).toContain("http://localhost:3000/sign/…\n");
  const days = (Date.parse(/works until (.+ UTC)/.exec(mail?.text ?? "")?.[1] ?? "") - Date.now()) / 86_400_000;
  expect(Math.round(days)).toBe(ctx.limits.fileLifetimeDays);
  expect(mail?.text).not.toContain(linkOf(ctx, signers, "ana@x.example"));
});

test("is hidden from everybody else", async () => {
  const ctx = testContext(db());
  const { file } = await makeRequest(ctx, { status: 1 });
  await expect(
    previewInvitation(ctx, actingAs(await makeAccount(ctx, { email: "ana@x.example" })), { uuid: file.uuid }),
  ).rejects.toMatchObject({ code: "forbidden" });
  await expect(previewInvitation(ctx, actingAs(await makeAccount(ctx)), { uuid: file.uuid })).rejects.toMatchObject({
    code: "not_found",
  });
});
