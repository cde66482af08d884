import pg from "pg";
import { test as base, expect } from "@/e2e/browser/fixtures";
import { testLimits } from "@/e2e/browser/world/limits";
import { stranger } from "@/e2e/browser/world/seed";
import { embeddedDatabase } from "@/e2e/embedded-database";
import { startServer } from "@/e2e/server";
import { deliveryReport } from "@/lib/delivery/reports/testing/delivery-report";

const token = "token of the mail server";

/** A server that accepts delivery reports from a mail server. */
const test = base.extend({
  server: [
    async ({}, use) => {
      const server = await startServer({ env: { LIMITS: JSON.stringify(testLimits), MAIL_REPORT_TOKEN: token } });
      await use(server);
      await server.stop();
    },
    { scope: "worker", timeout: 180_000 },
  ],
});

/** The reference that mail servers quote from the Message-ID. No operation returns it. */
async function referenceOfMail(dataDir: string, email: string): Promise<string> {
  const client = new pg.Client({ connectionString: embeddedDatabase(dataDir) });
  await client.connect();
  try {
    const { rows } = await client.query<{ reference: string }>(
      `select m.reference from mail_messages m join sign_requests s on s.id = m.sign_request_id where s.email = $1`,
      [email],
    );
    return rows[0]?.reference ?? "";
  } finally {
    await client.end();
  }
}

// In one worker, because each starts a separate server.
test.describe.configure({ mode: "default" });

test("the requester sees a bounced invitation and corrects the address @exhaustive", async ({
  page,
  server,
  requester,
  newRequest,
  loggedIn,
  inbox,
}) => {
  const dora = stranger("Dora Novak");
  const request = await newRequest({ signers: [{ person: dora }] });
  const report = deliveryReport({ reference: await referenceOfMail(server.dataDir, dora.email) });
  const sent = await fetch(`${server.origin}/mail/reports`, {
    method: "POST",
    headers: { "paraph-report-token": token, "content-type": "message/rfc822" },
    body: new Uint8Array(report),
  });
  expect(sent.status).toBe(200);
  await expect
    .poll(async () => (await inbox.to(requester.email)).filter(({ text }) => text.includes(dora.email)).length)
    .toBe(1);

  await loggedIn(page, requester);
  await page.goto(`/documents/${request.uuid}`);
  await page.getByRole("button", { name: "Correct the address of Dora Novak" }).click();
  const dialog = page.getByRole("dialog");
  await expect(dialog.getByLabel("E-mail")).toHaveValue(dora.email);
  const right = stranger("Dora Novak");
  await dialog.getByLabel("E-mail").fill(right.email);
  await dialog.getByRole("button", { name: "Correct and resend" }).click();
  await expect(page.getByRole("button", { name: "Replace Dora Novak" })).toBeVisible();
  expect(await inbox.linkOf(right.email)).not.toBe(request.signers[0].link);
});

test("the requester sees a bounced copy and corrects the CC's address @exhaustive", async ({
  page,
  server,
  requester,
  newRequest,
  loggedIn,
  inbox,
}) => {
  const [dora, emil] = [stranger("Dora Novak"), stranger("Emil Berg")];
  const request = await newRequest({ signers: [{ person: dora }, { person: emil, role: "cc" }] });
  const report = deliveryReport({ reference: await referenceOfMail(server.dataDir, emil.email) });
  const sent = await fetch(`${server.origin}/mail/reports`, {
    method: "POST",
    headers: { "paraph-report-token": token, "content-type": "message/rfc822" },
    body: new Uint8Array(report),
  });
  expect(sent.status).toBe(200);
  await loggedIn(page, requester);
  await page.goto(`/documents/${request.uuid}`);
  await expect(page.getByText("The e-mail to Emil Berg could not be delivered")).toBeVisible();
  await page.getByRole("button", { name: "Correct the address of Emil Berg" }).click();
  const dialog = page.getByRole("dialog");
  const right = stranger("Emil Berg");
  await dialog.getByLabel("E-mail").fill(right.email);
  await dialog.getByRole("button", { name: "Correct and resend" }).click();
  await expect(page.getByText("The e-mail to Emil Berg could not be delivered")).toHaveCount(0);
  await expect.poll(async () => (await inbox.to(right.email)).length).toBe(1);
});
