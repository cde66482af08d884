import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { Webhook } from "standardwebhooks";
import { test as base, expect } from "@/e2e/browser/fixtures";
import { testLimits } from "@/e2e/browser/world/limits";
import { refuseOnceAsStale } from "@/e2e/browser/world/stale-proof";
import { startServer } from "@/e2e/server";
import { makePdf } from "@/lib/pdf/testing/make-pdf";
import { present } from "@/lib/testing/representatives";

interface ReceivedEvent {
  type: string;
  id: string | undefined;
  headers: Record<string, string>;
  body: string;
}

interface Receiver {
  url: string;
  received: ReceivedEvent[];
  /** The status of its responses from now on. */
  status: number;
}

/** A server that may call one address of this machine, with a listener. */
const test = base.extend<object, { receiver: Receiver }>({
  receiver: [
    async ({}, use) => {
      const receiver: Receiver = { url: "", received: [], status: 200 };
      const listener = createServer((request, response) => {
        let body = "";
        request.on("data", (chunk: Buffer) => (body += chunk.toString()));
        request.on("end", () => {
          const headers = Object.fromEntries(
            Object.entries(request.headersDistinct).map(([name, values]) => [name, values?.[0] ?? ""]),
          );
          receiver.received.push({
            type: (JSON.parse(body) as { type: string }).type,
            id: headers["webhook-id"],
            headers,
            body,
          });
          response.writeHead(receiver.status, { "content-type": "text/html" }).end("<b>taken</b>");
        });
      });
      await new Promise<void>((resolve) => listener.listen(0, "127.0.0.1", resolve));
      receiver.url = `http://127.0.0.1:${(listener.address() as AddressInfo).port}/hooks`;
      await use(receiver);
      await new Promise((resolve) => listener.close(resolve));
    },
    { scope: "worker" },
  ],
  server: [
    async ({ receiver }, use) => {
      const server = await startServer({
        env: {
          LIMITS: JSON.stringify(testLimits),
          OUTBOUND_ALLOW: new URL(receiver.url).host,
          WEBHOOK_SCHEDULE: "1,3600",
        },
      });
      await use(server);
      await server.stop();
    },
    { scope: "worker", timeout: 180_000 },
  ],
});

// In one worker, because each starts a separate server.
test.describe.configure({ mode: "default" });

