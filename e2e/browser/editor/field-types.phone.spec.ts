import { fillRentalForm } from "@/e2e/browser/actions/fill-form";
import { expect, test } from "@/e2e/browser/fixtures";
import { rentalForm } from "@/e2e/browser/world/field-types";

test("on a phone, a signer fills in every field type @exhaustive", async ({
  page,
  newSigner,
  newRequest,
  loggedIn,
  inbox,
}) => {
  const ana = await newSigner("Ana Silva");
  const request = await newRequest({ signers: [{ person: ana }], fields: rentalForm });
  await loggedIn(page, ana);
  await page.goto(`/sign/${request.signers[0].link}`);
  await fillRentalForm(page);
  expect(await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)).toBeLessThanOrEqual(0);
  await page.getByRole("button", { name: "Sign document" }).click();
  await page.getByLabel("Code", { exact: true }).fill(await inbox.codeOf(ana.email, 1));
  await expect(
    page.getByRole("heading", { level: 1, name: /^(You signed this on|Everyone has signed)/ }),
  ).toBeVisible();
});
