import type { Locator, Page } from "@playwright/test";

/** Counts clicks in this page from now on, across navigations. */
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

/** Types like a user: a field without focus first needs a click, which is counted. */
export async function typeInto(field: Locator, text: string): Promise<void> {
  const isFocused = await field.evaluate((element) => element === document.activeElement);
  if (!isFocused) await field.click();
  await field.page().keyboard.type(text);
}
