import { expect, type Page } from "@playwright/test";

/** Chooses a PDF on the verify page and waits for the result. */
export async function choosePdf(page: Page, pdf: Buffer, name = "contract.pdf"): Promise<void> {
  // A click before the page's scripts have run has no effect, so it is repeated.
  await expect(async () => {
    const chooser = page.waitForEvent("filechooser", { timeout: 3000 });
    await page.getByRole("button", { name: /^(Choose|Check another)/ }).click();
    await (await chooser).setFiles({ name, mimeType: "application/pdf", buffer: pdf });
  }).toPass();
  await page.getByRole("heading", { name: "What this result proves, and what it doesn’t" }).waitFor();
}

/** Flips one bit inside the signed bytes. */
export function flipBit(pdf: Buffer): Buffer {
  const changed = Buffer.from(pdf);
  const at = changed.indexOf("/MediaBox") + "/MediaBox[".length + 1;
  changed.writeUInt8(changed.readUInt8(at) ^ 1, at);
  return changed;
}
