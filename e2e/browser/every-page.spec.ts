import { expectAccessible } from "./axe";
import { expect, test } from "./fixtures";
import { gallery } from "./gallery";
import { expectNoSidewaysScroll } from "./sideways";

const looks = [
  { name: "light, 1280 px", colorScheme: "light", width: 1280, height: 800 },
  { name: "dark, 1280 px", colorScheme: "dark", width: 1280, height: 800 },
  { name: "dark, 320 px", colorScheme: "dark", width: 320, height: 640 },
  { name: "light, 320 px", colorScheme: "light", width: 320, height: 640 },
] as const;

/** Fact 59: WCAG 2.2 AA; 1.4.10 (reflow): nothing but a drawn page may need to be moved sideways. */
for (const shown of gallery) {
  test(`the page "${shown.name}" has one heading, breaks no rule of axe in light and dark at 1280 and 320 px, and needs no sideways scrolling`, async ({ page, world, loggedIn, complaints }) => {
    const status = shown.status ?? 200;
    if (status !== 200) complaints.expect(new RegExp(`status of ${status}`));
    const person = shown.as?.(world);
    if (person) await loggedIn(page, person);
    const answer = await page.goto(shown.path(world));
    expect(answer?.status()).toBe(status);
    await expect(page.locator("h1")).toHaveCount(1);
    await shown.then?.(page, world);
    for (const look of looks) {
      await page.emulateMedia({ colorScheme: look.colorScheme, reducedMotion: "reduce" });
      await page.setViewportSize({ width: look.width, height: look.height });
      await page.waitForLoadState("networkidle");
      await expectAccessible(page, look.name);
      await expectNoSidewaysScroll(page, look.name);
    }
  });
}
