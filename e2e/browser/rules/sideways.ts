import { expect, type Page } from "@playwright/test";

/**
 * WCAG 1.4.10: the page does not scroll sideways once the document pages have adapted to the width. Names the elements
 * that cause it.
 */
export async function expectNoSidewaysScroll(page: Page, look = "as it is shown"): Promise<void> {
  await expect
    .poll(
      () =>
        page.evaluate(() => {
          const root = document.documentElement;
          if (root.scrollWidth <= root.clientWidth) return [];
          const reaches = [...document.body.querySelectorAll("*")].filter(
            (element) =>
              element.getBoundingClientRect().right > root.clientWidth + 0.5 ||
              element.getBoundingClientRect().left < -0.5,
          );
          return [
            `${root.scrollWidth - root.clientWidth} px too wide`,
            ...reaches
              .slice(0, 12)
              .map(
                (element) =>
                  `<${element.tagName.toLowerCase()} class="${element.getAttribute("class") ?? ""}"> ${(element.textContent ?? "").slice(0, 40)}`,
              ),
          ];
        }),
      { message: look },
    )
    .toEqual([]);
}