test("creates a token, shows it once and in the quickstart, uses it, and revokes it", async ({
  page,
  api,
  loggedIn,
  newRequester,
  server,
}) => {
  const person = await newRequester();
  await loggedIn(page, person);
  await page.goto("/developers");
  await expect(page.getByRole("region", { name: "Your values" })).toContainText(`BASE='${server.origin}'`);
  await expect(page.getByRole("region", { name: "Your values" })).toContainText(`EMAIL='${person.email}'`);
  await page.getByRole("button", { name: "New token" }).click();
  await page.getByLabel("Name").fill("Nightly <export>");
  await page.getByRole("checkbox", { name: "Write" }).uncheck();
  await page.getByLabel("Expires").selectOption({ label: "after 30 days" });
  await page.getByRole("button", { name: "Create token" }).click();
  await expect(page.getByText("Copy it now. You won’t be able to see it again.")).toBeVisible();
  const token = (await page.getByRole("dialog").locator("code").textContent()) ?? "";
  expect(token).toMatch(/^pk_[\w-]{43}$/);
  await page.getByRole("button", { name: "Done" }).click();
  await expect(page.getByRole("region", { name: "A token" })).toContainText(`TOKEN=${token}`);
  expect((await api.call("GET", "/file/list", { as: token })).status).toBe(200);
  expect((await api.call("PATCH", "/account/me", { as: token, json: { displayName: "X" } })).status).toBe(403);
  await page.reload();
  const row = page
    .getByRole("listitem")
    .filter({ hasText: "Nightly <export>" })
    .filter({ has: page.getByRole("button", { name: "Revoke" }) });
  await expect(row).toContainText("read · created");
  await expect(page.getByText(token)).toHaveCount(0);
  await row.getByRole("button", { name: "Revoke" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Revoke" }).click();
  await expect(page.getByText("No tokens yet")).toBeVisible();
  await expect.poll(async () => (await api.call("GET", "/file/list", { as: token })).status).toBe(401);
});

test("asks for the password before creating a token if the session has no fresh proof @exhaustive", async ({
  page,
  loggedIn,
  newRequester,
  complaints,
}) => {
  complaints.expect(/status of (401|403)/);
  const person = await newRequester();
  await loggedIn(page, person);
  await page.goto("/developers");
  await refuseOnceAsStale(page, "/account/tokens");
  await page.getByRole("button", { name: "New token" }).click();
  await page.getByLabel("Name").fill("Backup");
  await page.getByRole("button", { name: "Create token" }).click();
  await page.getByLabel("Your password", { exact: true }).fill("not this one");
  await page.getByRole("button", { name: "Create token" }).click();
  await expect(page.getByRole("alert").filter({ hasText: "Wrong address or password" })).toBeVisible();
  await page.getByLabel("Your password", { exact: true }).fill(person.password);
  await page.getByRole("button", { name: "Create token" }).click();
  await expect(page.getByText("Copy it now. You won’t be able to see it again.")).toBeVisible();
});

test("adds a webhook, tests it, redelivers, rotates its secret, turns it off and on, and deletes it; shows the receiver's answer as text @exhaustive", async ({
  page,
  loggedIn,
  newRequester,
  receiver,
  complaints,
}) => {
  complaints.expect(/status of 422/);
  await loggedIn(page, await newRequester());
  await page.goto("/developers");
  await page.getByRole("button", { name: "New webhook" }).click();
  await page.getByLabel("URL").fill("http://10.0.0.1/inside");
  await page.getByLabel("Description").fill("Nightly <archive>");
  await page.getByRole("checkbox", { name: "All events" }).uncheck();
  await page.getByRole("checkbox", { name: "file.signed" }).check();
  await page.getByRole("button", { name: "Add webhook" }).click();
  await expect(page.getByText("This address is not allowed.")).toBeVisible();
  await page.getByLabel("URL").fill(receiver.url);
  await page.getByRole("button", { name: "Add webhook" }).click();
  await expect(page.getByRole("dialog").getByText(/^whsec_/)).toBeVisible();
  await page.getByRole("button", { name: "Done" }).click();
  const row = page.getByRole("listitem").filter({ hasText: receiver.url }).first();
  await expect(row).toContainText("Nightly <archive>");
  await expect(row).toContainText("one event type");

  await row.getByRole("button", { name: "Send a test to" }).click();
  await expect(row.getByText("delivered", { exact: true })).toBeVisible();
  await row.getByText("one attempt").click();
  await expect(row.getByText("<b>taken</b>")).toBeVisible();
  await row.getByRole("button", { name: "Send webhook.test again" }).click();
  await expect.poll(() => receiver.received.length).toBe(2);
  expect(new Set(receiver.received.map(({ id }) => id)).size).toBe(1);
  receiver.received.length = 0;

  await row.getByRole("button", { name: "New secret for" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "New secret" }).click();
  await expect(page.getByRole("dialog").getByText(/^whsec_/)).toBeVisible();
  await page.getByRole("button", { name: "Done" }).click();
  await row.getByRole("button", { name: /^Turn .* off$/ }).click();
  await expect(row).toContainText("Disabled by you.");
  await row.getByRole("button", { name: /^Turn .* on$/ }).click();
  await expect(row).not.toContainText("Disabled by you.");
  await row.getByRole("button", { name: "Remove" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Remove" }).click();
  await expect(page.getByText("No webhooks yet")).toBeVisible();
});

test("signs a test message as the standardwebhooks package verifies, shows retries with times, and keeps the webhook-id on redelivery @exhaustive", async ({
  page,
  api,
  loggedIn,
  newRequester,
  receiver,
}) => {
  const person = await newRequester();
  receiver.received.length = 0;
  await loggedIn(page, person);
  await page.goto("/developers");
  await page.getByRole("button", { name: "New webhook" }).click();
  await page.getByLabel("URL").fill(receiver.url);
  await page.getByRole("button", { name: "Add webhook" }).click();
  const secret =
    (await page
      .getByRole("dialog")
      .getByText(/^whsec_/)
      .textContent()) ?? "";
  await page.getByRole("button", { name: "Done" }).click();
  const row = page.getByRole("listitem").filter({ hasText: receiver.url }).first();
  await row.getByRole("button", { name: "Send a test to" }).click();
  await expect(row.getByText("delivered", { exact: true })).toBeVisible();
  const test = present(receiver.received[0]);
  expect(new Webhook(secret).verify(test.body, test.headers)).toMatchObject({ type: "webhook.test" });
  expect(() => new Webhook(secret).verify(test.body.replace("webhook.test", "webhook.tost"), test.headers)).toThrow();

  receiver.status = 503;
  try {
    const pdf = makePdf({ pages: [{}] });
    const users = [{ email: "somebody@receiver.example" }];
    expect(
      (
        await api.call("POST", "/request-signature", {
          as: person,
          json: { file: { base64: pdf.toString("base64") }, name: "Lease 2027", users },
        })
      ).status,
    ).toBe(200);
    await expect.poll(() => receiver.received.filter(({ type }) => type === "file.created").length).toBe(2);
    await page.reload();
    await row.getByRole("button", { name: "Deliveries to" }).click();
    const delivery = row.getByRole("listitem").filter({ hasText: "file.created" });
    await expect(delivery).toContainText("pending");
    await expect(delivery.getByText(/next attempt/)).toBeVisible();
    await delivery.getByText("2 attempts").click();
    const attempts = delivery.getByRole("list").getByRole("listitem");
    await expect(attempts).toHaveCount(2);
    for (const attempt of await attempts.all())
      await expect(attempt).toContainText(/\d{4}, \d\d:\d\d.*503 after \d+ ms/);
    receiver.status = 200;
    await delivery.getByRole("button", { name: "Send file.created again" }).click();
    await expect(delivery).toContainText("delivered");
  } finally {
    receiver.status = 200;
  }
  const created = receiver.received.filter(({ type }) => type === "file.created");
  expect([created.length, new Set(created.map(({ id }) => id)).size]).toEqual([3, 1]);
  for (const { body, headers } of created)
    expect(new Webhook(secret).verify(body, headers)).toMatchObject({ type: "file.created" });
});

test("shows new API calls without a reload, filters them by outcome and token, and leaves out the page's own @exhaustive", async ({
  page,
  api,
  loggedIn,
  newRequester,
}) => {
  const person = await newRequester();
  const token = async (name: string) =>
    (await api.call<{ token: string }>("POST", "/account/tokens", { as: person, json: { name } })).body.token;
  const [nightly, other] = [await token("Nightly export"), await token("Archive")];
  await loggedIn(page, person);
  await page.goto("/developers");
  const log = page.getByRole("list", { name: "Request log" }).getByRole("listitem");
  await expect(log.filter({ hasText: "/account/tokens" })).toHaveCount(2);
  const answer = await api.call("GET", "/file/5a1d8a52-7c1f-4b9b-9b1c-3f1f4de3a6f1/evidence", { as: nightly });
  expect(answer.status).toBe(404);
  await api.call("GET", "/account/me", { as: other });
  const refused = log.filter({ hasText: "/file/{uuid}/evidence" });
  await expect(refused).toContainText("404");
  await expect(refused).toContainText("Nightly export");
  await expect(refused).toContainText(answer.headers.get("x-request-id") ?? "no id");
  await expect(refused.getByRole("link", { name: "not_found" })).toHaveAttribute("href", "/docs/errors/not-found");
  await expect(page.getByText("5a1d8a52-7c1f")).toHaveCount(0);
  await page.getByRole("combobox", { name: "Token" }).selectOption({ label: "Archive" });
  await expect(log).toHaveCount(1);
  await expect(log).toContainText("/account/me");
  await page.getByRole("combobox", { name: "Result" }).selectOption({ label: "Rejected (4xx)" });
  await expect(page.getByText("No matching calls")).toBeVisible();
});

test("hides the page from an account that only signs @exhaustive", async ({
  page,
  loggedIn,
  newSigner,
  complaints,
}) => {
  complaints.expect(/status of 404/);
  await loggedIn(page, await newSigner());
  expect((await page.goto("/developers"))?.status()).toBe(404);
  await page.goto("/documents");
  await expect(page.getByRole("link", { name: "Developers" })).toHaveCount(0);
});
