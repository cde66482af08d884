import type { Page } from "@playwright/test";
import { paste } from "@/e2e/browser/actions/paste";
import { expect, test } from "@/e2e/browser/fixtures";
import { changeDatabase } from "@/e2e/browser/world/change-database";
import { letPass } from "@/e2e/browser/world/let-time-pass";
import type { SeededRequest } from "@/e2e/browser/world/seed";

const link = (request: SeededRequest): string => `/sign/${request.signers[0].link}`;
const codeField = (page: Page) => page.getByLabel("Code", { exact: true });
const otherThan = (code: string): string => (code === "111111" ? "222222" : "111111");

async function expectSigned(page: Page): Promise<void> {
  await expect(
    page.getByRole("heading", { level: 1, name: /^(You signed this on|Everyone has signed)/ }),
  ).toBeVisible();
}

/** Ends the pause between two codes, which is fifty minutes on the servers of these tests. */
async function passPause(page: Page, dataDir: string, request: SeededRequest): Promise<void> {
  await letPass(dataDir).sendPause(request.uuid);
  await page.clock.fastForward("50:05");
}

test("submits pasted digits, shows tries left, locks after five with a countdown, and then signs with a new code", async ({
  page,
  newSigner,
  newRequest,
  loggedIn,
  inbox,
  server,
  complaints,
}) => {
  complaints.expect(/status of (422|429)/);
  const ana = await newSigner("Ana Silva");
  const request = await newRequest({ signers: [{ person: ana }] });
  await loggedIn(page, ana);
  await page.clock.install();
  await page.goto(link(request));
  await page.getByRole("button", { name: "Sign document" }).click();
  await expect(page.getByText(/with a code sent to /)).toBeVisible();
  const right = await inbox.codeOf(ana.email, 1);
  for (const text of [
    "4 attempts left",
    "3 attempts left",
    "2 attempts left",
    "One attempt left",
    "No attempts left",
  ]) {
    await paste(page, codeField(page), otherThan(right));
    await expect(page.getByText(new RegExp(text))).toBeVisible();
    await expect(codeField(page)).toHaveValue("");
  }
  await paste(page, codeField(page), right);
  const lock = page.getByText(/Too many attempts\. Try again in \d+ minutes\./);
  await expect(lock).toBeVisible();
  const before = await lock.innerText();
  await page.clock.fastForward("01:00");
  await expect.poll(() => lock.innerText()).not.toBe(before);

  await passPause(page, server.dataDir, request);
  await expect(lock).toHaveCount(0);
  await page.getByRole("button", { name: "Send a new code" }).click();
  await paste(page, codeField(page), await inbox.codeOf(ana.email, 2));
  await expectSigned(page);
});

test("accepts only the newer of two codes, counts down to the next one, and calls an expired code expired, not wrong @exhaustive", async ({
  page,
  newSigner,
  newRequest,
  loggedIn,
  inbox,
  server,
  complaints,
}) => {
  complaints.expect(/status of (410|422)/);
  const ana = await newSigner("Ana Silva");
  const request = await newRequest({ signers: [{ person: ana }] });
  await loggedIn(page, ana);
  await page.clock.install();
  await page.goto(link(request));
  await page.getByRole("button", { name: "Sign document" }).click();
  const older = await inbox.codeOf(ana.email, 1);
  await expect(page.getByRole("button", { name: /^New code in (50:00|49:[0-5]\d)$/ })).toHaveAttribute(
    "aria-disabled",
    "true",
  );
  await passPause(page, server.dataDir, request);
  await page.getByRole("button", { name: "Send a new code" }).click();
  const newer = await inbox.codeOf(ana.email, 2);
  await paste(page, codeField(page), older);
  await expect(page.getByText("This code was replaced by a newer one. Enter the latest code.")).toBeVisible();
  await letPass(server.dataDir).codes(request.uuid);
  await paste(page, codeField(page), newer);
  await expect(page.getByText("The code has expired. Request a new one.")).toBeVisible();
  await expect(page.getByText(/wrong/)).toHaveCount(0);
  await passPause(page, server.dataDir, request);
  await page.getByRole("button", { name: "Send a new code" }).click();
  await paste(page, codeField(page), await inbox.codeOf(ana.email, 3));
  await expectSigned(page);
});

test("refers to the sender after fifty wrong codes, without a countdown @exhaustive", async ({
  page,
  newSigner,
  newRequest,
  loggedIn,
  inbox,
  server,
  complaints,
}) => {
  complaints.expect(/status of 429/);
  const ana = await newSigner("Ana Silva");
  const request = await newRequest({ signers: [{ person: ana }] });
  await loggedIn(page, ana);
  await page.goto(link(request));
  await page.getByRole("button", { name: "Sign document" }).click();
  const right = await inbox.codeOf(ana.email, 1);
  const triesOfFile = `insert into wrong_codes (sign_request_id, challenge_id)
    select c.sign_request_id, c.id from challenges c join sign_requests r on r.id = c.sign_request_id
    join files f on f.id = r.file_id, generate_series(1, 50) where f.uuid = $1`;
  expect(await changeDatabase(server.dataDir, triesOfFile, [request.uuid])).toBe(50);
  await paste(page, codeField(page), right);
  await expect(page.getByText("Too many attempts. Ask the sender to replace you as a signer.")).toBeVisible();
  await expect(page.getByRole("button", { name: /new code/i })).toHaveCount(0);
});

test("lets a code be requested again after a failure, reports one that is too short, and accepts it after a reload with this server's pause @exhaustive", async ({
  page,
  newSigner,
  newRequest,
  loggedIn,
  inbox,
  complaints,
}) => {
  complaints.expect(/ERR_INTERNET_DISCONNECTED|status of 429/);
  const ana = await newSigner("Ana Silva");
  const request = await newRequest({ signers: [{ person: ana }] });
  await loggedIn(page, ana);
  await page.goto(link(request));
  await page.route("**/api/v1/sign/uuid/*/code", (route) => route.abort("internetdisconnected"), { times: 1 });
  const sign = page.getByRole("button", { name: "Sign document" });
  await sign.click();
  const sheet = page.getByRole("dialog");
  await sheet.getByRole("button", { name: "Try again" }).click();
  const code = await inbox.codeOf(ana.email, 1);
  await codeField(page).fill("12");
  await sheet.getByRole("button", { name: "Sign document" }).click();
  await expect(sheet.getByText("Enter the six digits of the code.")).toBeVisible();

  await page.reload();
  await sign.click();
  await expect(codeField(page)).toHaveAccessibleDescription(
    "If you received a code recently, use that one. Another code cannot be sent yet.",
  );
  await expect(page.getByRole("button", { name: /^New code in (50:00|49:[0-5]\d)$/ })).toHaveAttribute(
    "aria-disabled",
    "true",
  );
  await expect(sheet.getByRole("alert")).toHaveCount(0);
  await codeField(page).fill(code);
  await expectSigned(page);
});
