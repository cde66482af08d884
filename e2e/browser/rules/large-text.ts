import { expect, type Page } from "@playwright/test";
import { untilSettled } from "./settled";

/** WCAG 1.4.4: with text at twice the size nothing is cut off. Names the elements that are. Leaves the text large. */
export async function expectRoomForLargeText(page: Page): Promise<void> {
  await page.evaluate(() => void (document.documentElement.style.fontSize = "200%"));
  await untilSettled(page);
  const cut = await page.evaluate(() => {
    const isSeen = (element: Element): boolean =>
      element.checkVisibility({ visibilityProperty: true, opacityProperty: true }) &&
      element.closest("[aria-hidden=true], [data-page], .sr-only") === null;
    return [...document.querySelectorAll("a, button, h1, h2, h3, label, p, th, td, dt, dd, summary, legend")]
      .filter((element) => {
        const { overflowX, overflowY, textOverflow } = getComputedStyle(element);
        const cutsDown =
          overflowY !== "visible" &&
          overflowY !== "auto" &&
          overflowY !== "scroll" &&
          element.scrollHeight > element.clientHeight + 3;
        const cutsAcross =
          overflowX !== "visible" &&
          overflowX !== "auto" &&
          overflowX !== "scroll" &&
          textOverflow !== "ellipsis" &&
          element.scrollWidth > element.clientWidth + 3;
        const spills =
          /^(A|BUTTON)$/.test(element.tagName) &&
          element.scrollHeight > element.clientHeight + 6 &&
          getComputedStyle(element).display !== "inline";
        return isSeen(element) && element.clientWidth > 2 && (cutsDown || cutsAcross || spills);
      })
      .map(
        (element) =>
          `<${element.tagName.toLowerCase()}> ${(element.textContent ?? "").trim().slice(0, 50)}: ${element.scrollWidth} × ${element.scrollHeight} in ${element.clientWidth} × ${element.clientHeight}`,
      );
  });
  expect.soft(cut, "cut off with text of 200 %").toEqual([]);
}
