import { paste } from "@/e2e/browser/actions/paste";
import { expect, test } from "@/e2e/browser/fixtures";
import { expectNoSidewaysScroll } from "@/e2e/browser/rules/sideways";
import { stranger } from "@/e2e/browser/world/seed";
import { strokePng } from "@/e2e/journey";
import { makePdf } from "@/lib/pdf/testing/make-pdf";

test("on a phone, a guest adds a photo and a file, and signs @exhaustive", async ({ page, newRequest, inbox }) => {
  const ana = stranger("Ana Silva");
  const request = await newRequest({
    name: "Tenancy",
    signers: [
      {
        person: ana,
        attachmentRequests: [
          { label: "ID card", help: "Both sides", maxCount: 2 },
          { label: "Payslip", types: ["pdf"], required: false },
        ],
      },
    ],
    fields: [],
    identify: "email",
  });
  await page.goto(`/sign/${request.signers[0].link}`);
  await page.getByRole("button", { name: "Send code" }).tap();
  await paste(page, page.getByLabel("Code", { exact: true }), await inbox.codeOf(ana.email, 1));
  await page.getByRole("button", { name: "Sign document" }).tap();
  await expect(page.getByText("A required file is missing.")).toBeVisible();
  await expectNoSidewaysScroll(page);
  const [camera] = await Promise.all([
    page.waitForEvent("filechooser"),
    page.getByRole("button", { name: /^Take a photo for .*ID card/ }).tap(),
  ]);
  expect(await camera.element().getAttribute("capture")).toBe("environment");
  // Chromium's file chooser accepts any file here; the type is checked from the bytes.
  await camera.setFiles({ name: "IMG_0001.png", mimeType: "image/png", buffer: await strokePng(300, 200) });
  await expect(page.getByRole("link", { name: "IMG_0001.png" })).toBeVisible();
  await expect(page.getByRole("button", { name: /^Take a photo for .*Payslip/ })).toHaveCount(0);
  const [chooser] = await Promise.all([
    page.waitForEvent("filechooser"),
    page.getByRole("button", { name: /^Choose a file for .*Payslip/ }).tap(),
  ]);
  await chooser.setFiles({ name: "may.pdf", mimeType: "application/pdf", buffer: makePdf({ pages: [{}] }) });
  await expect(page.getByRole("link", { name: "may.pdf" })).toBeVisible();
  await expectNoSidewaysScroll(page);
  await page.getByRole("button", { name: "Sign document" }).tap();
  await expect(page.getByRole("heading", { level: 1, name: /signed|complete/i })).toBeVisible();
  await expectNoSidewaysScroll(page);
});
