import { expect, test } from "@/e2e/browser/fixtures";
import { untilSettled } from "@/e2e/browser/rules/settled";

test("shows a note to a browser without JavaScript in every frame before a form is filled in @exhaustive", async ({
  browser,
  baseURL,
  world,
}) => {
  const context = await browser.newContext({ ...(baseURL ? { baseURL } : {}), javaScriptEnabled: false });
  const page = await context.newPage();
  for (const path of ["/", "/login", "/verify", `/sign/${world.waiting.signers[0]?.link ?? ""}`]) {
    await page.goto(path);
    // Not by its text, because the browser driver does not match text inside this element.
    await expect(page.locator("noscript p")).toBeVisible();
    await expect(page.locator("noscript p")).toContainText("JavaScript is off");
  }
  await context.close();
});

/** WCAG 1.4.11 with system colours: fills disappear, so edges must be visible. */
test("keeps edges of controls and the focus ring visible with the system's contrast colours @exhaustive", async ({
  page,
  world,
  loggedIn,
}) => {
  await loggedIn(page, world.requester);
  await page.emulateMedia({ forcedColors: "active", reducedMotion: "reduce" });
  for (const path of ["/documents", `/documents/${world.draft.uuid}/edit`, "/account", "/developers"]) {
    await page.goto(path);
    await untilSettled(page);
    const edgeless = await page.evaluate(() =>
      [
        ...document.querySelectorAll(
          "main button, main select, main textarea, main input:not([type=checkbox], [type=radio], [type=file], [type=hidden])",
        ),
      ]
        .filter(
          (control) =>
            control.checkVisibility({ visibilityProperty: true }) && control.getBoundingClientRect().width > 2,
        )
        .filter((control) =>
          [control, control.parentElement, ...control.children].every(
            (element) =>
              element === null ||
              getComputedStyle(element).borderTopStyle === "none" ||
              parseFloat(getComputedStyle(element).borderTopWidth) < 1,
          ),
        )
        .map((control) => control.getAttribute("aria-label") ?? control.textContent ?? control.id),
    );
    expect.soft(edgeless, path).toEqual([]);
    await page.keyboard.press("Tab");
    await page.keyboard.press("Tab");
    expect
      .soft(await page.evaluate(() => getComputedStyle(document.activeElement ?? document.body).outlineStyle), path)
      .not.toBe("none");
  }
});

/** Progress indicators, which are animated for as long as the work lasts. */
const lastingAnimations = new Set(["spin", "pulse", "skeleton-breathe"]);

test("animates for 200 ms at most, and not at all if reduced motion is preferred @exhaustive", async ({
  page,
  world,
  loggedIn,
}) => {
  await loggedIn(page, world.requester);
  for (const path of ["/", "/documents", `/documents/${world.draft.uuid}/edit`]) {
    await page.goto(path);
    const { slow, isReduced } = await page.evaluate(
      (lasting) => {
        const milliseconds = (list: string) =>
          list.split(",").map((one) => (one.trim().endsWith("ms") ? parseFloat(one) : parseFloat(one) * 1000));
        const rules: CSSStyleRule[] = [];
        let reduces = false;
        const gather = (list: CSSRuleList): void => {
          for (const rule of list) {
            if (rule instanceof CSSStyleRule) rules.push(rule);
            if (rule instanceof CSSMediaRule && rule.conditionText.includes("prefers-reduced-motion: reduce"))
              reduces ||= /animation-duration: 0[m]?s !important/.test(rule.cssText);
            if ("cssRules" in rule) gather(rule.cssRules as CSSRuleList);
          }
        };
        for (const sheet of document.styleSheets) gather(sheet.cssRules);
        const slowRules = rules.filter(({ style }) => {
          const names = style.animationName.split(",").map((name) => name.trim());
          const animations = milliseconds(style.animationDuration).filter(
            (_, index) => !lasting.includes(names[index] ?? ""),
          );
          return [...animations, ...milliseconds(style.transitionDuration)].some((duration) => duration > 200);
        });
        return { slow: slowRules.map(({ cssText }) => cssText.slice(0, 200)), isReduced: reduces };
      },
      [...lastingAnimations],
    );
    expect.soft(slow, path).toEqual([]);
    expect.soft(isReduced, path).toBe(true);
  }
});
