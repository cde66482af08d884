import { expect, type Page } from "@playwright/test";

/**
 * WCAG 2.5.8: every target measures at least `least` by `least` px. Exempt, as in the criterion: links inside a
 * sentence, fields on a page, whose size the document determines, and keyboard-only elements.
 */
export async function expectLargeTargets(page: Page, least: number, look: string): Promise<void> {
  const small = await page.evaluate((px) => {
    const inSentence = (element: Element): boolean =>
      element.tagName === "A" && getComputedStyle(element).display === "inline";
    const roomOf = (element: Element): DOMRect => {
      const target = element.closest("label") ?? element;
      const own = target.getBoundingClientRect();
      const labels =
        element instanceof HTMLInputElement && /^(checkbox|radio)$/.test(element.type)
          ? [...(element.labels ?? [])].map((label) => label.getBoundingClientRect())
          : [];
      const before = getComputedStyle(target, "::before");
      const drawn =
        before.position === "absolute"
          ? [new DOMRect(own.x, own.y, parseFloat(before.width) || 0, parseFloat(before.height) || 0)]
          : [];
      const all = [own, ...labels, ...drawn];
      return new DOMRect(
        own.x,
        own.y,
        Math.max(...all.map(({ width }) => width)),
        Math.max(...all.map(({ height }) => height)),
      );
    };
    // Elements only for screen readers, such as the skip link before it has focus, cannot be clicked.
    const isUnseen = (element: Element): boolean =>
      getComputedStyle(element).position === "absolute" && getComputedStyle(element).clipPath !== "none";
    const isSeen = (element: Element): boolean =>
      !isUnseen(element) &&
      element.checkVisibility({ visibilityProperty: true, opacityProperty: true }) &&
      element.closest("[aria-hidden=true], [inert]") === null;
    return [
      ...document.querySelectorAll(
        "a[href], button, input:not([type=hidden]), select, textarea, summary, [role=button], [role=tab], [role=menuitem]",
      ),
    ]
      .filter((element) => isSeen(element) && !inSentence(element) && element.closest("[data-page]") === null)
      .map((element) => ({
        name: element.getAttribute("aria-label") ?? element.textContent ?? "",
        tag: element.tagName.toLowerCase(),
        room: roomOf(element),
      }))
      .filter(({ room }) => room.width > 2 && (room.width < px - 0.5 || room.height < px - 0.5))
      .map(
        ({ name, tag, room }) =>
          `<${tag}> ${name.trim().slice(0, 50)}: ${room.width.toFixed(0)} × ${room.height.toFixed(0)}`,
      );
  }, least);
  expect.soft(small, `${look}: smaller than ${least} px`).toEqual([]);
}
