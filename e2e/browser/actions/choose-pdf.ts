import { expect, type Page } from "@playwright/test";

/** Hands the verify page a PDF, as a person chooses one, and waits for its result. */
export async function choosePdf(page: Page, pdf: Buffer, name = "contract.pdf"): Promise<void> {
  // A press before the page's scripts have run does nothing; people press again.
  await expect(async () => {
    const chooser = page.waitForEvent("filechooser", { timeout: 3000 });
    await page.getByRole("button", { name: /^(Choose|Check another)/ }).click();
    await (await chooser).setFiles({ name, mimeType: "application/pdf", buffer: pdf });
  }).toPass();
  await page.getByRole("heading", { name: "What this result proves, and what it doesn’t" }).waitFor();
}

/** One bit inside what was signed is another one. */
export function flipBit(pdf: Buffer): Buffer {
  const changed = Buffer.from(pdf);
  const at = changed.indexOf("/MediaBox") + "/MediaBox[".length + 1;
  changed.writeUInt8(changed.readUInt8(at) ^ 1, at);
  return changed;
}
