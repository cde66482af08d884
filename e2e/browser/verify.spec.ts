import type { Page } from "@playwright/test";
import { expect, test } from "./fixtures";

async function choose(page: Page, pdf: Buffer): Promise<void> {
  const chooser = page.waitForEvent("filechooser");
  await page.getByRole("button", { name: /Choose/ }).click();
  await (await chooser).setFiles({ name: "contract.pdf", mimeType: "application/pdf", buffer: pdf });
}

// Fact 55.
test("the finished PDF is reported valid with both signers' names, without an account", async ({ page, api, world }) => {
  const pdf = await api.bytes(`/file/${world.completed.uuid}/content`, world.requester);
  await page.goto("/verify");
  await choose(page, pdf);
  await expect(page.getByRole("heading", { level: 2, name: /^Signed/ })).toBeVisible();
  for (const name of ["Ana Silva", "Bo Lindqvist"]) {
    const card = page.getByRole("article").filter({ has: page.getByRole("heading", { name }) });
    await expect(card.getByText(/^Valid/)).toBeVisible();
  }
});

// Fact 55.
test("with one byte changed the PDF is reported changed", async ({ page, api, world }) => {
  const pdf = Buffer.from(await api.bytes(`/file/${world.completed.uuid}/content`, world.requester));
  const at = pdf.indexOf("/MediaBox");
  pdf.writeUInt8(pdf.readUInt8(at + 11) ^ 1, at + 11);
  await page.goto("/verify");
  await choose(page, pdf);
  await expect(page.getByRole("heading", { level: 2, name: "The signature is not valid" })).toBeVisible();
  for (const name of ["Ana Silva", "Bo Lindqvist"]) {
    const card = page.getByRole("article").filter({ has: page.getByRole("heading", { name }) });
    await expect(card.getByText("the signed bytes were changed").first()).toBeVisible();
  }
  await expect(page.getByText(/^Valid/)).toHaveCount(0);
});

test("our own file is verified by its number, without an account and without anybody's address", async ({ page, world }) => {
  await page.goto(`/verify/${world.completed.uuid}`);
  await expect(page.getByText(world.completed.name).first()).toBeVisible();
  await expect(page.getByText("Ana Silva").first()).toBeVisible();
  expect(await page.content()).not.toContain(world.returning.email);
});
