import { readFile } from "node:fs/promises";
import type { Locator, Page } from "@playwright/test";
import { paste } from "@/e2e/browser/actions/paste";
import { expect, test } from "@/e2e/browser/fixtures";
import { stranger } from "@/e2e/browser/world/seed";
import { strokePng } from "@/e2e/journey";
import { makePdf } from "@/lib/pdf/testing/make-pdf";

const row = (page: Page, number: number): Locator => page.getByRole("group", { name: `Signer ${number}`, exact: true });

/** Chooses files through the visible buttons. */
async function choose(page: Page, button: Locator, file: { name: string; mimeType: string; buffer: Buffer }) {
  const [chooser] = await Promise.all([page.waitForEvent("filechooser"), button.click()]);
  await chooser.setFiles(file);
}

test("a requester asks for files, the signer adds them and signs, and the requester downloads them @exhaustive", async ({
  page,
  open,
  complaints,
  api,
  newRequester,
  loggedIn,
  inbox,
}) => {
  const requester = await newRequester();
  const ana = stranger("Ana Silva");
  const { body } = await api.call<{ uuid: string }>("POST", "/file?name=Tenancy", {
    as: requester,
    body: makePdf({ pages: [{}] }),
    type: "application/pdf",
  });
  await loggedIn(page, requester);
  await page.goto(`/documents/${body.uuid}/signers`);
  await row(page, 1).getByLabel("E-mail").fill(ana.email);
  await row(page, 1).getByLabel("Name").fill(ana.name);
  await page.getByRole("button", { name: "Request a file from signer 1" }).click();
  const dialog = page.getByRole("dialog", { name: "Request a file" });
  await dialog.getByRole("button", { name: "Done" }).click();
  await expect(dialog.getByText("Enter a name.")).toBeVisible();
  await dialog.getByLabel("Name").fill("ID card");
  await dialog.getByLabel("Instructions").fill("Both sides");
  await dialog.getByLabel("Word (DOCX)").uncheck();
  await dialog.getByLabel("Number of files").selectOption("2");
  await dialog.getByRole("button", { name: "Done" }).click();
  await expect(row(page, 1).getByText("Required · PDF, JPEG, PNG, WebP, HEIC · up to 2 files")).toBeVisible();
  // By the keyboard alone.
  await page.getByRole("button", { name: "Request a file from signer 1" }).focus();
  await page.keyboard.press("Enter");
  await expect(dialog.getByLabel("Name")).toBeFocused();
  await page.keyboard.type("Payslip");
  await dialog.getByLabel("Required").focus();
  await page.keyboard.press("Space");
  await page.keyboard.press("Enter");
  await expect(row(page, 1).getByText(/^Optional\s· PDF, JPEG/)).toBeVisible();
  await expect(page.getByText(/^Saved \d/)).toBeVisible();
  await page.goto(`/documents/${body.uuid}/review`);
  await page.getByRole("checkbox", { name: "Allow an invisible signature" }).check();
  await page.getByRole("button", { name: /^Send/ }).click();
  await expect(page.getByText("0 of 1 signed").first()).toBeVisible();
  await expect(page.getByText("Not added yet")).toHaveCount(2);

  // One for the missing file, one for the file of a wrong type.
  complaints.expect(/status of (410|422)/);
  const signing = await open(`/sign/${await inbox.linkOf(ana.email)}`);
  await expect(signing.getByText(/asks for these files before you sign: .*ID card/)).toBeVisible();
  await signing.getByRole("button", { name: "Send code" }).click();
  await paste(signing, signing.getByLabel("Code", { exact: true }), await inbox.codeOf(ana.email, 1));
  await expect(signing.getByText("One file to add")).toBeVisible();
  await signing.getByRole("button", { name: "Sign document" }).click();
  await expect(signing.getByText("A required file is missing.")).toBeVisible();
  const button = signing.getByRole("button", { name: /^Choose a file for .*ID card/ });
  await expect(button).toBeFocused();
  await choose(signing, button, {
    name: "front.png",
    mimeType: "image/png",
    buffer: Buffer.from("<!doctype html><script>alert(1)</script>".padEnd(200)),
  });
  await expect(signing.getByRole("alert").filter({ hasText: "has a type that isn’t accepted" })).toBeVisible();
  const front = await strokePng(400, 250);
  await choose(signing, button, { name: "front.png", mimeType: "image/png", buffer: front });
  const added = signing.getByRole("list", { name: /^Added files for .*ID card/ });
  await expect(added.getByText("PNG · ")).toBeVisible();
  await expect(added.locator("img")).toHaveJSProperty("naturalWidth", 400);
  const wrong = { name: "wrong.pdf", mimeType: "application/pdf", buffer: makePdf({ pages: [{}] }) };
  await choose(signing, button, wrong);
  await expect(added.getByRole("listitem")).toHaveCount(2);
  await expect(button).toBeHidden();
  await choose(signing, signing.getByRole("button", { name: /^Replace .*wrong/ }), { ...wrong, name: "back.pdf" });
  await expect(added.getByText("back.pdf")).toBeVisible();
  await expect(added.getByText("wrong.pdf")).toHaveCount(0);
  await signing.getByRole("button", { name: /^Remove .*back/ }).click();
  await expect(added.getByRole("listitem")).toHaveCount(1);
  await expect(button).toBeVisible();
  await signing.reload();
  await expect(added.getByText("front.png")).toBeVisible();
  await signing.getByRole("button", { name: "Sign document" }).click();
  await expect(signing.getByRole("heading", { level: 1, name: /signed|complete/i })).toBeVisible();

  await page.goto(`/documents/${body.uuid}`);
  const [download] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("link", { name: /^Download .*front\.png.* from .*Ana Silva/ }).click(),
  ]);
  expect(download.suggestedFilename()).toBe("front.png");
  expect(await readFile(await download.path())).toEqual(front);
  await expect(page.getByText("attached a file").first()).toBeVisible();
});
