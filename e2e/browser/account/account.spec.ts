import { readFile } from "node:fs/promises";
import type { Page } from "@playwright/test";
import { expect, test } from "@/e2e/browser/fixtures";
import { expectAccessible } from "@/e2e/browser/rules/axe";
import type { Inbox } from "@/e2e/browser/world/inbox";
import { logInOnPage } from "@/e2e/browser/world/log-in";
import { waitFor } from "@/e2e/journey";

const newPassword = "four small green boats";

/** The path of the latest link to `page` in an e-mail. */
function mailedPath(inbox: Inbox, email: string, page: "confirm" | "reset"): Promise<string> {
  const link = new RegExp(`^https?://[^/]+(/${page}/[A-Za-z0-9_-]{43})$`, "m");
  return waitFor(
    async () => (await inbox.to(email)).map((mail) => link.exec(mail.text)?.[1]).findLast((path) => path !== undefined),
    `a link to /${page}`,
  );
}

const isOut = async (page: Page): Promise<boolean> => {
  await page.goto("/account");
  return new URL(page.url()).pathname === "/login";
};

test("leads a logged-out person to log in and back with the query, and shows a wrong password beside the form @exhaustive", async ({
  page,
  newRequester,
  complaints,
}) => {
  complaints.expect(/status of 401/);
  const person = await newRequester();
  await page.goto("/documents?tab=drafts");
  await expect(page).toHaveURL(/\/login\?next=/);
  await logInOnPage(page, { ...person, password: "not this one" });
  await expect(page.getByRole("alert").filter({ hasText: "Wrong address or password" })).toBeVisible();
  await expect(page.getByLabel("E-mail address")).toHaveValue(person.email);
  await logInOnPage(page, person);
  await expect(page).toHaveURL(/\/documents\?tab=drafts$/);
  await page.goto("/login?next=/account");
  await expect(page).toHaveURL(/\/account$/);
});

test("stays on this site after a log-in with an address of another site in next @exhaustive", async ({
  page,
  newRequester,
}) => {
  const person = await newRequester();
  for (const next of [
    "//evil.example/x",
    "/\\evil.example",
    "https://evil.example",
    "/.//evil.example",
    "javascript:alert(1)",
  ]) {
    await page.context().clearCookies();
    await page.goto(`/login?next=${encodeURIComponent(next)}`);
    await logInOnPage(page, person);
    await expect(page, next).toHaveURL(/\/documents$/);
  }
});

test("registers a person, whose mailed link opens any number of times and confirms with one press and the password", async ({
  page,
  api,
  admin,
  inbox,
  request,
  complaints,
}) => {
  complaints.expect(/status of (410|422)/);
  const email = "new.person@registration.example";
  await page.goto("/register");
  await expect(page.getByRole("heading", { name: "Accounts are by invitation only" })).toBeVisible();
  await api.call("PUT", "/admin/settings", { as: admin, json: { signup: "open" } });
  try {
    await page.reload();
    await page.getByLabel("Your name").fill("New Person");
    await page.getByLabel("E-mail address").fill(email);
    await page.getByLabel("Password", { exact: true }).fill("password123");
    await page.getByRole("button", { name: "Create account" }).click();
    await expect(page.getByText("This password is too common")).toBeVisible();
    await page.getByLabel("Password", { exact: true }).fill(newPassword);
    await page.getByRole("button", { name: "Create account" }).click();
    await expect(page.getByText("Check your e-mail")).toBeVisible();
  } finally {
    await api.call("PUT", "/admin/settings", { as: admin, json: { signup: "invited" } });
  }
  const path = await mailedPath(inbox, email, "confirm");
  for (let look = 0; look < 3; look++) expect((await request.get(path)).status()).toBe(200);
  await page.goto(path);
  await expectAccessible(page, "confirm");
  await page.getByLabel("Password", { exact: true }).fill(newPassword);
  await page.getByRole("button", { name: "Confirm address" }).click();
  await expect(page).toHaveURL(/\/documents$/);
  expect((await api.call("GET", "/account/me", { as: { email, password: newPassword } })).body).toMatchObject({
    emailProved: true,
    role: "requester",
    displayName: "New Person",
  });
  expect((await page.goto(path))?.status()).toBe(410);
  await expect(page.getByRole("heading", { name: "This link has expired" })).toBeVisible();
});

