import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import type { ApiClient, Person } from "@/e2e/api-client";
import { expect, test } from "@/e2e/browser/fixtures";
import { expectAccessible } from "@/e2e/browser/rules/axe";
import { makeDirectLink } from "@/e2e/browser/world/direct-links";
import { stranger } from "@/e2e/browser/world/seed";
import { expectStatus } from "@/e2e/journey";
import { textPdf } from "@/lib/pdf/testing/text-pdf";

const lease = {
  name: "Lease",
  file: { base64: textPdf([[[72, 700, "Lease"]]]).toString("base64") },
  roles: [{ name: "Tenant" }, { name: "Landlord", signingOrder: 2 }],
};

async function makeTemplate(api: ApiClient, owner: Person): Promise<number> {
  return expectStatus(await api.call<{ id: number }>("POST", "/templates", { as: owner, json: lease }), 200, "template")
    .id;
}

test("an owner publishes a direct link by keyboard, sees its uses, and replaces, switches off and deletes it @exhaustive", async ({
  page,
  api,
  inbox,
  newRequester,
  loggedIn,
  complaints,
}) => {
  complaints.expect(/status of 404/);
  const owner = await newRequester();
  const template = await makeTemplate(api, owner);
  await loggedIn(page, owner);
  await page.goto(`/templates/${template}`);
  await page.getByRole("button", { name: "New direct link" }).press("Enter");
  const dialog = page.getByRole("dialog", { name: "New direct link" });
  await dialog.getByLabel("Name", { exact: true }).fill("School website");
  await page.keyboard.press("Enter");
  const landlord = dialog.getByLabel(/^E-mail address of .*Landlord/);
  await expect(landlord).toBeFocused();
  await expect(dialog.getByText("Enter an e-mail address.")).toBeVisible();
  const lena = stranger("Lena Lord");
  await landlord.fill(lena.email);
  await dialog.getByLabel(/^Name of .*Landlord/).fill(lena.name);
  await dialog.getByLabel(/^Documents in total/).fill("2");
  await expectAccessible(page, "direct link");
  await page.keyboard.press("Enter");
  await expect(dialog).toHaveCount(0);

  const entry = page.getByRole("listitem").filter({ hasText: "School website" });
  await expect(entry).toContainText("0 of 2 uses");
  const url = (await entry.getByText(/\/l\/[0-9a-f]{32}$/).textContent()) ?? "";
  await entry.getByRole("button", { name: /^QR code for/ }).click();
  await expect(page.getByRole("img", { name: "QR code of the link" })).toBeVisible();
  await page.keyboard.press("Escape");

  const mia = stranger("Mia Meyer");
  const token = url.split("/").at(-1) ?? "";
  const path = `/direct-links/${token}`;
  const response = await api.call<{ challenge: string }>("POST", `${path}/code`, { json: { email: mia.email } });
  const { challenge } = expectStatus(response, 200, "code");
  const started = await api.call("POST", `${path}/requests`, {
    json: { challenge, code: await inbox.codeOf(mia.email), email: mia.email, displayName: mia.name },
  });
  expectStatus(started, 200, "start");
  await page.reload();
  await expect(entry).toContainText("1 of 2 uses");
  await expect(entry).toContainText("Last used");

  const choose = async (action: string) => {
    await entry.getByRole("button", { name: /^More actions for/ }).click();
    await page.getByRole("menuitem", { name: action }).click();
  };
  await choose("Change URL");
  await page.getByRole("alertdialog").getByRole("button", { name: "Change URL" }).click();
  await expect(page.getByText("The link has a new URL.").first()).toBeVisible();
  await expect(entry).toHaveCount(1);
  await expect(entry.getByText(url)).toHaveCount(0);
  await page.goto(url);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("This link does not work");
  await page.goBack();

  const toggle = entry.getByRole("switch");
  await expect(toggle).toBeChecked();
  await toggle.press("Space");
  await expect(toggle).not.toBeChecked();
  await expect(entry.getByText("Off", { exact: true })).toBeVisible();
  await choose("Edit");
  await expect(page.getByRole("dialog", { name: "Edit direct link" })).toBeVisible();
  await page.keyboard.press("Escape");
  await choose("Delete");
  await page.getByRole("alertdialog").getByRole("button", { name: "Delete link" }).click();
  await expect(entry).toHaveCount(0);
  await expect(page.getByText("No direct links yet")).toBeVisible();
});

test("opens a direct link in a frame of allowed sites only, and continues in a new tab @exhaustive", async ({
  page,
  api,
  newRequester,
  complaints,
}) => {
  complaints.expect(/\?of=http|frame-ancestors|X-Frame-Options|ERR_BLOCKED_BY_RESPONSE/i);
  const owner = await newRequester();
  const template = await makeTemplate(api, owner);
  const site = createServer((request, response) => {
    const target = new URL(request.url ?? "/", "http://x").searchParams.get("of") ?? "";
    response.setHeader("content-type", "text/html");
    response.end(`<title>Site</title><iframe title="Sign" src="${target}" width="600" height="600"></iframe>`);
  }).listen(0);
  try {
    const origin = `http://localhost:${(site.address() as AddressInfo).port}`;
    const allowed = await makeDirectLink(api, owner, template, { embedOrigins: [origin] });
    const denied = await makeDirectLink(api, owner, template);
    const address = (token: string) => `${api.origin}/l/${token}`;
    const headersOf = async (token: string) => (await page.request.get(address(token))).headers();
    expect((await headersOf(denied.token))["x-frame-options"]).toBe("DENY");
    expect((await headersOf(denied.token))["content-security-policy"]).toContain("frame-ancestors 'none'");
    const headers = await headersOf(allowed.token);
    expect(headers["x-frame-options"]).toBeUndefined();
    expect(headers["content-security-policy"]).toContain(`frame-ancestors ${origin}`);

    await page.goto(`${origin}/?of=${encodeURIComponent(address(allowed.token))}`);
    const frame = page.frameLocator("iframe");
    await expect(frame.getByRole("heading", { level: 1 })).toContainText("Lease");
    await expect(frame.getByLabel("Your e-mail address")).toHaveCount(0);
    const opened = page.context().waitForEvent("page");
    await frame.getByRole("link", { name: "Continue in a new tab" }).click();
    const tab = await opened;
    await expect(tab.getByLabel("Your e-mail address")).toBeVisible();

    await page.goto(`${origin}/?of=${encodeURIComponent(address(denied.token))}`);
    await expect(page.frameLocator("iframe").getByRole("heading", { level: 1 })).toHaveCount(0);
  } finally {
    site.close();
  }
});
