import { expect, type Page } from "@playwright/test";
import { languageCookie, type Locale } from "@/lib/platform/locale/languages";
import { expectNoSidewaysScroll } from "./sideways";
import { strayTexts } from "./stray-texts";

/** Where each box stands on its paper, in CSS pixels from the left edge of the page. */
const boxesOnPaper = (page: Page): Promise<number[]> =>
  page.evaluate(() =>
    [...document.querySelectorAll("[data-page]")].flatMap((paper) =>
      [...paper.querySelectorAll("button, input, .react-draggable")]
        .filter((box) => getComputedStyle(box).position === "absolute")
        .map((box) => Math.round(box.getBoundingClientRect().left - paper.getBoundingClientRect().left)),
    ),
  );

/** The page that is open goes on in another language, as after the switch: what was opened and typed stays. */
async function goOnIn(page: Page, locale: Locale): Promise<void> {
  await page.evaluate(
    ([name, value]) => {
      document.cookie = `${name}=${value}; Path=/`;
      (window as unknown as { next: { router: { refresh(): void } } }).next.router.refresh();
    },
    [languageCookie, locale] as const,
  );
  // The title comes in a part of its own, after the words; between the two there is none.
  await page.waitForFunction((wanted) => document.documentElement.lang === wanted && document.title !== "", locale);
}

/** Every word of the page that is open comes from a catalogue; from right to left it scrolls nowhere sideways, and paper is not mirrored. Leaves it in English at 1280 px. */
export async function expectTranslated(page: Page): Promise<void> {
  await goOnIn(page, "en-XA");
  await expect.poll(() => strayTexts(page)).toEqual([]);
  const placed = await boxesOnPaper(page);

  await goOnIn(page, "ar-XB");
  await expect(page.locator("html")).toHaveAttribute("dir", "rtl");
  expect(await boxesOnPaper(page)).toEqual(placed);
  await expectNoSidewaysScroll(page, "right to left");
  await page.setViewportSize({ width: 390, height: 844 });
  await expectNoSidewaysScroll(page, "right to left, 390 px");
  await page.setViewportSize({ width: 1280, height: 800 });
  await goOnIn(page, "en");
}
