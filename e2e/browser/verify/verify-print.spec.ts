import type { Page } from "@playwright/test";
import { expect, test } from "@/e2e/browser/fixtures";
import { gallery } from "@/e2e/browser/gallery";

for (const shown of gallery.filter(({ name, isVariant }) => name.startsWith("verify") && !isVariant)) {
  test(`prints "${shown.name}" without buttons and with text that is legible on white paper @exhaustive`, async ({
    page,
    show,
  }) => {
    await page.emulateMedia({ colorScheme: "dark" });
    await show(shown);
    await page.emulateMedia({ media: "print", colorScheme: "dark" });
    await page.evaluate(() => window.dispatchEvent(new Event("beforeprint")));
    await expect(page.locator("button, select, input, textarea, [role=button]").filter({ visible: true })).toHaveCount(
      0,
    );
    expect(await faintTexts(page)).toEqual([]);
  });
}

/**
 * Text with a contrast below 4.5 to 1 on paper. A browser prints no background without `print-color-adjust: exact`, so
 * only backgrounds with that property count.
 */
async function faintTexts(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const pixel = document.createElement("canvas").getContext("2d", { willReadFrequently: true });
    const rgb = (colour: string): number[] => {
      if (!pixel) return [0, 0, 0, 0];
      pixel.clearRect(0, 0, 1, 1);
      pixel.fillStyle = colour;
      pixel.fillRect(0, 0, 1, 1);
      return [...pixel.getImageData(0, 0, 1, 1).data];
    };
    const luminance = (parts: readonly number[]): number => {
      const [red = 0, green = 0, blue = 0] = parts.slice(0, 3).map((part) => {
        const share = part / 255;
        return share <= 0.03928 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
      });
      return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
    };
    const paperUnder = (element: Element): number[] => {
      for (let at: Element | null = element; at; at = at.parentElement) {
        const style = getComputedStyle(at);
        const colour = rgb(style.backgroundColor);
        if (style.printColorAdjust === "exact" && (colour[3] ?? 0) > 200) return colour;
      }
      return [255, 255, 255];
    };
    const faint: string[] = [];
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    while (texts.nextNode()) {
      const element = texts.currentNode.parentElement;
      const text = texts.currentNode.textContent?.trim() ?? "";
      if (!element || text === "" || !element.checkVisibility({ visibilityProperty: true, opacityProperty: true }))
        continue;
      if (element.closest(".sr-only, .textLayer, canvas, script, style")) continue;
      const [one, two] = [luminance(rgb(getComputedStyle(element).color)), luminance(paperUnder(element))];
      const contrast = (Math.max(one, two) + 0.05) / (Math.min(one, two) + 0.05);
      if (contrast < 4.5) faint.push(`${text.slice(0, 40)}: ${contrast.toFixed(2)}`);
    }
    return faint;
  });
}
