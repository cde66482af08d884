import type { Page } from "@playwright/test";
import { expect, test } from "@/e2e/browser/fixtures";
import { stranger } from "@/e2e/browser/world/seed";
import { completedBy, withdrawnBy } from "@/e2e/browser/world/world";

const titles = (page: Page) =>
  page
    .getByRole("list", { name: "Documents", exact: true })
    .getByRole("link")
    .filter({ hasText: /^(Lease|Offer|Draft)/ });

test("filters the list, keeps filters in the address, removes each by its chip, and clears them all", async ({
  page,
  api,
  newRequester,
  newRequest,
  newSigner,
  loggedIn,
}) => {
  const requester = await newRequester();
  const ana = await newSigner("Ana Silva");
  await newRequest({ requester, name: "Draft", signers: [{ person: ana }], release: false });
  await newRequest({ requester, name: "Offer", signers: [{ person: stranger("Dora Novak") }] });
  await withdrawnBy(api, requester, await newRequest({ requester, name: "Lease", signers: [{ person: ana }] }));
  await loggedIn(page, requester);
  await page.goto("/documents");
  await expect(titles(page)).toHaveText(["Lease", "Offer", "Draft"]);

  await page.getByRole("button", { name: "Filters" }).click();
  await page.getByLabel("Status", { exact: true }).selectOption({ label: "Withdrawn" });
  await page.getByLabel("Signer", { exact: true }).fill("ana");
  await page.getByLabel("Created after").fill("2026-01-01");
  await page.getByRole("button", { name: "Show documents" }).click();
  await expect(titles(page)).toHaveText(["Lease"]);
  expect(Object.fromEntries(new URL(page.url()).searchParams)).toEqual({
    state: "cancelled",
    signer: "ana",
    from: "2026-01-01",
    zone: "Europe/Berlin",
  });

  await page.reload();
  await expect(titles(page)).toHaveText(["Lease"]);
  const chips = page.getByRole("list", { name: "Active filters" });
  await chips.getByRole("link", { name: "Remove filter: Status: Withdrawn" }).click();
  await expect(titles(page)).toHaveText(["Lease", "Draft"]);
  await chips.getByRole("link", { name: "Clear all filters" }).click();
  await expect(titles(page)).toHaveText(["Lease", "Offer", "Draft"]);
  await expect(chips).toHaveCount(0);
  await expect(page).toHaveURL(/\/documents$/);

  await page.getByRole("combobox", { name: "Sort by" }).selectOption({ label: "Title" });
  await expect(titles(page)).toHaveText(["Draft", "Lease", "Offer"]);
  await expect(page).toHaveURL(/order=name/);
});

test("copies a link, reminds, withdraws and deletes from a row by keyboard alone @exhaustive", async ({
  page,
  newRequester,
  newRequest,
  loggedIn,
  inbox,
  server,
}) => {
  const requester = await newRequester();
  const dora = stranger("Dora Novak");
  const request = await newRequest({ requester, name: "Lease", signers: [{ person: dora }] });
  await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
  await loggedIn(page, requester);
  await page.goto("/documents");
  const actions = page.getByRole("button", { name: "More actions for Lease" });
  const choose = async (name: string) => {
    await actions.focus();
    await page.keyboard.press("Enter");
    const item = page.getByRole("menuitem", { name });
    await expect(item).toBeVisible();
    for (let press = 0; press < 10 && !(await item.evaluate((node) => node === document.activeElement)); press++)
      await page.keyboard.press("ArrowDown");
    await page.keyboard.press("Enter");
  };

  await choose("Copy link for Dora Novak");
  await expect
    .poll(() => page.evaluate(() => navigator.clipboard.readText()))
    .toBe(`${server.origin}/to/${request.uuid}/${request.signers[0].signRequestId}`);
  await choose("Remind pending signers");
  await expect.poll(async () => (await inbox.to(dora.email)).length).toBe(2);
  await choose("Withdraw request");
  await expect(page.getByRole("alertdialog")).toContainText("Lease");
  await page.keyboard.press("Tab");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("listitem").filter({ hasText: "Lease" }).first()).toContainText("Withdrawn");
  await choose("Delete");
  await expect(page.getByRole("alertdialog")).toContainText("Delete “Lease”?");
  await page.keyboard.press("Tab");
  await page.keyboard.press("Enter");
  await expect(page.getByText("No documents yet")).toBeVisible();
});

