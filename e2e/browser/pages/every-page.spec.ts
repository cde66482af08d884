import type { Page } from "@playwright/test";
import { expect, test } from "@/e2e/browser/fixtures";
import { gallery } from "@/e2e/browser/gallery";
import { expectAccessible, type Rules } from "@/e2e/browser/rules/axe";
import { expectRoomForLargeText } from "@/e2e/browser/rules/large-text";
import { expectStructure } from "@/e2e/browser/rules/page-structure";
import { expectTranslated } from "@/e2e/browser/rules/pseudo-locales";
import { untilSettled } from "@/e2e/browser/rules/settled";
import { expectNoSidewaysScroll } from "@/e2e/browser/rules/sideways";
import { expectStopsInSight } from "@/e2e/browser/rules/tab-stops";
import { expectLargeTargets } from "@/e2e/browser/rules/targets";

const wide = { width: 1280, height: 800 };
const narrow = { width: 320, height: 640 };
/** A window of 1280 × 800 at 200 % zoom: the browser lays out the page as if it were half as wide. */
const zoomed = { width: 640, height: 400 };

interface Look extends Rules {
  name: string;
  colorScheme: "light" | "dark";
  size: typeof wide;
}

const wideLook: Look = { name: "light, 1280 px", colorScheme: "light", size: wide };
const narrowLook: Look = { name: "dark, 320 px", colorScheme: "dark", size: narrow };
/** With the rules that can have another result here than in the looks above. */
const otherLooks: readonly Look[] = [
  { name: "dark, 1280 px", colorScheme: "dark", size: wide, only: ["color-contrast", "link-in-text-block"] },
  { name: "light, zoom of 200 %", colorScheme: "light", size: zoomed, except: ["color-contrast"] },
];

/** One page of each kind: public, list, editor, signer. */
const fullPages = new Set(["landing", "documents", "editor-field", "sign-code"]);
const quickPages = new Set(["landing", "documents"]);

/**
 * Checks accessibility and appearance of every page in one visit. One page of each kind has four looks and is walked
 * with Tab in both windows, the others have two looks and a walk in the narrow window, where fixed bars leave the least
 * room. The order matters: the walk closes open elements such as a menu, and large text remains, so these come last.
 */
for (const shown of gallery.filter(({ isVariant }) => !isVariant)) {
  const title = `"${shown.name}" meets WCAG 2.2 AA, has only catalogue texts, works right to left, shows focus${quickPages.has(shown.name) ? "" : " @exhaustive"}`;
  // Without `show`, which has the worker make the documents of every state: that takes 15 s.
  if (shown.name === "landing") test(title, ({ page }) => expectRules(page, shown.name, () => page.goto("/")));
  else test(title, ({ page, show }) => expectRules(page, shown.name, () => show(shown)));
}

async function expectRules(page: Page, name: string, show: () => Promise<unknown>): Promise<void> {
  const isFull = fullPages.has(name);
  await open(page, show);
  await test.step("texts and directions", () => expectTranslated(page));
  for (const look of isFull ? [narrowLook, ...otherLooks] : [narrowLook])
    await test.step(look.name, () => expectLook(page, look));
  for (const size of isFull ? [wide, narrow] : [narrow]) {
    await test.step(`focus, ${size.width} px`, async () => {
      await page.setViewportSize(size);
      await expectStopsInSight(page, `${size.width} px`);
    });
  }
  await test.step("text at twice the size", async () => {
    await page.setViewportSize(wide);
    await expectRoomForLargeText(page);
  });
}

for (const shown of gallery.filter(({ isVariant }) => isVariant)) {
  test(`"${shown.name}" meets WCAG 2.2 AA @exhaustive`, ({ page, show }) => open(page, () => show(shown)));
}

/** Shows a page and checks it in the first look. */
async function open(page: Page, show: () => Promise<unknown>): Promise<void> {
  await page.emulateMedia({ reducedMotion: "reduce" });
  await show();
  await untilSettled(page);
  await test.step("checks beyond axe", async () => {
    await expectStructure(page);
    await expectLargeTargets(page, 24, "1280 px");
    // A finite animation that has just started ends within moments.
    await expect
      .poll(() => page.evaluate(() => document.getAnimations().length), {
        message: "animations under reduced motion",
      })
      .toBe(0);
  });
  await test.step(wideLook.name, () => expectLook(page, wideLook));
}

async function expectLook(page: Page, look: Look): Promise<void> {
  await page.emulateMedia({ colorScheme: look.colorScheme });
  await page.setViewportSize(look.size);
  await expectAccessible(page, look.name, look);
  await expectNoSidewaysScroll(page, look.name);
}
