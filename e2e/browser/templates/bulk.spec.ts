import type { Page } from "@playwright/test";
import { dropFile } from "@/e2e/browser/actions/drop-file";
import { expect, test } from "@/e2e/browser/fixtures";
import { expectAccessible } from "@/e2e/browser/rules/axe";
import { expectStatus } from "@/e2e/journey";
import { textPdf } from "@/lib/pdf/testing/text-pdf";

const box = { page: 1, left: 72, top: 300, width: 150, height: 50 };
const json = {
  name: "House rules",
  file: { base64: textPdf([[[72, 700, "House rules"]]]).toString("base64") },
  roles: [{ name: "Tenant" }],
  fields: [
    { role: "Tenant", type: "signature", coordinates: box },
    { role: "Tenant", name: "Flat", type: "text", coordinates: { ...box, top: 400, height: 20 } },
  ],
};
const csvOf = (count: number): string =>
  [
    "E-mail;Name;Flat",
    ...Array.from({ length: count }, (_, n) => `flat${n + 1}@example.org;Tenant ${n + 1};${n + 1}`),
  ].join("\r\n");

async function choose(page: Page, name: string, text: string): Promise<void> {
  const chooser = page.waitForEvent("filechooser");
  // By keyboard: the button opens the file dialog.
  await page.getByRole("button", { name: /^Choose (CSV file|another file)$/ }).press("Enter");
  await (await chooser).setFiles({ name, mimeType: "text/csv", buffer: Buffer.from(`\uFEFF${text}`, "utf16le") });
}

test("a requester sends a template in bulk: corrects a file, sends it, watches, pauses, cancels the rest and reads the results @exhaustive", async ({
  page,
  api,
  newRequester,
  loggedIn,
  inbox,
}) => {
  const requester = await newRequester();
  const { id } = expectStatus(await api.call<{ id: number }>("POST", "/templates", { as: requester, json }), 200, "");
  await loggedIn(page, requester);
  await page.goto(`/templates/${id}`);
  await page.getByRole("link", { name: "Send in bulk" }).press("Enter");

  const example = page.waitForEvent("download");
  await page.getByRole("link", { name: "Download example CSV" }).click();
  expect((await example).suggestedFilename()).toBe(`template-${id}-example.csv`);

  await choose(page, "wrong.csv", `${csvOf(2)}\r\nno address;Bo;3\r\n`);
  const problems = page.getByRole("region", { name: "Problems" });
  await expect(problems.getByRole("row").nth(1)).toHaveText(/4\s*Tenant e-mail\s*This is not an e-mail address/);
  await expect(page.getByRole("main").getByText("2 rows can be sent")).toBeVisible();
  await expectAccessible(page, "problems of a CSV file");

  await choose(page, "Flats.csv", csvOf(120));
  await expect(page.getByText("All rows are correct.")).toBeVisible();
  await expect(page.getByRole("region", { name: "First rows" })).toContainText("flat1@example.org");
  await page.getByLabel(/^Name of this bulk send/).fill("Flats of 2028");
  await page.getByRole("button", { name: "Send 120 documents" }).press("Enter");
  await page.getByRole("alertdialog").getByRole("button", { name: /^Send/ }).press("Enter");

  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Flats of 2028");
  const bar = page.getByRole("progressbar", { name: "Sent" });
  // The progress must advance without a reload.
  await expect.poll(async () => Number(await bar.getAttribute("aria-valuenow"))).toBeGreaterThan(0);
  await page.getByRole("button", { name: "Pause" }).press("Enter");
  await expect(page.getByText("Sending is paused")).toBeVisible();
  const sent = Number(await bar.getAttribute("aria-valuenow"));
  await page.getByRole("button", { name: "Resume" }).press("Enter");
  await expect.poll(async () => Number(await bar.getAttribute("aria-valuenow"))).toBeGreaterThan(sent);
  await page.getByRole("button", { name: "Cancel the rest" }).press("Enter");
  await page.getByRole("alertdialog").getByRole("button", { name: "Cancel the rest" }).press("Enter");
  await expect(page.getByRole("main").getByText("Cancelled", { exact: true }).first()).toBeVisible();

  const results = page.waitForEvent("download");
  await page.getByRole("link", { name: "Download results" }).click();
  expect((await results).suggestedFilename()).toMatch(/^bulk-send-\d+-results\.csv$/);
  expect(await inbox.to("flat1@example.org")).toHaveLength(1);
  await page.getByRole("link", { name: "Open the document of row 2", exact: true }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("House rules");

  await page.goto("/templates");
  await page.getByRole("link", { name: "Bulk sends" }).click();
  const section = page.getByRole("navigation", { name: "Main" }).getByRole("link", { name: "Templates" });
  await expect(section).toHaveAttribute("aria-current", "page");
  await expect(page.getByRole("listitem").filter({ hasText: "Flats of 2028" })).toContainText("Cancelled");

  await page.getByRole("link", { name: "Flats of 2028" }).click();
  await page.getByRole("link", { name: "Show documents" }).press("Enter");
  await expect(page.getByRole("heading", { level: 1, name: "Documents" })).toBeVisible();
  await expect(page.getByRole("link", { name: "House rules" }).first()).toBeVisible();
  await expectAccessible(page, "documents of a bulk send");
  await page.getByRole("link", { name: /From one bulk send/ }).press("Enter");
  await expect(page).toHaveURL(/\/documents$/);
});

test("accepts a CSV file dropped anywhere on the page, and sends rows for the same people only on request @exhaustive", async ({
  page,
  api,
  newRequester,
  loggedIn,
}) => {
  const requester = await newRequester();
  const { id } = expectStatus(await api.call<{ id: number }>("POST", "/templates", { as: requester, json }), 200, "");
  await loggedIn(page, requester);
  await page.goto(`/templates/${id}/bulk`);
  const bytes = Buffer.from(`${csvOf(2)}\r\nflat1@example.org;Tenant 1;17`);
  await dropFile(page, { name: "Flats.csv", type: "text/csv", bytes, offer: "Drop the CSV file here" });
  await expect(page.getByRole("main").getByText("2 rows can be sent")).toBeVisible();
  await page.getByLabel("Also send to people who appear more than once with different values").check();
  await expect(page.getByRole("main").getByText("3 rows can be sent")).toBeVisible();
  await expect(page.getByRole("button", { name: "Send 3 documents" })).toBeVisible();
});
