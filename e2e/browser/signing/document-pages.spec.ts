import type { Page } from "@playwright/test";
import { expect, test } from "@/e2e/browser/fixtures";
import { makePdf } from "@/lib/pdf/testing/make-pdf";

// The server's page image comes first and does not wait for pdf.js, which keeps the first page below one second.
test("shows the first of 100 pages as a picture from the server while pdf.js is missing, later seven at a time, each in its place from the start @exhaustive", async ({
  page,
  newRequest,
  newSigner,
  loggedIn,
}) => {
  const ana = await newSigner("Ana Silva");
  const request = await newRequest({
    pdf: makePdf({ pages: Array.from({ length: 100 }, () => ({})) }),
    signers: [{ person: ana }],
  });
  await loggedIn(page, ana);
  let release: () => void = () => undefined;
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route("**/pdfjs/**", async (route) => {
    await held;
    await route.continue();
  });
  await page.goto(`/sign/${request.signers[0].link}`);
  const first = page.getByRole("region", { name: "Page 1 of 100" });
  await expect
    .poll(() =>
      first
        .locator("img")
        .first()
        .evaluate((image: HTMLImageElement) => image.complete && image.naturalWidth > 0),
    )
    .toBe(true);
  await expect(page.locator("canvas")).toHaveCount(0);
  release();
  await expect(first.locator("canvas")).toBeVisible();
  await expect(first.getByText("Page 1", { exact: true })).toBeAttached();
  await expect(page.getByRole("region", { name: /^Page \d+ of 100$/ })).toHaveCount(100);
  const height = () => page.evaluate(() => document.documentElement.scrollHeight);
  const before = await height();
  for (const number of [20, 50, 80, 100]) {
    const sheet = page.getByRole("region", { name: `Page ${number} of 100` });
    await sheet.scrollIntoViewIfNeeded();
    await expect(sheet.locator("canvas")).toBeVisible();
    expect(await page.locator("canvas").count()).toBeLessThanOrEqual(7);
  }
  expect(await height()).toBe(before);
});

/** Tracks the largest number of canvases at any moment from now on. */
async function watchCanvases(page: Page): Promise<() => Promise<number>> {
  await page.evaluate(() => {
    const watched = window as unknown as { mostCanvases: number };
    const count = () => {
      watched.mostCanvases = Math.max(watched.mostCanvases, document.querySelectorAll("canvas").length);
    };
    watched.mostCanvases = 0;
    count();
    new MutationObserver(count).observe(document.body, { childList: true, subtree: true });
  });
  return () => page.evaluate(() => (window as unknown as { mostCanvases: number }).mostCanvases);
}

test("has at most seven canvases at any moment from the first to the last of 500 pages, and jumps without the pages in between @exhaustive", async ({
  page,
  newRequest,
  newSigner,
  requester,
  loggedIn,
}) => {
  const request = await newRequest({
    pages: 500,
    signers: [{ person: await newSigner("Ana Silva") }],
    fields: [{ page: 1 }, { page: 380 }, { page: 380, left: 300 }],
    release: false,
  });
  await loggedIn(page, requester);
  await page.goto(`/documents/${request.uuid}/edit`);
  const most = await watchCanvases(page);
  const rail = page.getByRole("navigation", { name: "Pages" });
  await expect(rail.getByRole("button", { name: "Go to page 1, 1 field" })).toHaveAttribute("aria-current", "page");
  await rail.getByRole("button", { name: "Go to page 1, 1 field" }).focus();
  for (let step = 0; step < 3; step++) await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("region", { name: "Page 4 of 500" }).locator("canvas")).toBeInViewport();
  for (const name of ["Go to page 60", "Go to page 217", "Go to page 380, 2 fields", "Go to page 499"]) {
    await rail.getByRole("button", { name, exact: true }).click();
    const number = /\d+/.exec(name)?.[0] ?? "";
    await expect(page.getByRole("region", { name: `Page ${number} of 500` }).locator("canvas")).toBeInViewport();
    await expect(rail.getByRole("button", { name, exact: true })).toHaveAttribute("aria-current", "page");
    expect(await rail.locator("img").count()).toBeLessThanOrEqual(24);
  }
  await page.keyboard.press("End");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("region", { name: "Page 500 of 500" }).locator("canvas")).toBeInViewport();
  const requested: number[] = [];
  page.on("request", (sent) => {
    requested.push(
      ...[...(/pages\/(\d+)\/image\?width=(?:480|800|1200|1600)/.exec(sent.url())?.slice(1) ?? [])].map(Number),
    );
  });
  await page.getByRole("textbox", { name: "Page" }).fill("300");
  await page.keyboard.press("Enter");
  const sheet = page.getByRole("region", { name: "Page 300 of 500" });
  await expect(sheet.locator("img, canvas").first()).toBeInViewport();
  await expect(sheet.getByText("Page 300", { exact: true })).toBeAttached();
  await expect(page.getByRole("textbox", { name: "Page" })).toHaveValue("300");
  expect(requested.filter((number) => number < 297 || number > 303)).toEqual([]);
  expect(await most()).toBeGreaterThan(0);
  expect(await most()).toBeLessThanOrEqual(7);
});

// "Browser cannot render" in docs/spec/interface.md#link-states, WCAG 1.1.1.
test("keeps the pictures where pdf.js fails, with a note and a download of the document @exhaustive", async ({
  page,
  newRequest,
  newSigner,
  loggedIn,
  complaints,
}) => {
  complaints.expect(/pdf|ERR_FAILED|Failed to (fetch|load)/i);
  const ana = await newSigner("Ana Silva");
  const request = await newRequest({ pages: 2, signers: [{ person: ana }] });
  await loggedIn(page, ana);
  await page.route("**/pdfjs/**", (route) => route.abort());
  await page.goto(`/sign/${request.signers[0].link}`);
  await expect(page.getByText("This browser cannot display the PDF directly")).toBeVisible();
  await expect(page.getByRole("img", { name: "Image of page 1" })).toBeVisible();
  await expect(page.getByRole("link", { name: "Download the document" })).toBeVisible();
});
