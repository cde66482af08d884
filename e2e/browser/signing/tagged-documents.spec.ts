import { expect, test } from "@/e2e/browser/fixtures";
import { expectAccessible } from "@/e2e/browser/rules/axe";
import { taggedTablePdf } from "@/lib/pdf/testing/tagged-table-pdf";

test("reads a tagged table to screen readers as a table with rows and cells, without a violation of axe @exhaustive", async ({
  page,
  newSigner,
  newRequest,
  loggedIn,
}) => {
  const ana = await newSigner("Ana Silva");
  const request = await newRequest({
    signers: [{ person: ana }],
    pdf: taggedTablePdf(),
    fields: [{ top: 500 }],
  });
  await loggedIn(page, ana);
  await page.goto(`/sign/${request.signers[0].link}`);
  // The content of a canvas is in the accessibility tree, but not visible, so it is not found by role.
  const table = page.locator("canvas [role=table]");
  await expect(table).toHaveCount(1);
  await expect(table.locator("> [role=row]")).toHaveCount(4);
  await expect(table.locator("> [role=row] > [role=columnheader]")).toHaveCount(2);
  await expect(table.locator("> [role=row] > [role=cell]")).toHaveCount(6);
  await expect(page.locator(".textLayer").first()).toContainText(/\w{3,}/);
  await expectAccessible(page, "a tagged table");
});
