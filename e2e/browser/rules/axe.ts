import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
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
  // A message that fades in or out briefly has too little contrast. The wait ends fades that have begun, and a toast
  // whose time is over during the run disappears at once.
  await page.emulateMedia({ reducedMotion: "reduce" });
  await page.evaluate(async () => {
    const ending = document.getAnimations().filter((one) => one.effect?.getComputedTiming().endTime !== Infinity);
    await Promise.allSettled(ending.map((one) => one.finished));
  });
  await loadAxe(page);
  const axe = new AxeBuilder({ page, axeSource: useLoaded })
    // A focus guard at the edge of an open menu forwards the focus as soon as it receives it.
    .exclude("[data-base-ui-focus-guard]")
    // Only violations are read, and no third-party frames are shown. Without these options a run takes twice as long
    // and opens an extra page. Of the resources that axe preloads, these tags need only media; reading all style sheets
    // was a third of a run.
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

const require = createRequire(import.meta.url);
const minified = readFileSync(require.resolve("axe-core/axe.min.js"), "utf8");

/** Without `void`, each check copied axe itself out of the page, twice, which took longer than the check. */
const useLoaded = "void axe";

/**
 * Loads axe into every frame that an earlier check did not. The builder would compile the longer source twice, which
 * took two thirds of a first check.
 */
async function loadAxe(page: Page): Promise<void> {
  await Promise.all(
    page.frames().map(async (frame) => {
      // A frame may go away meanwhile, or be of another origin; the page itself must have axe.
      const load = async () => {
        if (!(await frame.evaluate(() => "axe" in window))) await frame.evaluate(`${minified}\n;void axe`);
      };
      await (frame === page.mainFrame() ? load() : load().catch(() => undefined));
    }),
  );
}
