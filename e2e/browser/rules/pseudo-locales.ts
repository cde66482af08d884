import { expect, type Page } from "@playwright/test";
import { untilHydrated } from "@/e2e/browser/actions/wait-for-hydration";
import { languageCookie, type Locale } from "@/lib/platform/locale/languages";
import { expectNoSidewaysScroll } from "./sideways";
import { strayTexts } from "./stray-texts";

/** Position of each field on its page, in CSS pixels from the page's left edge. */
const fieldsOnPaper = (page: Page): Promise<number[]> =>
  page.evaluate(() =>
    [...document.querySelectorAll("[data-page]")].flatMap((paper) =>
      [...paper.querySelectorAll("button, input, .react-draggable")]
        .filter((field) => getComputedStyle(field).position === "absolute")
        .map((field) => Math.round(field.getBoundingClientRect().left - paper.getBoundingClientRect().left)),
    ),
  );

/** Switches the open page to another language; opened elements and typed text remain. */
async function goOnIn(page: Page, locale: Locale): Promise<void> {
  // Before, Next's router refuses to refresh.
  await untilHydrated(page);
  await page.evaluate(
    ([name, value]) => {
      document.cookie = `${name}=${value}; Path=/`;
      (window as unknown as { next: { router: { refresh(): void } } }).next.router.refresh();
    },
    [languageCookie, locale] as const,
  );
  // The title arrives after the text, and is missing in between.
  await page.waitForFunction((wanted) => document.documentElement.lang === wanted && document.title !== "", locale);
}

/**
 * Checks that all text of the open English page comes from a catalogue and that a right-to-left layout neither scrolls
 * sideways nor mirrors pages of the document. Leaves the page in English at 1280 px.
 */
export async function expectTranslated(page: Page): Promise<void> {
  const placed = await fieldsOnPaper(page);
  await goOnIn(page, "ar-XB");
  await expect.poll(() => strayTexts(page)).toEqual([]);
  await expect(page.locator("html")).toHaveAttribute("dir", "rtl");
  expect(await fieldsOnPaper(page)).toEqual(placed);
  await expectNoSidewaysScroll(page, "right to left");
  await page.setViewportSize({ width: 390, height: 844 });
  await expectNoSidewaysScroll(page, "right to left, 390 px");
  await page.setViewportSize({ width: 1280, height: 800 });
  await goOnIn(page, "en");
}
