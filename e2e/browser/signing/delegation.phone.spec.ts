import { paste } from "@/e2e/browser/actions/paste";
import { expect, test } from "@/e2e/browser/fixtures";
import { expectNoSidewaysScroll } from "@/e2e/browser/rules/sideways";
import { stranger } from "@/e2e/browser/world/seed";

test("on a phone, a guest delegates where the sender allows it, and the delegate is invited @exhaustive", async ({
  page,
  newRequest,
  inbox,
  complaints,
}) => {
  // One for an address that already belongs to a signer, one for the link that is void afterwards.
  complaints.expect(/status of (410|422)/);
  const [ana, bo] = [stranger("Ana Silva"), stranger("Bo Larsen")];
  const request = await newRequest({
    name: "Lease 2027",
    signers: [{ person: ana }],
    identify: "email",
    allowDelegation: true,
  });
  await page.goto(`/sign/${request.signers[0].link}`);
  await page.getByRole("button", { name: "Send code" }).tap();
  await paste(page, page.getByLabel("Code", { exact: true }), await inbox.codeOf(ana.email, 1));
  await page.getByRole("button", { name: "More", exact: true }).tap();
  await page.getByRole("menuitem", { name: "Delegate to someone else" }).tap();
  const dialog = page.getByRole("dialog", { name: "Delegate to someone else" });
  await dialog.getByRole("button", { name: "Delegate" }).tap();
  await expect(dialog.getByLabel("E-mail address")).toBeFocused();
  await dialog.getByLabel("E-mail address").fill(ana.email);
  await dialog.getByRole("button", { name: "Delegate" }).tap();
  await expect(dialog.getByLabel("E-mail address")).toHaveAttribute("aria-invalid", "true");
  await dialog.getByLabel("E-mail address").fill(bo.email);
  await dialog.getByLabel("Name").fill(bo.name);
  await dialog.getByLabel("Reason").fill("I am on leave until August.");
  await expectNoSidewaysScroll(page);
  await dialog.getByRole("button", { name: "Delegate" }).tap();
  await expect(page.getByRole("heading", { level: 1, name: "You delegated this document" })).toBeVisible();
  await expectNoSidewaysScroll(page);
  expect(await inbox.linkOf(bo.email)).toMatch(/^[0-9a-f-]{36}$/);
});
