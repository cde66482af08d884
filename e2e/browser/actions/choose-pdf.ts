import type { Page } from "@playwright/test";
import { untilHydrated } from "./wait-for-hydration";

/** Chooses a PDF on the verify page and waits for the result. */
export async function choosePdf(page: Page, pdf: Buffer, name = "contract.pdf"): Promise<void> {
  await untilHydrated(page);
  const chooser = page.waitForEvent("filechooser");
  await page.getByRole("button", { name: /^(Choose|Check another)/ }).click();
  await (await chooser).setFiles({ name, mimeType: "application/pdf", buffer: pdf });
  await page.getByRole("heading", { name: "Meaning of this result" }).waitFor();
}

/** Flips one bit inside the signed bytes. */
export function flipBit(pdf: Buffer): Buffer {
  const changed = Buffer.from(pdf);
  const at = changed.indexOf("/MediaBox") + "/MediaBox[".length + 1;
  changed.writeUInt8(changed.readUInt8(at) ^ 1, at);
  return changed;
}
