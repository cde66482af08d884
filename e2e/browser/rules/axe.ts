import AxeBuilder from "@axe-core/playwright";
import { expect, type Page } from "@playwright/test";

const tags = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"];

/** Fails with one line for each element that breaks a rule of WCAG 2.2 AA; `look` says how the page was shown. */
export async function expectAccessible(page: Page, look: string): Promise<void> {
  // While the words of a page are fetched anew, the title is away for a moment.
  await expect(page, `${look}: document-title`).toHaveTitle(/\S/);
  const results = await new AxeBuilder({ page }).withTags(tags).analyze();
  const ran = [...results.passes, ...results.violations, ...results.incomplete, ...results.inapplicable].map(
    (rule) => rule.id,
  );
  expect(ran, "axe leaves target-size out unless its tag is named").toContain("target-size");
  const violations = results.violations.flatMap((rule) =>
    rule.nodes.map((node) => `${look}: ${rule.id}: ${node.target.join(" ")}: ${node.failureSummary ?? ""}`),
  );
  expect(violations).toEqual([]);
}
