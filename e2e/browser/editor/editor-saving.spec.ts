import type { Locator, Page, Request, Route } from "@playwright/test";
import type { ApiClient, Person } from "@/e2e/api-client";
import { countPresses } from "@/e2e/browser/actions/presses";
import { expect, test } from "@/e2e/browser/fixtures";
import { stranger, type SeededRequest } from "@/e2e/browser/world/seed";

interface Placed {
  elementId: number;
  type: string;
  coordinates: { page: number; left: number; top: number; width: number; height: number };
}

async function stored(api: ApiClient, as: Person, { uuid }: SeededRequest): Promise<Placed[]> {
  return (await api.call<{ data: Placed[] }>("GET", `/file/${uuid}/elements`, { as })).body.data;
}

const edit = ({ uuid }: SeededRequest): string => `/documents/${uuid}/edit`;

/** Opens the editor, and waits until it has read the stored fields. */
async function open(page: Page, request: SeededRequest): Promise<void> {
  const read = page.waitForResponse((answer) => answer.url().endsWith("/elements"));
  await page.goto(edit(request));
  await read;
  await expect(page.getByText("Saved", { exact: true })).toBeVisible();
}

const field = (page: Page, type = "[\\w ]+"): Locator =>
  page.getByRole("button", { name: new RegExp(`^${type} for .+, page \\d+, `) });
const saved = (page: Page): Locator => page.getByText(/^Saved \d\d:\d\d$/);
const banner = (page: Page): Locator =>
  page.getByRole("alert").filter({ hasText: "Someone else changed this document" });

async function place(page: Page, type: string): Promise<void> {
  await page.getByRole("toolbar", { name: "Fields" }).getByRole("button", { name: type, exact: true }).click();
  await page.getByRole("region", { name: "Page 1 of 1" }).click({ position: { x: 300, y: 420 } });
}

/** Moves the field by arrow keys to the position in its name. */
async function nudge(page: Page, target: Locator, key: string): Promise<number[]> {
  await target.focus();
  await page.keyboard.press(key);
  return [...((await target.getAttribute("aria-label")) ?? "").matchAll(/(-?[\d.]+) from/g)].map(([, points]) =>
    Number(points),
  );
}

test("shows Not saved without a connection, then Saved with the last state on the server", async ({
  page,
  context,
  api,
  newRequest,
  requester,
  loggedIn,
  complaints,
}) => {
  complaints.expect(/ERR_INTERNET_DISCONNECTED/);
  const request = await newRequest({ signers: [{ person: stranger("Ana Silva") }], release: false });
  await loggedIn(page, requester);
  await open(page, request);
  await context.setOffline(true);
  await nudge(page, field(page), "ArrowRight");
  await expect(page.getByText("Not saved. Retrying…")).toBeVisible();
  await place(page, "Date signed");
  const [left, top] = await nudge(page, field(page, "Signature"), "Shift+ArrowDown");
  await expect(page.getByText("Not saved. Retrying…")).toBeVisible();
  await context.setOffline(false);
  await expect(saved(page)).toBeVisible();
  const fields = await stored(api, requester, request);
  expect(fields.map(({ type }) => type).sort()).toEqual(["date", "signature"]);
  expect(fields.find(({ type }) => type === "signature")?.coordinates).toMatchObject({ left, top });
});

test("stores a field once although the answer was lost @exhaustive", async ({
  page,
  api,
  newRequest,
  requester,
  loggedIn,
  complaints,
}) => {
  complaints.expect(/ERR_FAILED|ERR_CONNECTION/);
  const request = await newRequest({ signers: [{ person: stranger("Ana Silva") }], fields: [], release: false });
  await loggedIn(page, requester);
  await open(page, request);
  let lost = 0;
  await page.route("**/elements", async (route) => {
    if (route.request().method() !== "PUT" || lost > 0) return route.continue();
    lost += 1;
    await route.fetch();
    await route.abort();
  });
  await place(page, "Signature");
  await expect(page.getByText("Not saved. Retrying…")).toBeVisible();
  const [left] = await nudge(page, field(page), "ArrowRight");
  await expect(saved(page)).toBeVisible();
  expect((await stored(api, requester, request)).map(({ type, coordinates }) => [type, coordinates.left])).toEqual([
    ["signature", left],
  ]);
  expect(lost).toBe(1);
});

