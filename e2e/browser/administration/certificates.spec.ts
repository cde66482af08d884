import { expect, test } from "@/e2e/browser/fixtures";
import { expectAccessible } from "@/e2e/browser/rules/axe";
import { changeDatabase } from "@/e2e/browser/world/change-database";
import { logInOnPage } from "@/e2e/browser/world/log-in";
import { signingPassword } from "@/e2e/browser/world/seed";
import { refuseOnceAsStale } from "@/e2e/browser/world/stale-proof";

interface Listed {
  data: { kind: string; status: string; serialNumber: string }[];
}

test("revokes a person's certificate with a reason; the person is notified, cannot sign with it, and makes a new one @exhaustive", async ({
  page,
  api,
  admin,
  newSigner,
  newRequest,
  loggedIn,
  inbox,
}) => {
  const ana = await newSigner("Ana Revoked", { signingPassword: true });
  const request = await newRequest({ signers: [{ person: ana, signMethod: "password" }] });
  await loggedIn(page, admin);
  await page.goto("/administration");
  await page.getByRole("link", { name: "Certificates" }).click();
  await expect(page.getByRole("heading", { name: "This service" })).toBeVisible();
  await page.getByLabel("Name, address or serial number").fill(ana.email);
  await page.getByRole("button", { name: "Search" }).click();
  await expectAccessible(page, "certificates");
  await page.getByRole("button", { name: /^Revoke: Ana Revoked/ }).click();
  await expect(page.getByRole("dialog").getByRole("button", { name: "Revoke" })).toBeDisabled();
  await page.getByLabel("Reason").selectOption({ label: "key compromised" });
  await expectAccessible(page, "revoke dialog");
  await page.getByRole("dialog").getByRole("button", { name: "Revoke" }).click();
  await expect(
    page.getByRole("listitem").filter({ hasText: ana.email }).getByText("Revoked", { exact: true }),
  ).toBeVisible();
  await expect(page.getByText(/key compromised/)).toBeVisible();
  await expect
    .poll(async () => (await inbox.to(ana.email)).map(({ subject }) => subject))
    .toContain("Your signing certificate was revoked");
  const refused = await api.call("POST", `/sign/uuid/${request.signers[0].link}`, {
    as: ana,
    json: { password: signingPassword },
  });
  expect([refused.status, refused.body]).toEqual([
    422,
    expect.objectContaining({ code: "sign_password_missing", detail: expect.stringContaining("was revoked") }),
  ]);
  expect(
    (await api.call("POST", "/account/signature", { as: ana, json: { signPassword: signingPassword } })).status,
  ).toBe(200);
  expect(
    (
      await api.call("POST", `/sign/uuid/${request.signers[0].link}`, {
        as: ana,
        json: { password: signingPassword },
      })
    ).status,
  ).toBe(200);
});

test("replaces the seal and keeps the old one listed @exhaustive", async ({ page, api, admin, loggedIn }) => {
  await loggedIn(page, admin);
  await page.goto("/administration/certificates");
  await page.getByRole("button", { name: "New key: Seal" }).first().click();
  await page.getByRole("button", { name: "Create new key" }).click();
  await expect(page.getByText("The new key is in use.")).toBeVisible();
  await expect(page.getByText("Replaced", { exact: true }).first()).toBeVisible();
  const { body } = await api.call<Listed>("GET", "/admin/authorities", { as: admin });
  expect(body.data.filter(({ kind, status }) => kind === "seal" && status === "in_use")).toHaveLength(1);
});

test("resumes paused deletions once an administrator confirms the clock, with the password long after the log-in", async ({
  page,
  admin,
  server,
  complaints,
}) => {
  complaints.expect(/status of (401|403)/);
  const at = new Date().toISOString();
  await changeDatabase(
    server.dataDir,
    "insert into settings (name, value) values ('retention_clock', $1::jsonb) on conflict (name) do update set value = excluded.value",
    [JSON.stringify({ at, stopped: { problem: "forwards", at } })],
  );
  // A separate log-in, because the dialog ends it.
  await page.goto("/login?next=/administration/retention");
  await logInOnPage(page, admin);
  await refuseOnceAsStale(page, "/admin/retention/clock");
  await page.getByRole("button", { name: "Confirm the clock" }).click();
  const dialog = page.getByRole("dialog", { name: "Confirm the clock?" });
  await expectAccessible(page, "dialog of the clock");
  await dialog.getByRole("button", { name: "Confirm the clock" }).click();
  const password = dialog.getByLabel("Your password", { exact: true });
  await expect(password).toBeFocused();
  await password.fill(admin.password);
  await page.keyboard.press("Enter");
  await expect(page.getByText("Deletions resumed.")).toBeVisible();
  await expect(dialog).toHaveCount(0);
  await expect(page.getByText("Deletions are paused")).toHaveCount(0);
});

test("erases a person as administrator, and logs out a person who deletes their own account @exhaustive", async ({
  page,
  api,
  admin,
  newSigner,
  loggedIn,
  open,
}) => {
  const [bo, cy] = [await newSigner("Bo Erased"), await newSigner("Cy Erased")];
  await loggedIn(page, admin);
  await page.goto("/administration/erasure");
  await page.getByLabel("E-mail address").fill(bo.email);
  await page.getByRole("button", { name: "Erase", exact: true }).click();
  await expectAccessible(page, "erasure dialog");
  await page.getByRole("button", { name: "Erase person" }).click();
  await expect(page.getByText("Person erased")).toBeVisible();
  expect((await api.call("GET", "/account/me", { as: bo })).status).toBe(401);
  const own = await open("/account/data", cy);
  await own.getByRole("button", { name: "Delete my account" }).click();
  await own.getByRole("button", { name: "Delete permanently" }).click();
  await own.waitForURL((url) => url.pathname === "/");
  expect((await api.call("GET", "/account/me", { as: cy })).status).toBe(401);
});
