import type { Locator, Page } from "@playwright/test";
import type { ApiClient, Person } from "@/e2e/api-client";
import { paste } from "@/e2e/browser/actions/paste";
import { expect, test } from "@/e2e/browser/fixtures";
import { stranger } from "@/e2e/browser/world/seed";
import { makePdf } from "@/lib/pdf/testing/make-pdf";

const row = (page: Page, number: number): Locator => page.getByRole("group", { name: `Signer ${number}` });

interface Made {
  uuid: string;
}

interface Start {
  page: Page;
  api: ApiClient;
  as: Person;
  loggedIn: (page: Page, person: Person) => Promise<void>;
}

/** Opens a draft without signers at the signers step. */
async function openNewDraft({ page, api, as, loggedIn }: Start): Promise<Made> {
  const { body } = await api.call<Made & Record<string, unknown>>("POST", "/file?name=Lease", {
    as,
    body: makePdf({ pages: [{}] }),
    type: "application/pdf",
  });
  await loggedIn(page, as);
  await page.goto(`/documents/${body.uuid}/signers`);
  return body;
}

/** The background colour of a signer's number. */
async function colourOf(signer: Locator, number: number): Promise<string> {
  return signer
    .getByText(String(number), { exact: true })
    .first()
    .evaluate((mark) => getComputedStyle(mark).backgroundColor);
}

test("creates two rows with names and distinct numbered colours from two pasted people @exhaustive", async ({
  page,
  api,
  newRequester,
  loggedIn,
}) => {
  await openNewDraft({ page, api, as: await newRequester(), loggedIn });
  await paste(page, row(page, 1).getByLabel("E-mail"), "Ana <ana@example.com>, bo@example.com");
  await expect(row(page, 1).getByLabel("Name")).toHaveValue("Ana");
  await expect(row(page, 1).getByLabel("E-mail")).toHaveValue("ana@example.com");
  await expect(row(page, 2).getByLabel("E-mail")).toHaveValue("bo@example.com");
  await expect(page.getByRole("group", { name: /^Signer \d$/ })).toHaveCount(2);
  expect(await colourOf(row(page, 1), 1)).not.toBe(await colourOf(row(page, 2), 2));
});

test("reads cells copied from a spreadsheet with column names @exhaustive", async ({
  page,
  api,
  newRequester,
  loggedIn,
}) => {
  await openNewDraft({ page, api, as: await newRequester(), loggedIn });
  await paste(
    page,
    row(page, 1).getByLabel("E-mail"),
    "Name\tE-mail\nAna Silva\tana@example.com\nBo Larsen\tbo@example.com",
  );
  await expect(row(page, 1).getByLabel("Name")).toHaveValue("Ana Silva");
  await expect(row(page, 2).getByLabel("Name")).toHaveValue("Bo Larsen");
  await expect(row(page, 2).getByLabel("E-mail")).toHaveValue("bo@example.com");
  await expect(page.getByRole("group", { name: /^Signer \d$/ })).toHaveCount(2);
});

test("marks a duplicate address in its row, blocks the next step and moves the focus to it @exhaustive", async ({
  page,
  api,
  newRequester,
  loggedIn,
}) => {
  const made = await openNewDraft({ page, api, as: await newRequester(), loggedIn });
  await paste(page, row(page, 1).getByLabel("E-mail"), "Ana <ana@example.com>, bo@example.com, ANA@example.com");
  await expect(row(page, 3).getByText("This address is already in the list.")).toBeVisible();
  await page.getByLabel("Document title").focus();
  await page.getByRole("button", { name: "Place fields" }).click();
  await expect(row(page, 3).getByLabel("E-mail")).toBeFocused();
  await expect(page).toHaveURL(new RegExp(`/documents/${made.uuid}/signers$`));
});

