import { expect, test } from "@/e2e/browser/fixtures";

test("on a phone, links the developers page in the account menu, except for an account that only signs @exhaustive", async ({
  page,
  open,
  loggedIn,
  newRequester,
  newSigner,
}) => {
  await loggedIn(page, await newRequester());
  await page.goto("/documents");
  await page.getByRole("button", { name: /account and log out/ }).tap();
  await page.getByRole("menuitem", { name: "Developers" }).tap();
  await expect(page.getByRole("heading", { level: 1, name: "Developers" })).toBeVisible();
  await expect(page.getByRole("region", { name: "Your values" })).toBeVisible();
  const other = await open("/documents", await newSigner());
  await other.getByRole("button", { name: /account and log out/ }).click();
  await expect(other.getByRole("menuitem", { name: "Account" })).toBeVisible();
  await expect(other.getByRole("menuitem", { name: "Developers" })).toHaveCount(0);
});
