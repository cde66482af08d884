import sharp from "sharp";
import { chooseFiles, confirmPages } from "@/e2e/browser/actions/other-files";
import { expect, test } from "@/e2e/browser/fixtures";
import { docxOf, paragraph } from "@/lib/engine/office/testing/hostile-files";

test("on a phone, turns photographs of two pages into a document @exhaustive", async ({
  page,
  newRequester,
  loggedIn,
}) => {
  await loggedIn(page, await newRequester());
  await page.goto("/documents/new");
  const photograph = async (name: string) => ({
    name,
    buffer: await sharp({ create: { width: 300, height: 400, channels: 3, background: "#eeeeee" } })
      .jpeg()
      .withMetadata({ orientation: 6 })
      .toBuffer(),
  });
  await chooseFiles(page, "Choose files", await photograph("front.jpg"));
  await chooseFiles(page, "Add images", await photograph("back.jpg"));
  await page.getByRole("button", { name: "Create document" }).click();
  await expect(page.getByRole("img", { name: /Page \d of 2/ })).toHaveCount(2);
  await confirmPages(page);
  await expect(page.getByLabel("Document title")).toHaveValue("front");
});

test("on a phone, turns a Word document into a document within the width of the screen @exhaustive", async ({
  page,
  newRequester,
  loggedIn,
}) => {
  await loggedIn(page, await newRequester());
  await page.goto("/documents/new");
  const contract = { name: "contract.docx", buffer: await docxOf(paragraph("Lease of a flat")) };
  await chooseFiles(page, "Choose files", contract);
  await expect(page.getByRole("heading", { name: "Converted from contract.docx" })).toBeVisible();
  await expect(page.getByRole("img", { name: "Page 1 of 1" })).toBeInViewport();
  expect(await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)).toBeLessThanOrEqual(0);
  await confirmPages(page);
  await expect(page.getByLabel("Document title")).toHaveValue("contract");
});