test("lets the second of two windows that moved the same field choose, and keeps both places @exhaustive", async ({
  page,
  context,
  api,
  newRequest,
  requester,
  loggedIn,
  complaints,
}) => {
  complaints.expect(/status of 412/);
  const request = await newRequest({ signers: [{ person: stranger("Ana Silva") }], release: false });
  await loggedIn(page, requester);
  const other = await context.newPage();
  for (const window of [page, other]) await open(window, request);
  const [theirs] = await nudge(page, field(page, "Signature"), "Shift+ArrowLeft");
  await expect(saved(page)).toBeVisible();
  const presses = await countPresses(other);
  const [mine] = await nudge(other, field(other, "Signature"), "Shift+ArrowRight");
  await expect(banner(other)).toContainText("Someone else changed this document: 1 field changed.");
  await expect(other.getByText("Not saved", { exact: true })).toBeVisible();
  await other.getByRole("button", { name: "Review and send" }).focus();
  await other.keyboard.press("Enter");
  await other.keyboard.press("Tab");
  await expect(other.getByRole("button", { name: "Keep both" })).toBeFocused();
  await other.keyboard.press("Enter");
  await expect(banner(other)).toHaveCount(0);
  await expect(field(other)).toHaveCount(2);
  await expect(saved(other)).toBeVisible();
  expect(presses()).toBe(0);
  const lefts = async () => (await stored(api, requester, request)).map(({ coordinates }) => coordinates.left).sort();
  expect(await lefts()).toEqual([theirs, mine].sort());
});

test("merges changes of different fields in two windows without asking @exhaustive", async ({
  page,
  context,
  api,
  newRequest,
  requester,
  loggedIn,
  complaints,
}) => {
  complaints.expect(/status of 412/);
  const request = await newRequest({ signers: [{ person: stranger("Ana Silva") }], release: false });
  await loggedIn(page, requester);
  const other = await context.newPage();
  for (const window of [page, other]) await open(window, request);
  await place(page, "Date signed");
  await expect(saved(page)).toBeVisible();
  const [left] = await nudge(other, field(other, "Signature"), "Shift+ArrowRight");
  await expect(field(other)).toHaveCount(2);
  await expect(saved(other)).toBeVisible();
  expect(
    (await stored(api, requester, request)).map(({ type, coordinates }) => [type, coordinates.left]).sort(),
  ).toEqual([
    ["date", expect.any(Number)],
    ["signature", left],
  ]);
});

test("repeats a field on 145 pages, undoes and redoes it with one request each, and loses nothing when the tab closes @exhaustive", async ({
  page,
  context,
  api,
  newRequest,
  requester,
  loggedIn,
  complaints,
}) => {
  complaints.expect(/ERR_INTERNET_DISCONNECTED/);
  const request = await newRequest({
    pages: 145,
    signers: [{ person: stranger("Ana Silva") }],
    fields: [{ left: 60, top: 60 }],
    release: false,
  });
  const count = async () => (await stored(api, requester, request)).length;
  await loggedIn(page, requester);
  await open(page, request);
  const requests: string[] = [];
  page.on("request", (sent) => {
    if (sent.url().endsWith("/elements") && sent.method() !== "GET") requests.push(sent.method());
  });
  await field(page).first().click();
  await page.getByRole("button", { name: "Repeat…" }).click();
  await page.getByRole("button", { name: "Repeat on 145 pages" }).click();
  await expect.poll(count).toBe(145);
  // The fields are stored before the dialog has closed, and keys pressed in a dialog do not reach the editor.
  await expect(page.getByRole("dialog")).toHaveCount(0);
  await field(page).first().press("Control+z");
  await expect.poll(count).toBe(1);
  expect(requests).toEqual(["PUT", "PUT"]);

  // Without a network, the last request of a closing tab fails too.
  await context.setOffline(true);
  await page.keyboard.press("Control+Shift+Z");
  await expect(page.getByText("Not saved. Retrying…")).toBeVisible();
  await page.close();
  await context.setOffline(false);
  expect(await count()).toBe(1);
  const next = await context.newPage();
  // A script requested while the browser still considers itself offline is never loaded.
  await expect.poll(() => next.evaluate(() => navigator.onLine)).toBe(true);
  await next.goto(edit(request));
  await next.getByRole("button", { name: "Restore changes" }).click();
  await expect.poll(count).toBe(145);
  await expect(next.getByText("You have unsaved changes")).toHaveCount(0);
});

/** Waits until the next save of the fields is answered, or stored with its answer held back. */
async function reach(page: Page, moment: "unanswered" | "saved"): Promise<void> {
  const isSave = (sent: Request): boolean => sent.url().endsWith("/elements") && sent.method() === "PUT";
  if (moment === "saved") {
    await page.waitForResponse((answer) => isSave(answer.request()));
    return;
  }
  await new Promise<void>((resolve, reject) => {
    const hold = async (route: Route): Promise<void> => {
      if (!isSave(route.request())) return route.continue();
      await route.fetch();
      resolve();
    };
    void page.route("**/elements", (route) => hold(route).catch(reject)).catch(reject);
  });
}