test("sets a new password by the mailed link, which logs in here and logs out everywhere else @exhaustive", async ({
  open,
  page,
  newRequester,
  inbox,
  complaints,
}) => {
  complaints.expect(/status of 410/);
  // The list in the other browser polls until it is refused.
  complaints.expect(/status of 401 .*\/file\/list\/mark/);
  const person = await newRequester();
  const elsewhere = await open("/documents", person);
  await page.goto("/reset");
  for (const email of ["nobody@registration.example", person.email]) {
    await page.goto("/reset");
    await page.getByLabel("E-mail address").fill(email);
    await page.getByRole("button", { name: "Send link" }).click();
    await expect(page.getByText(`If ${email} has an account`)).toBeVisible();
  }
  const path = await mailedPath(inbox, person.email, "reset");
  await page.goto(path);
  await expectAccessible(page, "new password");
  await page.getByLabel("New password", { exact: true }).fill(newPassword);
  await page.getByRole("button", { name: "Set password and log in" }).click();
  await expect(page).toHaveURL(/\/documents$/);
  expect(await isOut(elsewhere)).toBe(true);
  expect((await page.goto(path))?.status()).toBe(410);
  expect(await inbox.to("nobody@registration.example")).toEqual([]);
});

test("ends another browser's session, changes password and name, and sets a signing password on the account page @exhaustive", async ({
  page,
  browser,
  baseURL,
  newRequester,
  complaints,
}) => {
  complaints.expect(/status of 422/);
  const person = await newRequester();
  const other = await (await browser.newContext(baseURL ? { baseURL } : {})).newPage();
  for (const one of [page, other]) {
    await one.goto("/login?next=/account/security");
    await logInOnPage(one, person);
    await expect(one.getByRole("heading", { name: "Security", level: 1 })).toBeVisible();
  }
  await page.reload();
  await page.getByRole("button", { name: /^End the session of/ }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "End" }).click();
  await expect(page.getByText("No other sessions.")).toBeVisible();
  expect(await isOut(other)).toBe(true);
  await logInOnPage(other, person);
  await expect(other.getByRole("heading", { name: "Profile", level: 1 })).toBeVisible();

  await page.getByLabel("Current password", { exact: true }).fill("not this one");
  await page.getByLabel("New password", { exact: true }).fill(newPassword);
  await page.getByRole("button", { name: "Change password" }).click();
  await expect(page.getByText("This is not your current password")).toBeVisible();
  await page.getByLabel("Current password", { exact: true }).fill(person.password);
  await page.getByRole("button", { name: "Change password" }).click();
  await expect(page.getByText("Password changed.").first()).toBeVisible();
  expect(await isOut(other)).toBe(true);

  await page.getByLabel("New signing password").fill("my word to sign 7");
  await page.getByRole("button", { name: "Set signing password" }).click();
  await expect(page.getByLabel("Current signing password")).toBeVisible();
  await page.goto("/account");
  await page.getByLabel("Name", { exact: true }).fill("Ines R.");
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await expect(page.getByRole("button", { name: /^Ines R\.: account/ })).toBeVisible();
  await other.context().close();
});

test("ends the session for every copy of its cookie on log-out @exhaustive", async ({
  page,
  context,
  request,
  newRequester,
}) => {
  await page.goto("/login");
  await logInOnPage(page, await newRequester());
  await expect(page).toHaveURL(/\/documents$/);
  const cookie = (await context.cookies()).map(({ name, value }) => `${name}=${value}`).join("; ");
  expect((await request.get("/api/v1/account/me", { headers: { cookie } })).status()).toBe(200);
  await page.getByRole("button", { name: /account and log out/ }).click();
  await page.getByRole("menuitem", { name: "Log out" }).click();
  await expect(page).toHaveURL(/\/$/);
  expect((await request.get("/api/v1/account/me", { headers: { cookie } })).status()).toBe(401);
});

