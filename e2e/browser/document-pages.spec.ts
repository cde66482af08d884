import { makePdf } from "@/lib/pdf/testing/make-pdf";
import { expect, test } from "./fixtures";

// Fact 18, as what makes it true: the server's picture of the page comes first and does not wait for pdf.js.
test("the first page of a 100-page document is a picture by the server, seen while pdf.js is still missing", async ({ page, newRequest, newSigner, loggedIn }) => {
  const ana = await newSigner("Ana Silva");
  const request = await newRequest({ pdf: makePdf({ pages: Array.from({ length: 100 }, () => ({})) }), signers: [{ person: ana }] });
  await loggedIn(page, ana);
  let release: () => void = () => undefined;
  const held = new Promise<void>((resolve) => { release = resolve; });
  await page.route("**/pdfjs/**", async (route) => {
    await held;
    await route.continue();
  });
  await page.goto(`/sign/${request.signers[0]?.link ?? ""}`);
  const first = page.getByRole("region", { name: "Page 1 of 100" });
  await expect.poll(() => first.locator("img").first().evaluate((image: HTMLImageElement) => image.complete && image.naturalWidth > 0)).toBe(true);
  await expect(page.locator("canvas")).toHaveCount(0);
  release();
  await expect(first.locator("canvas")).toBeVisible();
  await expect(first.getByText("Page 1", { exact: true })).toBeAttached();
});

test("of 100 pages at most seven are drawn at a time, and every page has its place from the start", async ({ page, newRequest, newSigner, loggedIn }) => {
  const ana = await newSigner("Ana Silva");
  const request = await newRequest({ pdf: makePdf({ pages: Array.from({ length: 100 }, () => ({})) }), signers: [{ person: ana }] });
  await loggedIn(page, ana);
  await page.goto(`/sign/${request.signers[0]?.link ?? ""}`);
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

// UX.md section 2, "browser cannot render"; WCAG 1.1.1.
test("where pdf.js cannot work, the pictures stay, with a note and the document to download", async ({ page, newRequest, newSigner, loggedIn, complaints }) => {
  complaints.expect(/pdf|ERR_FAILED|Failed to (fetch|load)/i);
  const ana = await newSigner("Ana Silva");
  const request = await newRequest({ pages: 2, signers: [{ person: ana }] });
  await loggedIn(page, ana);
  await page.route("**/pdfjs/**", (route) => route.abort());
  await page.goto(`/sign/${request.signers[0]?.link ?? ""}`);
  await expect(page.getByText("This browser cannot draw the document itself")).toBeVisible();
  await expect(page.getByRole("img", { name: "Picture of page 1" })).toBeVisible();
  await expect(page.getByRole("link", { name: "Download the document" })).toBeVisible();
});
