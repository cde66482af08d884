import { choosePdf } from "@/e2e/browser/actions/choose-pdf";
import { changeAtPageBottom, reportPictures } from "@/e2e/browser/actions/report-pictures";
import { expect, test } from "@/e2e/browser/fixtures";
import { expectNoSidewaysScroll } from "@/e2e/browser/rules/sideways";

test("on a phone, shows a signed version page by page on the document's page and the verify page, without scrolling sideways @exhaustive", async ({
  page,
  api,
  world,
  loggedIn,
}) => {
  await loggedIn(page, world.requester);
  await page.goto(`/documents/${world.completed.uuid}`);
  await expectNoSidewaysScroll(page);
  await page.getByRole("link", { name: "View: As signed by Ana Silva" }).tap();
  await expect(page.getByRole("region", { name: "Page 1 of 1" }).locator("img, canvas").first()).toBeVisible();
  await expectNoSidewaysScroll(page);
  await reportPictures(page, () => ({ pictures: changeAtPageBottom }));
  await page.goto("/verify");
  await choosePdf(page, await api.bytes(`/file/${world.completed.uuid}/content`, world.requester));
  await expect(page.getByRole("img", { name: "Page 1 as it was signed" }).locator("canvas")).toBeVisible();
  await expectNoSidewaysScroll(page);
  await page.getByRole("button", { name: "View what Ana Silva signed" }).tap();
  const dialog = page.getByRole("dialog", { name: "As signed by Ana Silva" });
  await expect(dialog.getByRole("group", { name: "Page 1 as it was signed" }).locator("canvas")).toBeVisible();
  const box = await dialog.boundingBox();
  expect((box?.x ?? -1) >= 0 && (box?.x ?? 0) + (box?.width ?? 0) <= 390).toBe(true);
});
