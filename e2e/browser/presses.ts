import type { Page } from "@playwright/test";

/** How often a pointer was pressed in this page from now on, over all documents that it opens. */
export async function countPresses(page: Page): Promise<() => number> {
  let presses = 0;
  await page.exposeFunction("countPress", () => {
    presses += 1;
  });
  const listen = () => {
    const counting = window as unknown as { countPress?: () => void; isCounting?: true };
    if (counting.isCounting) return;
    counting.isCounting = true;
    addEventListener("pointerdown", () => counting.countPress?.(), true);
  };
  await page.addInitScript(listen);
  await page.evaluate(listen);
  return () => presses;
}
