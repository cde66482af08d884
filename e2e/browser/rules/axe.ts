import AxeBuilder from "@axe-core/playwright";
import { expect, type Page } from "@playwright/test";

const tags = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"];

/** Rules to run; default all of WCAG 2.2 AA. */
export interface Rules {
  only?: readonly string[];
  except?: readonly string[];
}

/** Fails with one line for each element that violates WCAG 2.2 AA. `look` describes how the page was shown. */
export async function expectAccessible(page: Page, look: string, { only, except = [] }: Rules = {}): Promise<void> {
  // The title is briefly missing while a page's messages are reloaded.
  await expect(page, `${look}: document-title`).toHaveTitle(/\S/);
  // A message that fades in or out briefly has too little contrast.
  await page.evaluate(async () => {
    const ending = document.getAnimations().filter((one) => one.effect?.getComputedTiming().endTime !== Infinity);
    await Promise.allSettled(ending.map((one) => one.finished));
  });
  const axe = new AxeBuilder({ page, ...((await hasAxe(page)) ? { axeSource: useLoaded } : {}) })
    // A focus guard at the edge of an open menu forwards the focus as soon as it receives it.
    .exclude("[data-base-ui-focus-guard]")
    // Only violations are read, and no third-party frames are shown. Without these options a run takes twice as long and opens an extra page.
    // Of the resources that axe preloads, these tags need only media; reading all style sheets was a third of a run.
    .options({ resultTypes: ["violations"], preload: { assets: ["media"] } })
    .setLegacyMode();
  const results = await (only ? axe.withRules([...only]) : axe.withTags(tags).disableRules([...except])).analyze();
  const ran = [...results.passes, ...results.violations, ...results.incomplete, ...results.inapplicable].map(
    (rule) => rule.id,
  );
  // Among others, axe leaves target-size out unless its tag is named.
  expect(ran).toEqual(expect.arrayContaining([...(only ?? ["target-size"])]));
  const violations = results.violations.flatMap((rule) =>
    rule.nodes.map((node) => `${look}: ${rule.id}: ${node.target.join(" ")}: ${node.failureSummary ?? ""}`),
  );
  expect(violations).toEqual([]);
}

/** Without `void`, each check copied axe itself out of the page, twice, which took longer than the check. */
const useLoaded = "void axe";

/** Whether an earlier check of the page loaded axe into every frame, so that its half megabyte need not be compiled again. */
async function hasAxe(page: Page): Promise<boolean> {
  const frames = await Promise.all(
    page.frames().map((frame) => frame.evaluate(() => "axe" in window).catch(() => false)),
  );
  return frames.every(Boolean);
}
