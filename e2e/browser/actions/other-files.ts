import { expect, type Page } from "@playwright/test";

interface GivenFile {
  name: string;
  buffer: Buffer;
}

/** Chooses files in the browser's file chooser, which the button `name` opens. */
export async function chooseFiles(page: Page, name: string, ...files: readonly GivenFile[]): Promise<void> {
  const chooser = page.waitForEvent("filechooser");
  await page.getByRole("button", { name }).click();
  await (await chooser).setFiles(files.map((file) => ({ ...file, mimeType: "" })));
}

/** Uses the pages of a converted document. */
export async function confirmPages(page: Page): Promise<void> {
  await page.getByRole("button", { name: "Use these pages" }).click();
  await expect(page).toHaveURL(/\/documents\/[^/]+\/signers$/);
}
