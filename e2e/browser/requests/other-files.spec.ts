import sharp from "sharp";
import { boxOf } from "@/e2e/browser/actions/box-of";
import { chooseFiles, confirmPages } from "@/e2e/browser/actions/other-files";
import { expect, test } from "@/e2e/browser/fixtures";
import { docxOf, paragraph } from "@/lib/engine/office/testing/hostile-files";

test("converts a Word document, shows it, and uses or discards it @exhaustive", async ({
  page,
  newRequester,
  loggedIn,
}) => {
  await loggedIn(page, await newRequester());
  await page.goto("/documents/new");
  const contract = { name: "contract.docx", buffer: await docxOf(paragraph("Lease of a flat")) };
  await chooseFiles(page, "Choose files", contract);
  await expect(page.getByRole("heading", { name: "Converted from contract.docx" })).toBeVisible();
  await expect(page.getByText("Check the pages before you continue.")).toBeVisible();
  const shown = page.getByRole("img", { name: "Page 1 of 1" });
  await expect.poll(() => shown.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(800);
  const frame = await boxOf(page.getByRole("group", { name: "One page" }));
  const sheet = await boxOf(shown);
  const off = sheet.x + sheet.width / 2 - frame.x - frame.width / 2;
  expect(Math.abs(off), "a single page is in the middle").toBeLessThan(12);
  await page.getByRole("button", { name: "Discard" }).click();
  await expect(page.getByText("Nothing was saved")).toBeVisible();
  await chooseFiles(page, "Choose files", contract);
  await confirmPages(page);
  await expect(page.getByLabel("Document title")).toHaveValue("contract");
});

test("orders pictures and makes them one document @exhaustive", async ({ page, newRequester, loggedIn }) => {
  await loggedIn(page, await newRequester());
  await page.goto("/documents/new");
  const picture = async (name: string, background: string) => ({
    name,
    buffer: await sharp({ create: { width: 400, height: 600, channels: 3, background } })
      .jpeg()
      .toBuffer(),
  });
  await chooseFiles(
    page,
    "Choose files",
    await picture("second.jpg", "#0000cc"),
    await picture("first.jpg", "#cc0000"),
  );
  await expect(page.getByRole("heading", { name: "2 images" })).toBeVisible();
  await page.getByRole("button", { name: "Move first.jpg up" }).click();
  await chooseFiles(page, "Add images", await picture("third.jpg", "#00cc00"));
  await expect(page.getByRole("listitem").filter({ hasText: "first.jpg" })).toContainText("Page 1");
  await page.getByRole("button", { name: "Remove third.jpg" }).click();
  await chooseFiles(page, "Add images", {
    name: "scan.tiff",
    buffer: await sharp(Buffer.alloc(300), { raw: { width: 10, height: 10, channels: 3 } })
      .tiff()
      .toBuffer(),
  });
  const scan = page.getByRole("listitem").filter({ hasText: "scan.tiff" });
  await expect(scan.locator("img"), "no sign of a broken picture").toHaveCount(0);
  await page.getByRole("button", { name: "Remove scan.tiff" }).click();
  await page.getByLabel("Margins").selectOption({ label: "None" });
  await page.getByRole("button", { name: "Create document" }).click();
  await expect(page.getByRole("heading", { name: "Converted from 2 images" })).toBeVisible();
  await expect(page.getByRole("img", { name: /Page \d of 2/ })).toHaveCount(2);
  await confirmPages(page);
  await expect(page.getByLabel("Document title")).toHaveValue("first");
});
