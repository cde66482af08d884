import { createHash } from "node:crypto";
import { readdirSync } from "node:fs";
import type { APIRequestContext, Page } from "@playwright/test";
import type { Person } from "@/e2e/api-client";
import { paste } from "@/e2e/browser/actions/paste";
import { expect, test } from "@/e2e/browser/fixtures";
import { changeDatabase } from "@/e2e/browser/world/change-database";
import { logInOnPage } from "@/e2e/browser/world/log-in";
import { stranger } from "@/e2e/browser/world/seed";
import type { World } from "@/e2e/browser/world/world";

const pathOf = (page: Page): string => new URL(page.url()).pathname;

test("offers no demo on an instance with its own administrator", async ({ page, baseURL }) => {
  await page.goto("/");
  await expect(page.getByRole("link", { name: "Log in" }).first()).toBeVisible();
  await expect(page.getByRole("button", { name: "Try the demo" })).toHaveCount(0);
  const { csrfToken } = (await (await page.request.get("/api/auth/csrf")).json()) as { csrfToken: string };
  const refused = await page.request.post("/api/auth/callback/demo", {
    headers: { origin: baseURL ?? "" },
    data: { csrfToken },
  });
  expect(refused.status()).toBe(404);
});

// WCAG 3.3.8.
test("accepts a pasted address and password in the log-in form, marked for password managers", async ({
  page,
  newRequester,
}) => {
  const person = await newRequester();
  await page.goto("/login");
  const [email, password] = [page.getByLabel("E-mail address"), page.getByLabel("Password", { exact: true })];
  await expect(email).toHaveAttribute("autocomplete", "username");
  await expect(password).toHaveAttribute("autocomplete", "current-password");
  await paste(page, email, person.email);
  await paste(page, password, person.password);
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/\/documents$/);
});

/** Moves the start of the failed log-ins' time window this many minutes back. */
async function letMinutesPass(dataDir: string, email: string, minutes: number): Promise<void> {
  const key = `login:${createHash("sha256").update(email).digest("base64url")}:%`;
  const changed = await changeDatabase(
    dataDir,
    "update rate_counters set window_started_at = window_started_at - make_interval(mins => $2) where key like $1",
    [key, minutes],
  );
  if (changed !== 1) throw new Error(`nobody was shut out as ${email}`);
}

// The number of attempts is in docs/spec/limits.md.
test("locks after too many wrong passwords, names the time, and refuses the right one until then @exhaustive", async ({
  page,
  newRequester,
  server,
  complaints,
}) => {
  complaints.expect(/status of (401|429)/);
  const person = await newRequester();
  await page.goto("/login");
  for (let time = 0; time < 10; time++) {
    const answer = page.waitForResponse((response) => response.url().endsWith("/callback/credentials"));
    await logInOnPage(page, { ...person, password: `wrong ${time}` });
    expect((await answer).status()).toBe(401);
    await expect(page.getByRole("button", { name: "Log in" })).not.toHaveAttribute("aria-busy");
  }
  const lock = page.getByRole("alert").getByText(/Try again in \d+ minutes/);
  await logInOnPage(page, person);
  await expect(lock).toBeVisible();
  await letMinutesPass(server.dataDir, person.email, 12);
  await page.reload();
  await logInOnPage(page, person);
  await expect(page.getByRole("alert").getByText(/Try again in [123] minutes?/)).toBeVisible();
  await letMinutesPass(server.dataDir, person.email, 4);
  await logInOnPage(page, person);
  await expect(page).toHaveURL(/\/documents$/);
});

// lib/accounts/ask-for-reset.test.ts shows that both cases do the same work, so that timing reveals nothing.
test("responds to a password reset the same for known and unknown addresses @exhaustive", async ({
  page,
  newRequester,
  inbox,
}) => {
  const person = await newRequester();
  const messages: string[] = [];
  for (const email of [person.email, "nobody-at-all@registration.example"]) {
    await page.goto("/reset");
    await page.getByLabel("E-mail address").fill(email);
    const answer = page.waitForResponse((response) => response.request().method() === "POST");
    await page.getByRole("button", { name: "Send link" }).click();
    const body = await (await answer).text();
    await expect(page.getByText(email)).toBeVisible();
    messages.push(
      `${(await answer).status()} ${body} ${await page.getByRole("main").innerText()}`.replaceAll(email, "ADDRESS"),
    );
  }
  expect(messages[0]).toContain("ADDRESS");
  expect(messages[1]).toBe(messages[0]);
  await expect.poll(async () => (await inbox.to(person.email)).length).toBe(1);
});

