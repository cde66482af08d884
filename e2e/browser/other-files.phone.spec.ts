import sharp from "sharp";
import { chooseFiles, confirmPages } from "./actions/other-files";
import { expect, test } from "./fixtures";

test("photographs of two pages become a document on a phone @exhaustive", async ({ page, newRequester, loggedIn }) => {
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
  await chooseFiles(page, "Add pictures", await photograph("back.jpg"));
  await page.getByRole("button", { name: "Create document" }).click();
  await expect(page.getByRole("img", { name: /Page \d of 2/ })).toHaveCount(2);
  await confirmPages(page);
  await expect(page.getByLabel("Document title")).toHaveValue("front");
});
