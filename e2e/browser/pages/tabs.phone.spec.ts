import type { Locator } from "@playwright/test";
import sharp from "sharp";
import { expect, test } from "@/e2e/browser/fixtures";

/** The edges of a row that are shaded, judged by the pixels above its text. */
async function shadedEdges(row: Locator): Promise<string[]> {
  const { data, info } = await sharp(await row.screenshot())
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  const colourAt = (x: number): string =>
    data
      .subarray((4 * info.width + x) * info.channels)
      .subarray(0, 3)
      .toString("hex");
  const plain = colourAt(Math.round(info.width / 2));
  return [["left", 1] as const, ["right", info.width - 2] as const]
    .filter(([, x]) => colourAt(x) !== plain)
    .map(([edge]) => edge);
}

test("on a phone, shades tabs at the edge beyond which they continue, including from right to left @exhaustive", async ({
  page,
  admin,
  loggedIn,
}) => {
  await loggedIn(page, admin);
  await page.goto("/administration");
  const tabs = page.getByRole("navigation", { name: "Administration" });
  expect(await shadedEdges(tabs)).toEqual(["right"]);
  await tabs.evaluate((row) => row.scrollTo({ left: 120 }));
  expect(await shadedEdges(tabs)).toEqual(["left", "right"]);
  await tabs.evaluate((row) => row.scrollTo({ left: row.scrollWidth }));
  expect(await shadedEdges(tabs)).toEqual(["left"]);
  await page.evaluate(() => void (document.documentElement.dir = "rtl"));
  await tabs.evaluate((row) => row.scrollTo({ left: 0 }));
  expect(await shadedEdges(tabs)).toEqual(["left"]);
});

test("on a phone, lists documents to sign first @exhaustive", async ({ page, newSigner, newRequest, loggedIn }) => {
  const ana = await newSigner("Ana Silva");
  await newRequest({ signers: [{ person: ana }] });
  await loggedIn(page, ana);
  await page.goto("/documents");
  const first = page.getByRole("link", { name: "1 document to sign" });
  await expect(first).toBeInViewport();
  await first.tap();
  await expect(page).toHaveURL(/[?&]tab=to_sign/);
  await expect(first).toHaveCount(0);
});
