import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, test as base } from "./fixtures";
import { startServer } from "@/e2e/server";
import { testLimits } from "./limits";

interface Receiver {
  url: string;
  heard: { type: string; id: string | undefined }[];
}

/** A server that may call one address of this machine, where somebody listens. */
const test = base.extend<object, { receiver: Receiver }>({
  receiver: [async ({}, use) => {
    const heard: Receiver["heard"] = [];
    const listener = createServer((request, response) => {
      let body = "";
      request.on("data", (chunk: Buffer) => (body += chunk.toString()));
      request.on("end", () => {
        heard.push({ type: (JSON.parse(body) as { type: string }).type, id: request.headersDistinct["webhook-id"]?.[0] });
        response.writeHead(200, { "content-type": "text/html" }).end("<b>taken</b>");
      });
    });
    await new Promise<void>((resolve) => listener.listen(0, "127.0.0.1", resolve));
    await use({ url: `http://127.0.0.1:${(listener.address() as AddressInfo).port}/hooks`, heard });
    await new Promise((resolve) => listener.close(resolve));
  }, { scope: "worker" }],
  server: [async ({ receiver }, use) => {
    const server = await startServer({ env: { LIMITS: JSON.stringify(testLimits), OUTBOUND_ALLOW: new URL(receiver.url).host } });
    await use(server);
    await server.stop();
  }, { scope: "worker", timeout: 90_000 }],
});

test("a requester makes a token, sees it once and in the quickstart, uses it, and revokes it", async ({ page, api, loggedIn, newRequester, server }) => {
  const person = await newRequester();
  await loggedIn(page, person);
  await page.goto("/developers");
  await expect(page.getByRole("region", { name: "Your values" })).toContainText(`BASE='${server.origin}'`);
  await expect(page.getByRole("region", { name: "Your values" })).toContainText(`EMAIL='${person.email}'`);
  await page.getByRole("button", { name: "New token" }).click();
  await page.getByLabel("Name").fill("Nightly <export>");
  await page.getByRole("checkbox", { name: "Write" }).uncheck();
  await page.getByLabel("It ends").selectOption({ label: "after 30 days" });
  await page.getByRole("button", { name: "Make token" }).click();
  await expect(page.getByText("Copy it now: it is not shown again.")).toBeVisible();
  const token = (await page.getByRole("dialog").locator("code").textContent()) ?? "";
  expect(token).toMatch(/^pk_[\w-]{43}$/);
  await page.getByRole("button", { name: "Done" }).click();
  await expect(page.getByRole("region", { name: "A token" })).toContainText(`TOKEN=${token}`);
  expect((await api.call("GET", "/file/list", { as: token })).status).toBe(200);
  expect((await api.call("PATCH", "/account/me", { as: token, json: { displayName: "X" } })).status).toBe(403);
  await page.reload();
  const row = page.getByRole("listitem").filter({ hasText: "Nightly <export>" });
  await expect(row).toContainText("read · made");
  await expect(page.getByText(token)).toHaveCount(0);
  await row.getByRole("button", { name: "Revoke" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Revoke" }).click();
  await expect(page.getByText("No tokens yet.")).toBeVisible();
  await expect.poll(async () => (await api.call("GET", "/file/list", { as: token })).status).toBe(401);
});

test("a token asks for the password again when the log-in is not fresh", async ({ page, loggedIn, newRequester, complaints }) => {
  complaints.expect(/status of (401|403)/);
  const person = await newRequester();
  await loggedIn(page, person);
  await page.goto("/developers");
  let isStale = true;
  await page.route("**/api/v1/account/tokens", async (route) => {
    if (!isStale) return route.continue();
    isStale = false;
    await route.fulfill({
      status: 403, contentType: "application/problem+json",
      body: JSON.stringify({ type: "about:blank", title: "Log in again for this", status: 403, detail: "", code: "reauth_required", requestId: "r", violations: [] }),
    });
  });
  await page.getByRole("button", { name: "New token" }).click();
  await page.getByLabel("Name").fill("Backup");
  await page.getByRole("button", { name: "Make token" }).click();
  await page.getByLabel("Your password", { exact: true }).fill("not this one");
  await page.getByRole("button", { name: "Make token" }).click();
  await expect(page.getByRole("alert").filter({ hasText: "The address or the password is wrong" })).toBeVisible();
  await page.getByLabel("Your password", { exact: true }).fill(person.password);
  await page.getByRole("button", { name: "Make token" }).click();
  await expect(page.getByText("Copy it now: it is not shown again.")).toBeVisible();
});

test("a webhook is added, tested, sent again, given a new secret, turned off and on, and removed; what the receiver said is shown as text", async ({ page, loggedIn, newRequester, receiver, complaints }) => {
  complaints.expect(/status of 422/);
  await loggedIn(page, await newRequester());
  await page.goto("/developers");
  await page.getByRole("button", { name: "New webhook" }).click();
  await page.getByLabel("URL").fill("http://10.0.0.1/inside");
  await page.getByLabel("Description").fill("Nightly <archive>");
  await page.getByRole("checkbox", { name: "All events" }).uncheck();
  await page.getByRole("checkbox", { name: "file.signed" }).check();
  await page.getByRole("button", { name: "Add webhook" }).click();
  await expect(page.getByText("This URL may not be called")).toBeVisible();
  await page.getByLabel("URL").fill(receiver.url);
  await page.getByRole("button", { name: "Add webhook" }).click();
  await expect(page.getByRole("dialog").getByText(/^whsec_/)).toBeVisible();
  await page.getByRole("button", { name: "Done" }).click();
  const row = page.getByRole("listitem").filter({ hasText: receiver.url }).first();
  await expect(row).toContainText("Nightly <archive>");
  await expect(row).toContainText("one kind of event");

  await row.getByRole("button", { name: "Send a test to" }).click();
  await expect(row.getByText("delivered", { exact: true })).toBeVisible();
  await row.getByText("one attempt").click();
  await expect(row.getByText("<b>taken</b>")).toBeVisible();
  await row.getByRole("button", { name: "Send webhook.test again" }).click();
  await expect.poll(() => receiver.heard.length).toBe(2);
  expect(new Set(receiver.heard.map(({ id }) => id)).size).toBe(1);

  await row.getByRole("button", { name: "New secret for" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "New secret" }).click();
  await expect(page.getByRole("dialog").getByText(/^whsec_/)).toBeVisible();
  await page.getByRole("button", { name: "Done" }).click();
  await row.getByRole("button", { name: /^Turn .* off$/ }).click();
  await expect(row).toContainText("You turned it off.");
  await row.getByRole("button", { name: /^Turn .* on$/ }).click();
  await expect(row).not.toContainText("You turned it off.");
  await row.getByRole("button", { name: "Remove" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Remove" }).click();
  await expect(page.getByText("No webhooks yet.")).toBeVisible();
});

test("the page is not there for an account that only signs", async ({ page, loggedIn, newSigner, complaints }) => {
  complaints.expect(/status of 404/);
  await loggedIn(page, await newSigner());
  expect((await page.goto("/developers"))?.status()).toBe(404);
  await page.goto("/documents");
  await expect(page.getByRole("link", { name: "Developers" })).toHaveCount(0);
});