test("after a log-out in another window, asks for the password in place, keeps typed text and completes the action @exhaustive", async ({
  page,
  context,
  api,
  newRequester,
  newRequest,
  newSigner,
  complaints,
}) => {
  complaints.expect(/status of 401/);
  const requester = await newRequester();
  const request = await newRequest({ requester, signers: [{ person: await newSigner() }], release: false });
  await page.goto(`/login?next=/documents/${request.uuid}/signers`);
  await logInOnPage(page, requester);
  const title = page.getByLabel("Document title");
  await expect(title).toHaveValue("Lease 2027");

  const other = await context.newPage();
  await other.goto("/documents");
  await other.getByRole("button", { name: /account and log out/ }).click();
  await other.getByRole("menuitem", { name: "Log out" }).click();
  await expect(other).toHaveURL(/\/$/);

  await title.fill("Lease with a note that took an hour");
  const dialog = page.getByRole("dialog", { name: "Log in to continue" });
  await expect(dialog.getByLabel("E-mail address")).toHaveValue(requester.email);
  await dialog.getByLabel("Password", { exact: true }).fill("not this one");
  await dialog.getByRole("button", { name: "Log in" }).click();
  await expect(dialog.getByRole("alert")).toHaveText("The password is wrong.");
  await dialog.getByLabel("Password", { exact: true }).fill(requester.password);
  await dialog.getByRole("button", { name: "Log in" }).click();
  await expect(dialog).toHaveCount(0);
  await expect(title).toHaveValue("Lease with a note that took an hour");
  const stored = async () =>
    (await api.call<{ name: string }>("GET", `/file/validate/uuid/${request.uuid}`, { as: requester })).body.name;
  await expect.poll(stored).toBe("Lease with a note that took an hour");
  expect(pathOf(page)).toBe(`/documents/${request.uuid}/signers`);
});

/** Every page that requires a log-in, read from the folders. */
const appPages = readdirSync("app/(app)", { recursive: true, encoding: "utf8" })
  .flatMap((file) => {
    const parts = file.split(/[\\/]/);
    return parts.pop() === "page.tsx" ? [`/${parts.join("/")}`] : [];
  })
  .sort();

/** A URL for a page: a draft or template of the requester, a version of the completed document, an inbox message. */
async function addressOf(page: string, world: World, newestMail: () => Promise<number>): Promise<string> {
  const document = page.includes("[revision]") ? world.completed : world.draft;
  if (page.startsWith("/templates")) return page.replace("[id]", String(world.template));
  if (page.startsWith("/bulk-sends")) return page.replace("[id]", String(world.bulk.completed));
  return page
    .replace("[uuid]", document.uuid)
    .replace("[revision]", "2")
    .replace("[id]", page.includes("[id]") ? String(await newestMail()) : "");
}

function ownerOf(page: string, world: World): Person {
  if (page.startsWith("/bulk-sends")) return world.bulk.requester;
  return /^\/(inbox|administration)/.test(page) ? world.admin : world.requester;
}

test("shows nothing of a document without a log-in, leads to log in, and opens it afterwards", async ({
  page,
  request,
  requester,
  newRequest,
}) => {
  const { uuid } = await newRequest({ signers: [{ person: stranger("Ana Silva") }], release: false });
  const address = `/documents/${uuid}?mark=1`;
  await expectRedirectToLogIn(request, address);
  await page.goto(address);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Log in");
  expect(pathOf(page)).toBe("/login");
  await logInOnPage(page, requester);
  await page.waitForURL((url) => `${url.pathname}${url.search}` === address);
  await expect(page.getByRole("heading", { level: 1 })).not.toHaveText("Log in");
});

test("shows nothing of any other page without a log-in, and the page with one @exhaustive", async ({
  page,
  request,
  world,
  inbox,
  loggedIn,
}) => {
  const newestMail = async () => (await inbox.to(world.returning.email))[0]?.id ?? 0;
  for (const appPage of appPages) {
    const address = `${await addressOf(appPage, world, newestMail)}?mark=1`;
    await expectRedirectToLogIn(request, address);
    await page.context().clearCookies();
    await loggedIn(page, ownerOf(appPage, world));
    const shown = await page.request.get(address, { maxRedirects: 0 });
    const html = await shown.text();
    expect.soft({ appPage, status: shown.status() }).toEqual({ appPage, status: 200 });
    expect.soft(/<h1[^>]*>(.*?)<\/h1>/s.exec(html)?.[1] ?? "", appPage).toMatch(/^(?!Log in).*\w/s);
  }
});

/** No flash of content: the browser receives a response without a page. */
async function expectRedirectToLogIn(request: APIRequestContext, address: string): Promise<void> {
  const bare = await request.get(address, { maxRedirects: 0 });
  const { pathname, search } = new URL(bare.headers()["location"] ?? "", "http://here");
  expect({ status: bare.status(), pathname, search }).toEqual({
    status: 307,
    pathname: "/login",
    search: `?next=${encodeURIComponent(address)}`,
  });
  expect(await bare.text()).not.toMatch(/<h1|<main/);
}