test("downloads a completed document from its row @exhaustive", async ({
  page,
  api,
  admin,
  newRequester,
  newRequest,
  newSigner,
  loggedIn,
}) => {
  const requester = await newRequester();
  const request = await newRequest({ requester, name: "Lease", signers: [{ person: await newSigner("Ana Silva") }] });
  await completedBy(api, admin, requester, request);
  await loggedIn(page, requester);
  await page.goto("/documents?tab=completed");
  await page.getByRole("button", { name: "More actions for Lease" }).click();
  const download = page.waitForEvent("download");
  await page.getByRole("menuitem", { name: "Download signed PDF" }).click();
  expect((await download).suggestedFilename()).toBe("Lease.pdf");
});

test("acts on several documents at once: downloads them as one ZIP, reminds, withdraws, and deletes drafts @exhaustive", async ({
  page,
  newRequester,
  newRequest,
  loggedIn,
  inbox,
}) => {
  const requester = await newRequester();
  const [dora, emil] = [stranger("Dora Novak"), stranger("Emil Berg")];
  await newRequest({ requester, name: "Draft", signers: [{ person: dora }], release: false });
  await newRequest({ requester, name: "Offer", signers: [{ person: emil }] });
  await newRequest({ requester, name: "Lease", signers: [{ person: dora }] });
  await loggedIn(page, requester);
  await page.goto("/documents");
  const bar = page.getByRole("region", { name: "Selected documents" });
  await page.getByRole("checkbox", { name: "Select Lease" }).check();
  await page.getByRole("checkbox", { name: "Select Offer" }).check();
  const download = page.waitForEvent("download");
  await bar.getByRole("link", { name: "Download (ZIP)" }).click();
  expect((await download).suggestedFilename()).toBe("documents-2.zip");
  await bar.getByRole("button", { name: "Remind (2)" }).click();
  await expect(page.getByText("Reminders sent for 2 documents.")).toBeVisible();
  for (const person of [dora, emil]) await expect.poll(async () => (await inbox.to(person.email)).length).toBe(2);
  await expect(bar).toHaveCount(0);

  await page.getByRole("checkbox", { name: "Select all documents on this page" }).check();
  await expect(bar.getByText("3 selected")).toBeVisible();
  await bar.getByRole("button", { name: "Withdraw (2)" }).click();
  await expect(page.getByRole("alertdialog").getByRole("listitem")).toHaveText(["Lease", "Offer"]);
  await page.getByRole("alertdialog").getByRole("button", { name: "Withdraw 2 requests" }).click();
  await expect(page.getByRole("listitem").filter({ hasText: "Lease" }).first()).toContainText("Withdrawn");
  await page.getByRole("checkbox", { name: "Select all documents on this page" }).check();
  await bar.getByRole("button", { name: "Delete drafts (1)" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Delete 1 draft" }).click();
  await expect(titles(page)).toHaveText(["Lease", "Offer"]);
});

test("shows that a filter matches nothing, clears it, shows the newest first with their times, and opens a document by pressing its row @exhaustive", async ({
  page,
  newRequester,
  newRequest,
  loggedIn,
}) => {
  const requester = await newRequester();
  const older = await newRequest({ requester, name: "Lease", signers: [{ person: stranger("Dora Novak") }] });
  await newRequest({ requester, name: "Offer", signers: [{ person: stranger("Emil Berg") }], release: false });
  await loggedIn(page, requester);
  await page.goto("/documents?state=declined&q=lease");
  await expect(page.getByText("No results for “lease”")).toBeVisible();
  await page.getByRole("link", { name: "Clear search and filters" }).click();
  await expect(titles(page)).toHaveText(["Offer", "Lease"]);
  const times = page
    .getByRole("list", { name: "Documents", exact: true })
    .locator("time")
    .evaluateAll((all) => all.map((time) => time.getAttribute("datetime") ?? ""));
  expect(await times).toEqual([...(await times)].sort().reverse());
  await page.getByText("For Dora Novak").click();
  await expect(page).toHaveURL(new RegExp(`/documents/${older.uuid}$`));
});
