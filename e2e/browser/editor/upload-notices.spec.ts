import { edit } from "@/e2e/browser/actions/editor-page";
import { expect, test } from "@/e2e/browser/fixtures";
import { formPdf } from "@/lib/pdf/testing/hand-written-pdf";

test("dismisses the notice about an upload for this document, also after a reload, and shows it again on request @exhaustive", async ({
  page,
  newSigner,
  newRequest,
  requester,
  loggedIn,
}) => {
  const request = await newRequest({
    signers: [{ person: await newSigner("Ana Silva") }],
    pdf: formPdf({
      widgets: ["/FT/Tx/T(name)/Rect[40 340 240 360]/F 4"],
      catalog: "/OpenAction<</S/JavaScript/JS(1)>>",
    }),
    fields: [],
    release: false,
  });
  await loggedIn(page, requester);
  await page.goto(edit(request));
  const title = "About the file you uploaded";
  const dismiss = page.getByRole("button", { name: "Dismiss", exact: true });
  await expect(page.getByText(title)).toBeVisible();
  await dismiss.press("Enter");
  await expect(page.getByText(title)).toHaveCount(0);
  await expect(page.getByRole("main")).toBeFocused();
  await page.reload();
  await expect(page.getByRole("toolbar").first()).toBeVisible();
  await expect(page.getByText(title)).toHaveCount(0);

  await page.goto(`/documents/${request.uuid}`);
  await page.getByRole("button", { name: title }).press("Enter");
  await expect(page.getByText("Scripts (JavaScript)")).toBeVisible();
  await dismiss.press("Enter");
  await expect(page.getByRole("button", { name: title })).toBeFocused();
});
