import { expect, type Page } from "@playwright/test";

/**
 * WCAG 1.3.1, 2.4.1, 2.4.6, 3.1.1: one main heading, heading levels without gaps, landmarks with distinct names, a
 * language.
 */
export async function expectStructure(page: Page): Promise<void> {
  const { levels, landmarks, language, outside, twins } = await page.evaluate(() => {
    const isSeen = (element: Element): boolean =>
      element.checkVisibility({ visibilityProperty: true }) && element.closest("[aria-hidden=true]") === null;
    const seen = (selector: string): Element[] => [...document.querySelectorAll(selector)].filter(isSeen);
    const nameOf = (element: Element): string =>
      element.getAttribute("aria-label") ??
      document.getElementById(element.getAttribute("aria-labelledby") ?? "")?.textContent ??
      "";
    const isDialogOpen = document.querySelector("[role=dialog], [role=alertdialog]") !== null;
    return {
      levels: (isDialogOpen ? [...document.querySelectorAll("h1, h2, h3, h4, h5, h6")] : seen("h1, h2, h3, h4, h5, h6"))
        .filter((heading) => heading.closest("[role=dialog], [role=alertdialog]") === null)
        .map((heading) => `${heading.tagName.slice(1)} ${(heading.textContent ?? "").trim().slice(0, 40)}`),
      landmarks: isDialogOpen
        ? null
        : {
            main: seen("main").length,
            banner: seen("body > div > header, body > header").length,
            navs: seen("nav").map(nameOf),
            asides: seen("aside, [role=region]").map(nameOf),
          },
      language: document.documentElement.lang,
      twins: [...document.querySelectorAll("[id]")].map(({ id }) => id).filter((id, at, all) => all.indexOf(id) !== at),
      outside: isDialogOpen
        ? []
        : seen("h1, h2, h3, p, form")
            .filter(
              (element) =>
                element.closest(
                  "main, header, footer, aside, nav, [role=region], [role=dialog], [role=alertdialog], [role=status], [role=alert], [aria-live], [data-note]",
                ) === null,
            )
            .map((element) => (element.textContent ?? "").slice(0, 40)),
    };
  });
  const gaps = levels.filter((heading, index) => Number(heading[0]) > Number((levels[index - 1] ?? "0")[0]) + 1);
  expect
    .soft(levels.filter((heading) => heading.startsWith("1")).length, `main headings among ${levels.join(" | ")}`)
    .toBe(1);
  expect.soft(gaps, `headings whose level leaves one out, among ${levels.join(" | ")}`).toEqual([]);
  expect.soft(twins, "ids of several elements").toEqual([]);
  expect.soft(language).toMatch(/^[a-z]{2}/);
  if (landmarks) {
    expect.soft(landmarks.main, "main landmarks").toBe(1);
    expect
      .soft(new Set(landmarks.navs).size, `navigations of distinct names: ${landmarks.navs.join(" | ")}`)
      .toBe(landmarks.navs.length);
    expect.soft(landmarks.navs.filter((name) => name === "").length, "navigations without a name").toBe(0);
  }
  expect.soft(outside, "text outside of every landmark").toEqual([]);
}
