import type { Page } from "@playwright/test";

/**
 * Text of a page in a pseudo-locale that is not from a catalogue: anything outside ⟦ and ⟧, in the page and in
 * accessible names. Exempt are announcements from before the language switch and untranslatable text: names, documents,
 * code, times, addresses, and text marked as being in another language.
 */
export function strayTexts(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const untranslated =
      "bdi, time, code, pre, kbd, samp, script, style, noscript, svg, canvas, iframe, textarea, [translate=no], [aria-live=polite].sr-only, [lang]:not(html), .textLayer, nextjs-portal, next-route-announcer";
    const isWord = (text: string): boolean =>
      /\p{L}{2}/u.test(text.replace(/\S+@\S+|\bhttps?:\S+|\/\S+|\d+\s(?:B|KB|MB|px|pt)\b|\b[0-9a-f]{12,}\b/gu, ""));
    const isShown = (element: Element): boolean =>
      !element.closest(untranslated) && (element.matches("option") || element.checkVisibility());
    const found: string[] = [];

    let depth = 0;
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    while (walker.nextNode()) {
      const node = walker.currentNode;
      const element = node.parentElement;
      let outside = "";
      for (const character of node.textContent ?? "") {
        if (character === "⟦") depth += 1;
        else if (character === "⟧") depth -= 1;
        else if (depth === 0) outside += character;
      }
      if (element && isWord(outside) && isShown(element))
        found.push(`<${element.tagName.toLowerCase()}> ${outside.trim()}`);
    }

    for (const element of document.body.querySelectorAll("[aria-label], [title], [placeholder], [alt]")) {
      for (const name of ["aria-label", "title", "placeholder", "alt"]) {
        const label = element.getAttribute(name)?.replace(/⟦.*⟧/su, "") ?? "";
        if (isWord(label) && label !== element.textContent && isShown(element))
          found.push(`${name} of <${element.tagName.toLowerCase()}>: ${label}`);
      }
    }
    return found;
  });
}
