import { expect, test } from "./fixtures";

test("on a phone the menu of the account leads to the developers page, and of who only signs it does not @exhaustive", async ({
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
