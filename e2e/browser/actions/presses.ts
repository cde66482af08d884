import type { Locator, Page } from "@playwright/test";

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

/** Types as people do: a field that has not got the focus by itself takes a click, which counts. */
export async function typeInto(field: Locator, text: string): Promise<void> {
  const isFocused = await field.evaluate((element) => element === document.activeElement);
  if (!isFocused) await field.click();
  await field.page().keyboard.type(text);
}