test("loses no field when the tab is closed before a save arrives, before its answer, and after it @exhaustive", async ({
  page,
  context,
  api,
  newRequest,
  requester,
  loggedIn,
  complaints,
}) => {
  complaints.expect(/ERR_INTERNET_DISCONNECTED/);
  const request = await newRequest({ signers: [{ person: stranger("Ana Silva") }], fields: [], release: false });
  const count = async () => (await stored(api, requester, request)).length;
  await loggedIn(page, requester);
  let tab = await context.newPage();
  await open(tab, request);
  for (const [index, moment] of (
    ["unsent", "unanswered", "saved", "unsent", "unanswered", "saved"] as const
  ).entries()) {
    const round = index + 1;
    if (moment === "unsent") await context.setOffline(true);
    const reached = moment === "unsent" ? tab.getByText("Not saved. Retrying…").waitFor() : reach(tab, moment);
    await tab
      .getByRole("toolbar", { name: "Fields" })
      .getByRole("button", { name: "Date signed", exact: true })
      .click();
    await tab
      .getByRole("region", { name: "Page 1 of 1" })
      .click({ position: { x: 40 + (round % 5) * 90, y: 60 + Math.floor(round / 5) * 90 } });
    await expect(field(tab)).toHaveCount(round);
    await reached;
    await tab.close();
    await context.setOffline(false);
    if (moment === "unsent") expect(await count()).toBe(round - 1);
    tab = await context.newPage();
    // A script requested while the browser still considers itself offline is never loaded.
    await expect.poll(() => tab.evaluate(() => navigator.onLine)).toBe(true);
    await open(tab, request);
    const restore = tab.getByRole("button", { name: "Restore changes" });
    await expect(
      moment === "unsent"
        ? restore
        : field(tab)
            .nth(round - 1)
            .or(restore),
    ).toBeVisible();
    if (await restore.isVisible()) await restore.click();
    await expect(field(tab)).toHaveCount(round);
    await expect.poll(count).toBe(round);
  }
});

test("resolves a field that both moved by each choice, as one step that can be undone @exhaustive", async ({
  page,
  api,
  newRequest,
  requester,
  loggedIn,
  complaints,
}) => {
  complaints.expect(/status of 412/);
  const request = await newRequest({ signers: [{ person: stranger("Ana Silva") }], release: false });
  await loggedIn(page, requester);
  await open(page, request);
  const now = async () => (await stored(api, requester, request)).map(({ coordinates }) => coordinates.left);
  for (const [choice, done, lefts, mine] of [
    ["Keep both", "Kept both: 2 fields.", [400, 82], 82],
    ["Use theirs", "Used theirs: 1 field.", [400], 92],
    ["Keep mine", "Kept yours: 1 field.", [102], 102],
  ] as const)
    await test.step(choice, async () => {
      const [placed] = await stored(api, requester, request);
      await api.call("PATCH", `/file/${request.uuid}/elements/${placed?.elementId ?? 0}`, {
        as: requester,
        json: { coordinates: { left: 400 } },
      });
      expect((await nudge(page, field(page), "Shift+ArrowRight"))[0]).toBe(mine);
      await expect(banner(page)).toContainText("1 field changed");
      await page.getByRole("button", { name: choice }).click();
      await expect(page.getByText(done)).toBeAttached();
      await expect.poll(now).toEqual(lefts);
      await page.getByRole("button", { name: "Undo choose version" }).click();
      await expect.poll(now).toEqual([mine]);
      await expect(saved(page)).toBeVisible();
    });
});

// The editor was open before the document was sent.
test("records a download in the audit trail, but not opening the editor, which becomes read-only when the document is sent elsewhere @exhaustive", async ({
  page,
  api,
  newRequest,
  requester,
  loggedIn,
  complaints,
}) => {
  complaints.expect(/status of 409/);
  const request = await newRequest({ signers: [{ person: stranger("Ana Silva") }], release: false });
  await loggedIn(page, requester);
  const history = async () =>
    JSON.stringify((await api.call("GET", `/file/${request.uuid}/audit`, { as: requester })).body);
  await open(page, request);
  await expect(page.getByRole("region", { name: "Page 1 of 1" }).locator("canvas")).toBeVisible();
  expect(await history()).not.toContain("file.downloaded");
  await api.bytes(`/file/${request.uuid}/content`, requester);
  expect(await history()).toContain("file.downloaded");

  await api.call("PATCH", "/request-signature", { as: requester, json: { uuid: request.uuid, status: 1 } });
  const before = await stored(api, requester, request);
  await nudge(page, field(page), "ArrowRight");
  await expect(page.getByRole("alert").filter({ hasText: "The document is no longer a draft" })).toBeVisible();
  await expect(page.getByRole("toolbar", { name: "Fields" })).toHaveCount(0);
  expect(await stored(api, requester, request)).toEqual(before);
});
