import type { Page } from "@playwright/test";
import { edit, fieldOf } from "@/e2e/browser/actions/editor-page";
import { expect, test } from "@/e2e/browser/fixtures";
import { stranger } from "@/e2e/browser/world/seed";

/** Height of the window in which the document page is visible, measured along its middle. */
async function seenHeight(page: Page): Promise<number> {
  return page.evaluate(() => {
    const sheet = document.querySelector("section[data-page='1']");
    if (!sheet) return 0;
    const { left, right } = sheet.getBoundingClientRect();
    const x = (Math.max(0, left) + Math.min(window.innerWidth, right)) / 2;
    let seen = 0;
    for (let y = 0; y < window.innerHeight; y++) if (sheet.contains(document.elementFromPoint(x, y))) seen += 1;
    return seen;
  });
}

// A browser at 200 % zoom lays out a window of 1280 × 800 as one of 640 × 400.
test("shows the page on at least half of the window's height at a zoom of 200 %, even with a field selected @exhaustive", async ({
  page,
  newRequest,
  requester,
  loggedIn,
}) => {
  const request = await newRequest({
    signers: [{ person: stranger("Ana Silva") }, { person: stranger("Bo Lindqvist") }],
    pages: 2,
    release: false,
  });
  await loggedIn(page, requester);
  await page.setViewportSize({ width: 640, height: 400 });
  await page.goto(edit(request));
  await expect(page.getByRole("toolbar").first()).toBeVisible();
  await expect.poll(() => seenHeight(page), "with the palette").toBeGreaterThanOrEqual(200);
  await fieldOf(page, "Signature").first().focus();
  await expect(fieldOf(page, "Signature").first()).toHaveAttribute("aria-pressed", "true");
  await expect.poll(() => seenHeight(page), "with a field selected").toBeGreaterThanOrEqual(200);
});
