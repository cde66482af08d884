import { paste } from "@/e2e/browser/actions/paste";
import { expect } from "@/e2e/browser/fixtures";
import { expectAccessible } from "@/e2e/browser/rules/axe";
import { test as base } from "@/e2e/browser/with-message-services";
import { testLimits } from "@/e2e/browser/world/limits";
import type { SeededRequest } from "@/e2e/browser/world/seed";
import { startServer } from "@/e2e/server";

/** A server with gateways for text messages and Telegram, but none for Signal. */
const test = base.extend<object, { everyMethod: void }>({
  server: [
    async ({ services }, use) => {
      const env = {
        LIMITS: JSON.stringify(testLimits),
        SMS_GATEWAY_URL: `${services.url}/sms`,
        TELEGRAM_BOT_TOKEN: "123456:abcdefghijklmnop",
        TELEGRAM_API_URL: services.url,
      };
      const server = await startServer({ env });
      await use(server);
      await server.stop();
    },
    { scope: "worker", timeout: 180_000 },
  ],
  everyMethod: [
    async ({ api, admin }, use) => {
      await api.call("PUT", "/admin/settings", {
        as: admin,
        json: { allowed_sign_methods: ["email", "password", "sms", "telegram"] },
      });
      await use();
    },
    { scope: "worker" },
  ],
});

const link = (request: SeededRequest): string => `/sign/${request.signers[0].link}`;
const done = /^(You signed this on|Everyone has signed)/;

interface ValidatedFile {
  signers: { signature?: { subject: string } }[];
}

// In one worker, because each starts a separate server.
test.describe.configure({ mode: "default" });

test("allows text messages, explains what an unconfigured method needs, and keeps it disabled @exhaustive", async ({
  page,
  api,
  admin,
  loggedIn,
}) => {
  await loggedIn(page, admin);
  await page.goto("/documents");
  await page.getByRole("button", { name: /account and log out/ }).click();
  await page.getByRole("menuitem", { name: "Administration" }).click();
  const signal = page.getByRole("checkbox", { name: "Code by Signal" });
  await expect(signal).toBeDisabled();
  await expect(signal).toHaveAccessibleDescription(/SIGNAL_API_URL and SIGNAL_NUMBER/);
  await page.getByRole("checkbox", { name: "Code by text message" }).check();
  await page.getByLabel("Signing method").selectOption({ label: "Signing password" });
  await expect(
    page.getByLabel("Signing method").getByRole("option", { name: "Code by Signal (not set up)" }),
  ).toBeDisabled();
  await expectAccessible(page, "administration");
  await page.getByRole("button", { name: "Save" }).click();
  await expect(page.getByText("Settings saved.")).toBeVisible();
  expect((await api.call("GET", "/admin/settings", { as: admin })).body).toMatchObject({
    sign_method: "password",
    allowed_sign_methods: expect.arrayContaining(["sms", "email"]),
    twofactor_gateway: ["sms", "telegram"],
  });
  await page.reload();
  await expect(page.getByRole("checkbox", { name: "Code by text message" })).toBeChecked();
  await page.getByLabel("Signing method").selectOption({ label: "Code by e-mail" });
  await page.getByRole("button", { name: "Save" }).click();
  await expect
    .poll(
      async () => (await api.call<{ sign_method: string }>("GET", "/admin/settings", { as: admin })).body.sign_method,
    )
    .toBe("email");
});

test("signs with a code by text message to the number from the requester, and names the number masked in the certificate @exhaustive", async ({
  everyMethod: _allowed,
  page,
  open,
  api,
  newRequest,
  newSigner,
  requester,
  services,
  loggedIn,
  inbox,
}) => {
  const ana = await newSigner("Ana Silva");
  const draft = await newRequest({ signers: [{ person: ana }], release: false });
  await loggedIn(page, requester);
  await page.goto(`/documents/${draft.uuid}/signers`);
  await page.getByLabel("Signs with").selectOption({ label: "A code by text message" });
  await page.getByLabel(/^Phone/).fill("0170 1234567");
  await page.getByLabel(/^Phone/).blur();
  await expect(page.getByText("Include the country code")).toBeVisible();
  await page.getByLabel(/^Phone/).fill("+49 1511 2345678");
  await expect(page.getByText(/^Saved \d/)).toBeVisible();
  await api.call("PATCH", "/request-signature", { as: requester, json: { uuid: draft.uuid, status: 1 } });

  const signing = await open(`/sign/${await inbox.linkOf(ana.email)}`, ana);
  await signing.getByRole("button", { name: "Sign document" }).click();
  await expect(signing.getByText(/^We sent six digits by text message to \+49…78\./)).toBeVisible();
  await paste(signing, signing.getByLabel("Code", { exact: true }), await services.codeTo("+4915112345678"));
  await expect(signing.getByRole("heading", { level: 1, name: done })).toBeVisible();
  const { body } = await api.call<ValidatedFile>("GET", `/file/validate/uuid/${draft.uuid}`, { as: requester });
  expect(body.signers[0]?.signature?.subject.replaceAll("\\", "")).toContain("text message to +49…78, code entered 20");
  expect(body.signers[0]?.signature?.subject).not.toContain("mailbox");
});

