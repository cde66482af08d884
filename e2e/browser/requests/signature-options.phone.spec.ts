import { expect, test } from "@/e2e/browser/fixtures";
import { expectAccessible } from "@/e2e/browser/rules/axe";
import { expectNoSidewaysScroll } from "@/e2e/browser/rules/sideways";

test("on a phone, a signer states why and where, on a page with a verification mark @exhaustive", async ({
  page,
  newSigner,
  newRequest,
  loggedIn,
  inbox,
  api,
  requester,
}) => {
  const ana = await newSigner("Ana Silva");
  const request = await newRequest({
    signers: [{ person: ana }],
    signatureOptions: {
      appearance: { lines: ["{{name}}", "Reason: {{reason}}", "{{location}}"], layout: "left", background: "light" },
      reason: { ask: "required" },
      location: { ask: "optional" },
      verificationMark: "margin",
    },
  });
  await loggedIn(page, ana);
  await page.goto(`/sign/${request.signers[0].link}`);
  await page.getByRole("button", { name: "Sign document" }).tap();
  const reason = page.getByLabel("Reason for signing");
  await expect(reason).toBeFocused();
  await expect(reason).toHaveAttribute("aria-invalid", "true");
  await reason.fill("I agree to the lease");
  await page.getByLabel("Location").fill("Lisbon");
  await expectNoSidewaysScroll(page);
  await expectAccessible(page, "reason and place");
  await page.getByRole("button", { name: "Sign document" }).tap();
  await page.getByLabel("Code", { exact: true }).fill(await inbox.codeOf(ana.email, 1));
  await expect(page.getByRole("heading", { level: 1, name: /^(You signed|Everyone has signed)/ })).toBeVisible();
  const { body } = await api.call("GET", `/file/validate/uuid/${request.uuid}`, { as: requester });
  expect(body).toMatchObject({ pagesWithoutMark: [] });
});
