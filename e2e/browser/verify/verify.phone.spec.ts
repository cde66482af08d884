import { choosePdf } from "@/e2e/browser/actions/choose-pdf";
import { expect, test } from "@/e2e/browser/fixtures";
import { expectNoSidewaysScroll } from "@/e2e/browser/rules/sideways";
import { rewritePage } from "@/e2e/browser/world/tamper";
import { makeCompleted } from "@/lib/pades/verify/testing/signed-files";

test("on a phone, switches between the two versions of a page in the same place @exhaustive", async ({ page }) => {
  await page.goto("/verify");
  await choosePdf(page, rewritePage((await makeCompleted()).bytes, 2, "Page 900"));
  const [signed, now] = [
    page.getByRole("group", { name: "Page 2 as it was signed" }),
    page.getByRole("group", { name: "Page 2, current" }),
  ];
  await expect(now).toBeVisible();
  await expect(signed).toBeHidden();
  const before = await now.boundingBox();
  await page.getByText("As signed", { exact: true }).click();
  await expect(signed).toBeVisible();
  await expect(now).toBeHidden();
  expect(await signed.boundingBox()).toMatchObject({ x: before?.x, width: before?.width });
  await expectNoSidewaysScroll(page);
});
