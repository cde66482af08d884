import { expect, type Page } from "@playwright/test";
import { untilHydrated } from "./wait-for-hydration";

interface DroppedFile {
  name: string;
  type: string;
  bytes: Buffer;
  /** Text that the page shows while a file is over it. */
  offer: string;
  /** A selector of the element under the pointer. */
  over?: string;
}

/** Drags a file over the page until the page offers to accept it, then drops it. */
export async function dropFile(page: Page, { name, type, bytes, offer, over = "body" }: DroppedFile): Promise<void> {
  const dataTransfer = await page.evaluateHandle(
    (file) => {
      const transfer = new DataTransfer();
      transfer.items.add(new File([new Uint8Array(file.bytes)], file.name, { type: file.type }));
      return transfer;
    },
    { name, type, bytes: [...bytes] },
  );
  await untilHydrated(page);
  await page.dispatchEvent(over, "dragenter", { dataTransfer });
  await expect(page.getByText(offer, { exact: true })).toBeVisible();
  for (const event of ["dragover", "drop"]) await page.dispatchEvent(over, event, { dataTransfer });
}
