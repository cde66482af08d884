import { expect, test } from "@/e2e/browser/fixtures";
import type { SeededRequest } from "@/e2e/browser/world/seed";
import { formPdf } from "@/lib/pdf/testing/hand-written-pdf";

const link = (request: SeededRequest): string => `/sign/${request.signers[0].link}`;

test("shows the signer the visible page, and zooms the pages with their fields @exhaustive", async ({
  page,
  newSigner,
  newRequest,
  loggedIn,
}) => {
  const ana = await newSigner("Ana Silva");
  const request = await newRequest({
    pages: 3,
    signers: [{ person: ana }],
    fields: [{}, { type: "text", page: 3, top: 300, label: "Place" }],
  });
  await loggedIn(page, ana);
  await page.goto(link(request));
  await expect(page.getByText(/Page 1 of 3$/)).toBeVisible();
  await page.getByRole("button", { name: "Next field" }).click();
  await expect(page.getByRole("textbox", { name: /^Place/ })).toBeFocused();
  await expect(page.getByText(/Page 3 of 3$/)).toBeVisible();

  const sheet = page.getByRole("region", { name: "Page 3 of 3" });
  const field = page.getByRole("textbox", { name: /^Place/ });
  const share = async () => {
    const [paper, box] = [await sheet.boundingBox(), await field.boundingBox()];
    return paper && box ? box.width / paper.width : 0;
  };
  const before = await share();
  await page.getByLabel("Zoom", { exact: true }).selectOption("2");
  await expect.poll(async () => (await sheet.boundingBox())?.width ?? 0).toBeCloseTo(1632, 0);
  expect(await share()).toBeCloseTo(before, 2);
  expect(await page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth)).toBe(true);
  await page.getByRole("button", { name: "Zoom out" }).click();
  await expect(page.getByLabel("Zoom", { exact: true })).toHaveValue("1.5");
});

test("keeps the notice about the file behind a button that works by keyboard @exhaustive", async ({
  page,
  newSigner,
  newRequest,
  loggedIn,
}) => {
  const ana = await newSigner("Ana Silva");
  const request = await newRequest({
    signers: [{ person: ana }],
    pdf: formPdf({
      widgets: ["/FT/Tx/T(name)/Rect[40 340 240 360]/F 4"],
      catalog: "/OpenAction<</S/JavaScript/JS(1)>>",
    }),
    fields: [{ width: 100 }],
  });
  await loggedIn(page, ana);
  await page.goto(link(request));
  const about = page.getByRole("button", { name: /^About this document/ });
  const finding = page.getByText("An action that runs when the document is opened");
  await expect(about).toBeVisible();
  await expect(finding).toBeHidden();
  await about.press("Enter");
  await expect(finding).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(finding).toBeHidden();
  await expect(about).toBeFocused();

  const plain = await newRequest({ signers: [{ person: ana }] });
  await page.goto(link(plain));
  await expect(page.getByRole("button", { name: "Sign document" })).toBeVisible();
  await expect(about).toHaveCount(0);
});
