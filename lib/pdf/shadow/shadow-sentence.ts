import type { ShadowFinding } from "./shadow-finding";

const nouns: Readonly<Record<ShadowFinding["code"], readonly [one: string, many: string]>> = {
  printed_not_shown: ["item on page {page} is printed but not shown", "items on page {page} are printed but not shown"],
  shown_not_printed: ["item on page {page} is shown but not printed", "items on page {page} are shown but not printed"],
  hidden_layer: [
    "item on page {page} is in a layer that is hidden",
    "items on page {page} are in layers that are hidden",
  ],
  hidden_annotation: ["annotation on page {page} is hidden", "annotations on page {page} are hidden"],
  covered_text: ["line of text on page {page} is covered", "lines of text on page {page} are covered"],
  covered_page: ["annotation covers nearly all of page {page}", "annotations cover nearly all of page {page}"],
  invisible_text: ["line of text on page {page} cannot be seen", "lines of text on page {page} cannot be seen"],
  off_page: ["item lies outside what is shown of page {page}", "items lie outside what is shown of page {page}"],
  drawn_differently: [
    "feature on page {page} is displayed differently by other programs",
    "features on page {page} are displayed differently by other programs",
  ],
  page_not_looked_at: [
    "page, page {page}, was too long to be looked at for hidden content",
    "pages, from page {page} on, were not all looked at for hidden content",
  ],
  more_pages: ["further page, page {page}, has the same", "further pages, from page {page} on, have the same"],
};

/** A finding in one English sentence, without its full stop. components/verify/describe-change.ts knows these by pattern. */
export function shadowSentence({ code, page, count }: ShadowFinding): string {
  return `${count} ${nouns[code][count === 1 ? 0 : 1].replace("{page}", String(page))}`;
}