test("links a Telegram chat while signing, and sends the code right afterwards @exhaustive", async ({
  everyMethod: _allowed,
  page,
  newRequest,
  newSigner,
  services,
  loggedIn,
  complaints,
  inbox,
}) => {
  complaints.expect(/status of 422/);
  const ana = await newSigner("Ana Silva");
  const request = await newRequest({ signers: [{ person: ana, signMethod: "telegram" }] });
  await loggedIn(page, ana);
  await page.goto(link(request));
  await page.getByRole("button", { name: "Sign document" }).click();
  await expect(page.getByText("Link your Telegram chat")).toBeVisible();
  await page.getByRole("button", { name: "Link a Telegram chat" }).click();
  const href = await page.getByRole("link", { name: "Open Telegram" }).getAttribute("href");
  expect(href).toMatch(/^https:\/\/t\.me\/ParaphCodesBot\?start=[\w-]{43}$/);
  await expectAccessible(page, "linking a chat");
  services.writeToBot(4711, `/start ${new URL(href ?? "").searchParams.get("start") ?? ""}`);
  await expect(page.getByText("We sent six digits to your Telegram chat.")).toBeVisible();
  await paste(page, page.getByLabel("Code", { exact: true }), await services.codeTo("4711"));
  await expect(page.getByRole("heading", { level: 1, name: done })).toBeVisible();
  expect((await inbox.to(ana.email)).map(({ subject }) => subject)).toContain(
    "A Telegram chat was linked to your account",
  );
});

test("reports a code that cannot be delivered, and shows how to add a missing number @exhaustive", async ({
  everyMethod: _allowed,
  page,
  newRequest,
  newSigner,
  loggedIn,
  complaints,
}) => {
  complaints.expect(/status of 422/);
  const ana = await newSigner("Ana Silva");
  await loggedIn(page, ana);
  await page.goto(link(await newRequest({ signers: [{ person: ana, signMethod: "sms", phone: "+4915112340000" }] })));
  await page.getByRole("button", { name: "Sign document" }).click();
  await expect(page.getByText("The code could not be delivered")).toBeVisible();
  await page.goto(link(await newRequest({ signers: [{ person: ana, signMethod: "sms" }] })));
  await page.getByRole("button", { name: "Sign document" }).click();
  await expect(page.getByText("Phone number missing")).toBeVisible();
  await expect(page.getByRole("link", { name: "your account" })).toHaveAttribute("href", "/account/signing");
});

test("saves a phone number, links and unlinks a chat on the account page, and sends a notice each time @exhaustive", async ({
  page,
  newRequester,
  loggedIn,
  services,
  inbox,
  complaints,
}) => {
  complaints.expect(/status of 422/);
  const person = await newRequester();
  await loggedIn(page, person);
  await page.goto("/account/signing");
  const number = page.getByLabel("Phone number");
  await number.fill("0170 1234567");
  await page.getByRole("button", { name: "Save number" }).click();
  await expect(page.getByText(/Enter a phone number/)).toBeVisible();
  await number.fill("+49 1511 2345678");
  await page.getByRole("button", { name: "Save number" }).click();
  await expect(page.getByText("Phone number saved.")).toBeVisible();
  await expect(number).toHaveValue("+4915112345678");
  await page.getByRole("button", { name: "Link a Telegram chat" }).click();
  const href = await page.getByRole("link", { name: "Open Telegram" }).getAttribute("href");
  services.writeToBot(815, `/start ${new URL(href ?? "").searchParams.get("start") ?? ""}`);
  await expect(page.getByText(/Chat linked since/)).toBeVisible();
  await expectAccessible(page, "account");
  await page.getByRole("button", { name: "Unlink" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Unlink" }).click();
  await expect(page.getByText(/Chat linked since/)).toHaveCount(0);
  await expect
    .poll(async () => (await inbox.to(person.email)).map(({ subject }) => subject))
    .toEqual([
      "Your phone number was changed",
      "A Telegram chat was linked to your account",
      "Your Telegram chat was unlinked",
    ]);
});