test("ends all other sessions with one press and keeps this one @exhaustive", async ({
  page,
  newRequester,
  browser,
  baseURL,
}) => {
  const person = await newRequester();
  const others = await Promise.all(
    [1, 2].map(async () => (await browser.newContext(baseURL ? { baseURL } : {})).newPage()),
  );
  for (const one of [...others, page]) {
    await one.goto("/login?next=/account/security");
    await logInOnPage(one, person);
    await expect(one.getByRole("heading", { name: "Security", level: 1 })).toBeVisible();
  }
  await page.getByRole("button", { name: "End all other sessions" }).click();
  await expect(page.getByText("2 other sessions ended.")).toBeVisible();
  await expect(page.getByText("No other sessions.")).toBeVisible();
  for (const one of others) expect(await isOut(one)).toBe(true);
  await page.reload();
  await expect(page.getByRole("heading", { name: "Security", level: 1 })).toBeVisible();
  await Promise.all(others.map((one) => one.context().close()));
});

test("exports all data about a person in one file, with their requests and signatures and without anybody's link @exhaustive", async ({
  page,
  api,
  newRequest,
  newRequester,
  newSigner,
  loggedIn,
}) => {
  const [person, signer] = [await newRequester("Ines Ribeiro"), await newSigner("Ana Silva")];
  const request = await newRequest({ requester: person, name: "Lease 2027", signers: [{ person: signer }] });
  await api.call("GET", "/file/list", { as: person });
  for (const [who, expected] of [
    [person, { requestsMade: [{ name: "Lease 2027", status: "able_to_sign" }] }],
    [
      signer,
      {
        requestsReceived: [{ name: "Lease 2027", from: "Ines Ribeiro" }],
        signatures: [{ type: "signature" }, { type: "initial" }],
      },
    ],
  ] as const) {
    await page.context().clearCookies();
    await loggedIn(page, who);
    await page.goto("/account/data");
    const download = page.waitForEvent("download");
    await page.getByRole("link", { name: "Download my data" }).click();
    expect((await download).suggestedFilename()).toMatch(/^paraph-account-\d{4}-\d\d-\d\d\.json$/);
    const text = await readFile(await (await download).path(), "utf8");
    expect(JSON.parse(text)).toMatchObject({
      format: "paraph-account-export-1",
      account: { email: who.email },
      ...expected,
    });
    for (const secret of [who.password, request.signers[0].link]) expect(text).not.toContain(secret);
  }
});

test("saves name and time zone together, warns before unsaved changes are lost, and follows the account's language @exhaustive", async ({
  page,
  api,
  newRequester,
  loggedIn,
}) => {
  const person = await newRequester("Nuno Dias");
  await loggedIn(page, person);
  await page.goto("/account");
  await page.getByLabel("Name", { exact: true }).fill("Nuno Dias Reis");
  const questions: string[] = [];
  page.once("dialog", (dialog) => {
    questions.push(dialog.message());
    void dialog.dismiss();
  });
  await page.getByRole("link", { name: "Security" }).click();
  expect(questions).toEqual(["Leave without saving your changes?"]);
  await expect(page).toHaveURL(/\/account$/);
  await page.getByLabel("Time zone").selectOption("America/Sao_Paulo");
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await expect(page.getByText("Saved.").first()).toBeVisible();
  expect((await api.call("GET", "/account/me", { as: person })).body).toMatchObject({
    displayName: "Nuno Dias Reis",
    timeZone: "America/Sao_Paulo",
  });
  await page.getByLabel("Your language").selectOption({ label: "Português (Brasil)" });
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await expect(page.locator("html")).toHaveAttribute("lang", /^pt/);
  expect((await api.call("GET", "/account/me", { as: person })).body).toMatchObject({ language: "pt" });
  await page.getByRole("link", { name: "Segurança" }).click();
  await expect(page).toHaveURL(/\/account\/security$/);
});
