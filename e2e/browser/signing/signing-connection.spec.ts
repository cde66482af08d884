import type { Page, Route } from "@playwright/test";
import { expect, test } from "@/e2e/browser/fixtures";
import { signingPassword, type SeededRequest } from "@/e2e/browser/world/seed";
import { countSignedEvents } from "@/e2e/browser/world/signed-events";

const link = (request: SeededRequest): string => `/sign/${request.signers[0].link}`;
const signed = /^(You signed this on|Everyone has signed)/;

/** Passes the signing request to `run`; other requests continue unchanged. */
async function onSigning(page: Page, run: (route: Route) => Promise<void>): Promise<void> {
  await page.route("**/api/v1/sign/uuid/*", (route) =>
    route.request().method() === "POST" ? run(route) : route.fallback(),
  );
}

/** The server signs, but its answer never arrives: the worst moment to lose the connection. */
async function loseAnswer(route: Route): Promise<void> {
  await route.fetch();
  await route.abort("internetdisconnected");
}

test("makes one signature event of a double click on Sign and a repeated request with its key @exhaustive", async ({
  page,
  newSigner,
  newRequest,
  loggedIn,
  api,
  requester,
}) => {
  const ana = await newSigner("Ana Silva", { signingPassword: true });
  const request = await newRequest({ signers: [{ person: ana, signMethod: "password" }] });
  await loggedIn(page, ana);
  await page.goto(link(request));
  const sent: { key: string | undefined; body: string | null }[] = [];
  await onSigning(page, async (route) => {
    sent.push({ key: route.request().headers()["idempotency-key"], body: route.request().postData() });
    await route.continue();
  });
  await page.getByRole("button", { name: "Sign document" }).click();
  const sheet = page.getByRole("dialog");
  await sheet.getByLabel("Signing password").fill(signingPassword);
  await sheet.getByRole("button", { name: "Sign document" }).dblclick();
  await expect(page.getByRole("heading", { level: 1, name: signed })).toBeVisible();
  expect(sent).toHaveLength(1);
  const [first] = sent;
  const again = await page.request.post(`/api/v1${link(request).replace("/sign/", "/sign/uuid/")}`, {
    headers: {
      "idempotency-key": first?.key ?? "",
      "content-type": "application/json",
      origin: new URL(page.url()).origin,
    },
    data: first?.body ?? "",
  });
  expect([again.status(), again.headers()["idempotent-replayed"]]).toEqual([200, "true"]);
  expect(await countSignedEvents(api, requester, request)).toBe(1);
});

test("asks the server after a lost response, and shows Signed when the network is back @exhaustive", async ({
  page,
  context,
  newSigner,
  newRequest,
  loggedIn,
  inbox,
  api,
  requester,
  complaints,
}) => {
  complaints.expect(/ERR_INTERNET_DISCONNECTED/);
  const ana = await newSigner("Ana Silva");
  const request = await newRequest({ signers: [{ person: ana }] });
  await loggedIn(page, ana);
  await page.goto(link(request));
  await page.getByRole("button", { name: "Sign document" }).click();
  const code = await inbox.codeOf(ana.email, 1);
  await onSigning(page, async (route) => {
    await route.fetch();
    await context.setOffline(true);
    await route.abort("internetdisconnected");
  });
  await page.getByLabel("Code", { exact: true }).fill(code);
  await expect(page.getByRole("dialog").getByText("The connection was lost")).toBeVisible();
  await context.setOffline(false);
  await expect(page.getByRole("heading", { level: 1, name: signed })).toBeVisible();
  expect(await countSignedEvents(api, requester, request)).toBe(1);
});

test("shows Not signed yet for a signature that did not arrive, keeps typed text after a reload, and signs once @exhaustive", async ({
  page,
  newSigner,
  newRequest,
  loggedIn,
  inbox,
  api,
  requester,
  complaints,
}) => {
  complaints.expect(/ERR_INTERNET_DISCONNECTED|status of 429/);
  const ana = await newSigner("Ana Silva");
  const request = await newRequest({
    signers: [{ person: ana }],
    fields: [{}, { type: "text", top: 300, label: "Place" }],
  });
  await loggedIn(page, ana);
  await page.goto(link(request));
  await page.getByRole("textbox", { name: /^Place/ }).fill("Aveiro");
  await page.getByRole("button", { name: "Sign document" }).click();
  const code = await inbox.codeOf(ana.email, 1);
  const keys: (string | undefined)[] = [];
  await onSigning(page, async (route) => {
    keys.push(route.request().headers()["idempotency-key"]);
    await (keys.length < 3 ? route.abort("internetdisconnected") : route.continue());
  });
  await page.getByLabel("Code", { exact: true }).fill(code);
  const sheet = page.getByRole("dialog");
  await expect(sheet.getByText("Not signed yet")).toBeVisible();
  await sheet.getByRole("button", { name: "Try again" }).click();
  await expect.poll(() => keys.length).toBe(2);
  await expect(sheet.getByText("Not signed yet")).toBeVisible();

  await page.reload();
  await expect(page.getByText("Not signed yet")).toBeVisible();
  await expect(page.getByRole("textbox", { name: /^Place/ })).toHaveValue("Aveiro");
  await page.getByRole("button", { name: "Sign document" }).click();
  await expect(
    page.getByText("If you received a code recently, use that one. Another code cannot be sent yet."),
  ).toBeVisible();
  await page.getByLabel("Code", { exact: true }).fill(code);
  await expect(page.getByRole("heading", { level: 1, name: signed })).toBeVisible();
  expect(new Set(keys).size).toBe(1);
  expect(keys[0]).toMatch(/^[0-9a-f]{32}$/);
  expect(await countSignedEvents(api, requester, request)).toBe(1);
});

