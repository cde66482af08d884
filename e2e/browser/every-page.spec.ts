import { expectAccessible, type Rules } from "@/e2e/browser/rules/axe";
import { expectRoomForLargeText } from "@/e2e/browser/rules/large-text";
import { expectStructure } from "@/e2e/browser/rules/page-structure";
import { expectTranslated } from "@/e2e/browser/rules/pseudo-locales";
import { untilSettled } from "@/e2e/browser/rules/settled";
import { expectNoSidewaysScroll } from "@/e2e/browser/rules/sideways";
import { expectStopsInSight } from "@/e2e/browser/rules/tab-stops";
import { expectLargeTargets } from "@/e2e/browser/rules/targets";
import { gallery } from "@/e2e/browser/world/gallery";
import { expect, test } from "./fixtures";

const wide = { width: 1280, height: 800 };
const narrow = { width: 320, height: 640 };
/** A window of 1280 × 800 at 200 % zoom: the browser lays out the page as if it were half as wide. */
const zoomed = { width: 640, height: 400 };

interface Look extends Rules {
  name: string;
  colorScheme: "light" | "dark";
  size: typeof wide;
}

const looks: readonly Look[] = [
  { name: "light, 1280 px", colorScheme: "light", size: wide },
  { name: "dark, 320 px", colorScheme: "dark", size: narrow },
];
/** With the rules that can have another result here than in the looks above. */
const otherLooks: readonly Look[] = [
  { name: "dark, 1280 px", colorScheme: "dark", size: wide, only: ["color-contrast", "link-in-text-block"] },
  { name: "light, zoom of 200 %", colorScheme: "light", size: zoomed, except: ["color-contrast"] },
];

/** One page of each kind for the quick run: public, list, editor, signer. The exhaustive run visits every page. */
const quickPages = new Set(["landing", "documents", "editor-field", "sign-code"]);

/**
 * Checks accessibility and appearance of every page in one visit. The quick pages have four looks and are walked with
 * Tab in both windows, all others two looks and a walk in the narrow window, where fixed bars leave the least room. The
 * order matters: the walk closes open elements such as a menu, and large text remains, so these come last.
 */
for (const shown of gallery) {
  test(`"${shown.name}" meets WCAG 2.2 AA, has only catalogue texts, works right to left, shows focus${quickPages.has(shown.name) ? "" : " @exhaustive"}`, async ({
    page,
    show,
  }) => {
    await page.emulateMedia({ reducedMotion: "reduce" });
    await show(shown);
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
    await test.step("texts and directions", () => expectTranslated(page));
    for (const look of quickPages.has(shown.name) ? [...looks, ...otherLooks] : looks) {
      await test.step(look.name, async () => {
        await page.emulateMedia({ colorScheme: look.colorScheme });
        await page.setViewportSize(look.size);
        await expectAccessible(page, look.name, look);
        await expectNoSidewaysScroll(page, look.name);
      });
    }
    for (const size of quickPages.has(shown.name) ? [wide, narrow] : [narrow]) {
      await test.step(`focus, ${size.width} px`, async () => {
        await page.setViewportSize(size);
        await expectStopsInSight(page, `${size.width} px`);
      });
    }
    await test.step("text at twice the size", async () => {
      await page.setViewportSize(wide);
      await expectRoomForLargeText(page);
    });
  });
}
