import type { Page } from "@playwright/test";
import { choosePdf } from "@/e2e/browser/actions/choose-pdf";
import { expect, test } from "@/e2e/browser/fixtures";
import { signByCode, untilComplete } from "@/e2e/browser/world/seed";
import { insertFirstPage, rewritePage } from "@/e2e/browser/world/tamper";
import { makeCompleted, makeSignedForm } from "@/lib/pades/verify/testing/signed-files";
import { makePdf } from "@/lib/pdf/testing/make-pdf";

const drawn = (page: Page, name: RegExp) => page.getByRole("group", { name }).locator("canvas");

test("names a later revision's change to page 2 of 3 by page, place and text beside the signed page, without sending anything @exhaustive", async ({
  page,
  api,
  admin,
  requester,
  newRequest,
  newSigner,
}) => {
  const request = await newRequest({
    name: "Lease 2027",
    pages: 3,
    signers: [{ person: await newSigner("Ana Silva") }],
  });
  for (const signer of request.signers) await signByCode(api, admin, signer);
  await untilComplete(api, requester, request);
  const pdf = rewritePage(await api.bytes(`/file/${request.uuid}/content`, requester), 2, "Page 900");
  await page.goto("/verify");
  const sent: string[] = [];
  page.on("request", (request) => sent.push(`${request.method()} ${new URL(request.url()).pathname}`));
  await choosePdf(page, pdf);
  await expect(page.getByRole("heading", { level: 2, name: "Changed after signing" })).toBeVisible();
  await expect(page.getByText("Page 2 differs from what was signed.")).toBeVisible();
  await expect(page.getByRole("heading", { name: "Page 2 of 3 · Differs here" })).toBeVisible();
  await expect(page.getByRole("definition").filter({ hasText: /^Page 2$/ })).toBeVisible();
  await expect(page.getByRole("definition").filter({ hasText: /^Page 900$/ })).toBeVisible();
  await expect(page.getByText("1. At the bottom left")).toBeVisible();
  await expect(drawn(page, /^Page 2 as it was signed/)).toHaveCount(1);
  await expect(drawn(page, /^Page 2, current/)).toHaveCount(1);
  expect(sent.filter((line) => !line.startsWith("GET "))).toEqual(["POST /api/v1/file/validate"]);
  const card = page.getByRole("article").filter({ has: page.getByRole("heading", { name: "Ana Silva" }) });
  await expect(card.getByText("Page 2 was changed", { exact: true })).toBeVisible();
});

test("compares an intact document only on request, and distinguishes later signatures from changes @exhaustive", async ({
  page,
  api,
  world,
}) => {
  await page.goto("/verify");
  await choosePdf(page, await api.bytes(`/file/${world.completed.uuid}/content`, world.requester));
  await expect(page.getByRole("group", { name: /as it was signed/ })).toHaveCount(0);
  await page.getByRole("button", { name: "Compare with current file: Ana Silva" }).click();
  await expect(page.getByRole("heading", { name: "Compare pages" })).toBeFocused();
  await expect(page.getByText("Page 1 differs only where a field was signed or filled in later.")).toBeVisible();
  await expect(page.getByText("in the signature of Bo Lindqvist")).toBeVisible();
  await page.getByRole("combobox", { name: "Version" }).selectOption({
    label: await page
      .getByRole("combobox", { name: "Version" })
      .locator("option", { hasText: "As signed by Bo Lindqvist" })
      .innerText(),
  });
  await expect(page.getByText("The page looks the same in both versions.")).toBeVisible();
});

test("compares files of other services @exhaustive", async ({ page }) => {
  await page.goto("/verify");

  await test.step("offers no comparison for a file that ends with its signature", async () => {
    await choosePdf(page, await makeSignedForm());
    await expect(page.getByText("None. This signature covers the whole file.")).toBeVisible();
    await expect(page.getByRole("heading", { name: "Compare pages" })).toHaveCount(0);
  });

  await test.step("reports an inserted first page as added, and compares the others with their originals", async () => {
    await choosePdf(page, insertFirstPage((await makeCompleted({ base: makePdf({ pages: [{}, {}] }) })).bytes));
    await expect(page.getByText("Page 1 differs from what was signed.")).toBeVisible();
    await expect(page.getByRole("heading", { name: "Page 1 of 3 · Added after signing" })).toBeVisible();
    // Once in the list of differences, once in the comparison.
    await expect(page.getByText("This page did not exist when the document was signed.")).toHaveCount(2);
    await page.getByRole("button", { name: "Next page" }).click();
    await expect(page.getByRole("heading", { name: "Page 2 of 3 · Looks the same" })).toBeVisible();
    await expect(page.getByText("This was page 1 when the document was signed.")).toBeVisible();
  });

  await test.step("stops a comparison on request, shows its progress, and can repeat it", async () => {
    const pages = Array.from({ length: 90 }, () => ({}));
    await choosePdf(
      page,
      rewritePage((await makeCompleted({ base: makePdf({ pages }), signed: 1 })).bytes, 3, "Page 30"),
    );
    await page.getByRole("button", { name: "Stop" }).click();
    await expect(page.getByText(/^Stopped after .* of 90\./)).toBeVisible();
    await page.getByRole("button", { name: "Compare again" }).click();
    await expect(page.getByText("Page 3 differs from what was signed.")).toBeVisible();
  });

  await test.step("keeps the outlines of differences visible in forced colours", async () => {
    await page.emulateMedia({ forcedColors: "active" });
    await choosePdf(page, rewritePage((await makeCompleted()).bytes, 2, "Page 900"));
    const outline = page.getByRole("group", { name: "Page 2, current" }).locator("[aria-hidden] > span").locator("..");
    await expect(outline).toHaveCSS("border-top-width", "2px");
    expect(
      await outline.evaluate(
        (element) => getComputedStyle(element).borderTopColor !== getComputedStyle(element).backgroundColor,
      ),
    ).toBe(true);
  });
});
