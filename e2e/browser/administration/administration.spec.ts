import { expect } from "@/e2e/browser/fixtures";
import { expectAccessible } from "@/e2e/browser/rules/axe";
import { test as base } from "@/e2e/browser/with-message-services";
import { changeDatabase } from "@/e2e/browser/world/change-database";
import { testLimits } from "@/e2e/browser/world/limits";
import { deadEnd } from "@/e2e/browser/world/message-services";
import { stranger } from "@/e2e/browser/world/seed";
import { waitFor } from "@/e2e/journey";
import { startServer } from "@/e2e/server";

/** A server with a gateway for text messages and an inbox for e-mail, but no gateway for Telegram and Signal. */
const test = base.extend({
  server: [
    async ({ services }, use) => {
      const server = await startServer({
        env: {
          LIMITS: JSON.stringify({ ...testLimits, signersPerFile: 7 }),
          SMS_GATEWAY_URL: `${services.url}/sms`,
          SMS_GATEWAY_TOKEN: "gateway-secret-1",
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

test("sends a test message and shows the gateway's result, masked and without its credential @exhaustive", async ({
  page,
  admin,
  loggedIn,
  inbox,
  complaints,
}) => {
  complaints.expect(/status of 422/);
  await loggedIn(page, admin);
  await page.goto("/administration/gateways");
  await expect(page.getByRole("listitem").filter({ hasText: "E-mail" })).toContainText("Stored on this server");
  await expect(page.getByRole("listitem").filter({ hasText: "Signal" })).toContainText(
    "Set SIGNAL_API_URL and SIGNAL_NUMBER",
  );
  await expect(page.getByRole("button", { name: "Send test: Signal" })).toHaveCount(0);

  await page.getByRole("button", { name: "Send test: Text messages" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Phone number").fill("12");
  await dialog.getByRole("button", { name: "Send test" }).click();
  await expect(dialog.getByText(/Enter a phone number|Include the country code/)).toBeVisible();
  await dialog.getByLabel("Phone number").fill("+49 1511 2345678");
  await dialog.getByRole("button", { name: "Send test" }).click();
  await expect(dialog.getByRole("status")).toContainText("The gateway accepted the message");
  await expect(dialog.getByRole("status")).toContainText("+49…78");
  await expectAccessible(page, "test of a gateway");
  await dialog.getByLabel("Phone number").fill(`+49151123${deadEnd}`);
  await dialog.getByRole("button", { name: "Send test" }).click();
  await expect(dialog.getByRole("status")).toContainText("The gateway rejected the message");
  await expect(dialog.getByRole("status")).toContainText("no such number");
  await expect(page.getByText("gateway-secret-1")).toHaveCount(0);
  await page.keyboard.press("Escape");
  await expect(page.getByRole("listitem").filter({ hasText: "Text messages" })).toContainText("no such number");

  await page.getByRole("button", { name: "Send test: E-mail" }).click();
  await dialog.getByLabel("E-mail address").fill("tested@administered.example");
  await dialog.getByRole("button", { name: "Send test" }).click();
  await expect(dialog.getByRole("status")).toContainText("The gateway accepted the message");
  expect((await inbox.to("tested@administered.example")).map(({ subject }) => subject)).toEqual(["Test message"]);
});

test("finds a user, creates one who sets a password by the mailed link, changes a role and logs somebody out @exhaustive", async ({
  page,
  open,
  admin,
  api,
  loggedIn,
  inbox,
  newRequester,
}) => {
  const person = stranger("Ida Berg");
  const other = await newRequester("Otto Frank");
  const elsewhere = await open("/documents", other);
  await loggedIn(page, admin);
  await page.goto("/administration/users");
  await page.getByRole("button", { name: "New user" }).click();
  await page.getByLabel("E-mail address").fill(person.email);
  await page.getByRole("dialog").getByLabel("Name", { exact: true }).fill(person.name);
  await expectAccessible(page, "new user");
  await page.getByRole("button", { name: "Create account" }).click();
  await expect(page.getByText(`We sent an e-mail to ${person.email}`)).toBeVisible();
  await page.getByLabel("Name or address").fill(person.email);
  await page.getByRole("button", { name: "Search" }).click();
  const row = page.getByRole("list", { name: "Users" }).getByRole("listitem");
  await expect(row).toHaveCount(1);
  await expect(row).toContainText("Address not confirmed");

  const link = await waitFor(
    async () =>
      (await inbox.to(person.email))
        .map(({ text }) => /^https?:\/\/[^/]+(\/reset\/[\w-]{43})$/m.exec(text)?.[1])
        .find(Boolean),
    "the link to set a password",
  );
  const theirs = await open(link);
  await theirs.getByLabel("New password", { exact: true }).fill(person.password);
  await theirs.getByRole("button", { name: "Set password and log in" }).click();
  await expect(theirs).toHaveURL(/\/documents$/);
  expect((await api.call("GET", "/account/me", { as: person })).body).toMatchObject({
    role: "requester",
    emailProved: true,
  });

  await page.reload();
  await expect(row).not.toContainText("Address not confirmed");
  await page.getByRole("button", { name: `Change role: ${person.name}` }).click();
  await page.getByRole("dialog").getByLabel("Role").selectOption({ label: "Signer" });
  await page.getByRole("dialog").getByRole("button", { name: "Change role" }).click();
  await expect(page.getByText(/^Role of .* changed/)).toBeVisible();
  expect((await api.call("GET", "/account/me", { as: person })).body).toMatchObject({ role: "signer" });

  await page.getByLabel("Name or address").fill(other.email);
  await page.getByRole("button", { name: "Search" }).click();
  await page.getByRole("button", { name: "Log out: Otto Frank" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Log out" }).click();
  await expect(row).toContainText("not logged in");
  await elsewhere.goto("/account");
  await expect(elsewhere).toHaveURL(/\/login/);
});

test("shows a failed job's reason without addresses; retries one job or all of a kind, and records both @exhaustive", async ({
  page,
  admin,
  loggedIn,
  server,
  inbox,
  newRequester,
}) => {
  const person = await newRequester("Lena Wolf");
  const give = (template: string) =>
    changeDatabase(
      server.dataDir,
      `
    insert into outbox_jobs (kind, payload, attempts, last_error, dead_at)
    select 'accountMail', jsonb_build_object('template', $2::text, 'accountId', id), 9, 'the mail server refused the mail: 451 later, ' || email, now() from accounts where email = $1`,
      [person.email, template],
    );
  await give("password_changed");
  await changeDatabase(
    server.dataDir,
    "insert into outbox_jobs (kind, payload, attempts, last_error, dead_at) values ('reset', '{}', 3, 'away', now())",
    [],
  );
  await loggedIn(page, admin);
  await page.goto("/administration/jobs?state=dead");
  const jobs = page.getByRole("list", { name: "Jobs" }).getByRole("listitem");
  const mail = jobs.filter({ hasText: "E-mail about an account" });
  await expect(mail).toContainText("Failed");
  await expect(mail).toContainText("451 later, …");
  await expect(page.getByText(person.email)).toHaveCount(0);
  const reset = jobs.filter({ hasText: "Password reset e-mail" });
  await expect(reset).toContainText("was deleted");
  await expect(reset.getByRole("button")).toHaveCount(0);
  await expectAccessible(page, "jobs");
  await mail.getByRole("button", { name: /^Retry: E-mail about an account, job \d+$/ }).click();
  await expect(page.getByText("Retrying one job.")).toBeVisible();
  const subjects = async () => (await inbox.to(person.email)).map(({ subject }) => subject);
  await expect.poll(subjects).toEqual(["Your password was changed"]);
  await expect(mail).toHaveCount(0);

  await give("phone_changed");
  await give("certificate_revoked");
  await page.getByRole("combobox", { name: "Kind" }).selectOption({ label: "E-mail about an account" });
  await page.getByRole("button", { name: "Show" }).click();
  await page.getByRole("button", { name: "Retry all 2: E-mail about an account" }).click();
  await expect(page.getByText("Retrying 2 jobs.")).toBeVisible();
  await expect.poll(async () => (await subjects()).length).toBe(3);
  await page.goto("/administration/health");
  const actions = page.getByRole("list", { name: "Admin activity" });
  await expect(actions).toContainText("Retried a job");
  await expect(actions).toContainText("Retried all jobs of a kind");
});

test("shows on the health page what needs attention, and the limits in force beside the defaults @exhaustive", async ({
  page,
  admin,
  loggedIn,
  server,
}) => {
  await loggedIn(page, admin);
  await changeDatabase(
    server.dataDir,
    "update outbox_jobs set dead_at = null, done_at = now() where dead_at is not null",
    [],
  );
  await page.goto("/administration/health");
  const check = (name: string) =>
    page.getByRole("list", { name: "Checks" }).getByRole("listitem").filter({ hasText: name });
  await expect(check("Database")).toContainText("OK");
  await expect(check("Disk")).toContainText(/GB of \d[\d.,]*\sGB free/);
  await expect(check("E-mail")).toContainText("stored on this server, not sent");
  await expect(check("Timestamps")).toContainText("Not set up");
  await expect(check("Jobs")).toContainText("none failed");
  await changeDatabase(
    server.dataDir,
    "insert into outbox_jobs (kind, payload, dead_at) values ('reset', '{}', now())",
    [],
  );
  await page.getByRole("button", { name: "Check again" }).click();
  await expect(check("Jobs")).toContainText("one failed");
  await expect(page.getByRole("definition").filter({ hasText: /^7 \(default: 100\)$/ })).toBeVisible();

  await test.step("heads each page of the administration by its name in the navigation", async () => {
    const links = page.getByRole("navigation", { name: "Administration" }).getByRole("link");
    await expect(links).toHaveCount(11);
    for (const name of await links.allTextContents()) {
      await links.filter({ hasText: new RegExp(`^${name}$`) }).click();
      await expect(page.getByRole("heading", { level: 1 })).toHaveText(name);
      await expect(page).toHaveTitle(new RegExp(`^${name}`));
    }
  });
});

test("hides the administration from everybody but administrators @exhaustive", async ({
  page,
  newRequester,
  loggedIn,
  complaints,
}) => {
  complaints.expect(/status of 404/);
  await loggedIn(page, await newRequester());
  for (const name of ["", "/gateways", "/users", "/jobs", "/health", "/certificates", "/erasure", "/signatures"]) {
    expect((await page.goto(`/administration${name}`))?.status(), name).toBe(404);
    await expect(page.getByRole("navigation", { name: "Administration" })).toHaveCount(0);
  }
});
