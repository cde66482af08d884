import { test } from "@/e2e/browser/fixtures";
import { gallery } from "@/e2e/browser/gallery";
import { untilSettled } from "@/e2e/browser/rules/settled";
import { expectNoSidewaysScroll } from "@/e2e/browser/rules/sideways";
import { expectStopsInSight } from "@/e2e/browser/rules/tab-stops";
import { expectLargeTargets } from "@/e2e/browser/rules/targets";

/** Pages for signers at phone size. */
for (const shown of gallery.filter(({ name, isVariant }) => /^(sign|to)(-|$)/.test(name) && !isVariant)) {
  test(`on a phone, "${shown.name}" has targets of 44 px and no focus hidden under a panel @exhaustive`, async ({
    page,
    show,
  }) => {
    await page.emulateMedia({ reducedMotion: "reduce" });
    await show(shown);
    await untilSettled(page);
    await expectLargeTargets(page, 44, "390 px");
    await expectNoSidewaysScroll(page, "390 px");
    await expectStopsInSight(page, "390 px");
  });
}