test("keeps title, signers and messages over a reload once the last edit is saved @exhaustive", async ({
  page,
  api,
  newRequester,
  loggedIn,
}) => {
  await openNewDraft({ page, api, as: await newRequester(), loggedIn });
  await page.getByLabel("Document title").fill("Lease of the harbour house");
  await row(page, 1).getByLabel("E-mail").fill("ana@example.org");
  await row(page, 1).getByLabel("Name").fill("Ana Silva");
  await page.getByRole("button", { name: "Add signer" }).click();
  await row(page, 2).getByLabel("E-mail").fill("bo@example.org");
  await row(page, 2).getByRole("button", { name: "Message and language for signer 2" }).click();
  await row(page, 2).getByLabel("Language").selectOption({ label: "Português (Brasil)" });
  const saved = page.waitForResponse(
    (answer) => answer.ok() && answer.request().postData()?.includes("Thank you!") === true,
  );
  await row(page, 2).getByLabel("Message").fill("Page 2 is the one that matters.\nThank you!");
  await saved;
  await page.reload();
  await expect(page.getByLabel("Document title")).toHaveValue("Lease of the harbour house");
  await expect(row(page, 1).getByLabel("E-mail")).toHaveValue("ana@example.org");
  await expect(row(page, 1).getByLabel("Name")).toHaveValue("Ana Silva");
  await expect(row(page, 2).getByLabel("E-mail")).toHaveValue("bo@example.org");
  await expect(row(page, 2).getByLabel("Message")).toHaveValue("Page 2 is the one that matters.\nThank you!");
  await expect(row(page, 2).getByLabel("Language")).toHaveValue("pt");
});

test("suggests only one's own earlier signers while typing, with names, by keyboard too @exhaustive", async ({
  page,
  api,
  newRequester,
  newRequest,
  loggedIn,
}) => {
  const [mine, other] = [await newRequester(), await newRequester("Olga Other")];
  const [dora, doris] = [stranger("Dora Novak"), stranger("Doris Novak")];
  await newRequest({ requester: mine, signers: [{ person: dora }], release: false });
  await newRequest({ requester: other, signers: [{ person: doris }], release: false });
  await openNewDraft({ page, api, as: mine, loggedIn });
  await row(page, 1).getByLabel("E-mail").pressSequentially("dor");
  await expect(page.getByRole("listbox").getByRole("option")).toHaveCount(1);
  await expect(page.getByRole("listbox").getByRole("option")).toContainText("Dora Novak");
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Enter");
  await expect(row(page, 1).getByLabel("E-mail")).toHaveValue(dora.email);
  await expect(row(page, 1).getByLabel("Name")).toHaveValue("Dora Novak");
});

test("offers no earlier signers after the address field is left @exhaustive", async ({
  page,
  api,
  newRequester,
  newRequest,
  loggedIn,
}) => {
  const mine = await newRequester();
  await newRequest({ requester: mine, signers: [{ person: stranger("Dora Novak") }], release: false });
  await openNewDraft({ page, api, as: mine, loggedIn });
  let answer = (): void => undefined;
  const held = new Promise<void>((resolve) => (answer = resolve));
  await page.route("**/people?*", async (route) => {
    await held;
    await route.continue();
  });
  const request = page.waitForRequest("**/people?*");
  await row(page, 1).getByLabel("E-mail").pressSequentially("dor");
  await request;
  await row(page, 1).getByLabel("Name").focus();
  const answered = page.waitForResponse("**/people?*");
  answer();
  await answered;
  await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))));
  await expect(page.getByRole("listbox").getByRole("option", { name: "Dora Novak" })).toHaveCount(0);
});

test("moves signers with buttons, and lets them sign in that order @exhaustive", async ({
  page,
  api,
  newRequester,
  loggedIn,
}) => {
  const requester = await newRequester();
  const made = await openNewDraft({ page, api, as: requester, loggedIn });
  await paste(page, row(page, 1).getByLabel("E-mail"), "ana@example.com, bo@example.com");
  await page.getByLabel("Set signing order").check();
  await page.getByRole("button", { name: "Move signer 2 up" }).click();
  await expect(row(page, 1).getByLabel("E-mail")).toHaveValue("bo@example.com");
  const order = async () =>
    (
      await api.call<{ signers: { email: string; signingOrder: number }[] }>(
        "GET",
        `/file/validate/uuid/${made.uuid}`,
        { as: requester },
      )
    ).body.signers.map(({ email, signingOrder }) => [email, signingOrder]);
  await expect.poll(order).toEqual([
    ["bo@example.com", 1],
    ["ana@example.com", 2],
  ]);
});
