import { expect, test } from "@/e2e/browser/fixtures";
import { expectAccessible } from "@/e2e/browser/rules/axe";
import { logInOnPage } from "@/e2e/browser/world/log-in";
import { refuseOnceAsStale } from "@/e2e/browser/world/stale-proof";

const logo =
  '<svg xmlns="http://www.w3.org/2000/svg" width="120" height="40"><rect width="120" height="40" rx="6" fill="#0a6c67"/></svg>';

test("shows an administrator's branding on pages and in e-mails until it is removed @exhaustive", async ({
  page,
  open,
  admin,
  api,
  inbox,
  loggedIn,
  newRequest,
  newSigner,
}) => {
  await loggedIn(page, admin);
  await page.goto("/administration/branding");
  try {
    await page.getByLabel(/^Name/).fill("Harbour Rentals");
    await page.getByLabel("Logo file").setInputFiles({
      name: "logo.svg",
      mimeType: "image/svg+xml",
      buffer: Buffer.from(logo),
    });
    await expect(page.getByAltText("The logo on a dark background")).toBeVisible();
    await page.getByLabel(/^Colour/).fill("#ffee00");
    await expect(page.getByText("This colour is shown darker")).toBeVisible();
    await page.getByLabel("Reply-to address").fill("office@harbour.example");
    await page.getByLabel("Privacy policy").fill("harbour.example/privacy");
    await expectAccessible(page, "branding before saving");
    await page.getByRole("button", { name: "Save" }).click();
    await expect(page.getByText("Branding saved.")).toBeVisible();
    await expect(page.getByLabel("Privacy policy")).toHaveValue("https://harbour.example/privacy");
    await expect(page.getByAltText("The logo on a light background")).toBeVisible();

    const visitor = await open("/verify");
    const image = visitor.getByRole("banner").getByAltText("Harbour Rentals");
    await expect(image).toBeVisible();
    expect(await image.evaluate((img) => (img as HTMLImageElement).naturalWidth)).toBeGreaterThan(0);
    await expect(visitor.getByRole("link", { name: "Privacy", exact: true })).toHaveAttribute(
      "href",
      "https://harbour.example/privacy",
    );
    await expectAccessible(visitor, "a branded page");
    const ana = await newSigner("Ana Silva");
    await newRequest({ signers: [{ person: ana }] });
    await expect
      .poll(async () => (await inbox.to(ana.email)).map(({ text }) => text.includes("https://harbour.example/privacy")))
      .toContain(true);
  } finally {
    const change = { name: null, colour: null, logo: null, replyTo: null, privacyUrl: null };
    await api.call("PUT", "/admin/branding", { as: admin, json: change });
  }
  const plain = await open("/verify");
  await expect(plain.getByRole("banner").getByRole("img")).toHaveCount(0);
});

test("asks for the password at once when an address changes long after the log-in @exhaustive", async ({
  page,
  admin,
  api,
  complaints,
}) => {
  complaints.expect(/status of (401|403)/);
  // A separate log-in: the dialog ends this session, which other tests of the worker would share.
  await page.goto("/login?next=/administration/branding");
  await logInOnPage(page, admin);
  await expect(page.getByLabel("Reply-to address")).toBeVisible();
  await refuseOnceAsStale(page, "/admin/branding");
  try {
    await page.getByLabel("Reply-to address").fill("office@harbour.example");
    await page.getByRole("button", { name: "Save" }).click();
    const dialog = page.getByRole("dialog", { name: "Confirm the new address or link" });
    const password = dialog.getByLabel("Your password", { exact: true });
    await expect(password).toBeFocused();
    await page.keyboard.type("not this one");
    await page.keyboard.press("Enter");
    await expect(dialog.getByRole("alert").filter({ hasText: "Wrong address or password" })).toBeVisible();
    await password.fill(admin.password);
    await page.keyboard.press("Enter");
    await expect(page.getByText("Branding saved.")).toBeVisible();
    await expect(dialog).toHaveCount(0);
  } finally {
    await api.call("PUT", "/admin/branding", { as: admin, json: { replyTo: null } });
  }
});