test("shows the document as signed on the link after the tab was closed before the response @exhaustive", async ({
  page,
  context,
  newSigner,
  newRequest,
  loggedIn,
  inbox,
  api,
  requester,
  complaints,
}) => {
  complaints.expect(/ERR_INTERNET_DISCONNECTED/);
  const ana = await newSigner("Ana Silva");
  const request = await newRequest({ signers: [{ person: ana }] });
  await loggedIn(page, ana);
  await page.goto(link(request));
  await page.getByRole("button", { name: "Sign document" }).click();
  const code = await inbox.codeOf(ana.email, 1);
  const arrived = new Promise<void>(
    (resolve) =>
      void onSigning(page, async (route) => {
        await route.fetch();
        resolve();
      }),
  );
  await page.getByLabel("Code", { exact: true }).fill(code);
  await arrived;
  await page.close();
  const later = await context.newPage();
  await later.goto(link(request));
  await expect(later.getByRole("heading", { level: 1, name: signed })).toBeVisible();
  expect(await countSignedEvents(api, requester, request)).toBe(1);
});

test("counts a wrong code with a lost response as one try, and signs with the right one @exhaustive", async ({
  page,
  newSigner,
  newRequest,
  loggedIn,
  inbox,
  api,
  requester,
  complaints,
}) => {
  complaints.expect(/ERR_INTERNET_DISCONNECTED|status of (409|422)/);
  const ana = await newSigner("Ana Silva");
  const request = await newRequest({ signers: [{ person: ana }] });
  await loggedIn(page, ana);
  await page.goto(link(request));
  await page.getByRole("button", { name: "Sign document" }).click();
  const code = await inbox.codeOf(ana.email, 1);
  const wrong = code === "111111" ? "222222" : "111111";
  await onSigning(page, (route) =>
    route.request().postData()?.includes(wrong) ? loseAnswer(route) : route.continue(),
  );
  await page.getByLabel("Code", { exact: true }).fill(wrong);
  await expect(page.getByRole("dialog").getByText("Not signed yet")).toBeVisible();
  await page.getByLabel("Code", { exact: true }).fill(code);
  await expect(page.getByRole("heading", { level: 1, name: signed })).toBeVisible();
  expect(await countSignedEvents(api, requester, request)).toBe(1);
});

test("asks for the password in place after a log-out in another tab, and keeps typed text @exhaustive", async ({
  page,
  context,
  newSigner,
  newRequest,
  inbox,
  api,
  requester,
  server,
  complaints,
}) => {
  complaints.expect(/status of 401/);
  const ana = await newSigner("Ana Silva");
  const request = await newRequest({
    signers: [{ person: ana }],
    fields: [{}, { type: "text", top: 300, label: "Place" }],
  });
  await page.goto(link(request));
  await page.getByLabel("Password", { exact: true }).fill(ana.password);
  await page.getByRole("button", { name: "Log in" }).click();
  await page.getByRole("textbox", { name: /^Place/ }).fill("Aveiro");

  const other = await context.newPage();
  await other.goto(`${server.origin}/documents`);
  await other.getByRole("button", { name: /account and log out/ }).click();
  await other.getByRole("menuitem", { name: "Log out" }).click();
  await expect(other).toHaveURL(/\/$/);

  await page.getByRole("button", { name: "Sign document" }).click();
  const sheet = page.getByRole("dialog", { name: "Log in to continue" });
  await sheet.getByLabel("Password", { exact: true }).fill(ana.password);
  await sheet.getByRole("button", { name: "Log in" }).click();
  await page.getByLabel("Code", { exact: true }).fill(await inbox.codeOf(ana.email, 1));
  await expect(page.getByRole("heading", { level: 1, name: signed })).toBeVisible();
  expect(await countSignedEvents(api, requester, request)).toBe(1);
});
