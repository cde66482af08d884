const nouns: Readonly<Record<ShadowFinding["code"], readonly [one: string, many: string]>> = {
  printed_not_shown: ["item on page {page} is printed but not shown", "items on page {page} are printed but not shown"],
  shown_not_printed: ["item on page {page} is shown but not printed", "items on page {page} are shown but not printed"],
  shown_at_some_zoom: [
    "item on page {page} is shown at some magnifications only",
    "items on page {page} are shown at some magnifications only",
  ],
  shown_to_some: [
    "item on page {page} is shown for some languages or people only",
    "items on page {page} are shown for some languages or people only",
  ],
  shown_under_pointer: [
    "annotation on page {page} is drawn differently under the pointer",
    "annotations on page {page} are drawn differently under the pointer",
  ],
  hidden_layer: [
    "item on page {page} is in a layer that is hidden",
    "items on page {page} are in layers that are hidden",
  ],
  hidden_annotation: ["annotation on page {page} is hidden", "annotations on page {page} are hidden"],
  covered_text: ["line of text on page {page} is covered", "lines of text on page {page} are covered"],
  covered_page: ["annotation covers nearly all of page {page}", "annotations cover nearly all of page {page}"],
  invisible_text: ["line of text on page {page} cannot be seen", "lines of text on page {page} cannot be seen"],
  off_page: ["item lies outside what is shown of page {page}", "items lie outside what is shown of page {page}"],
  copied_differently: [
    "text on page {page} is copied as another text than it shows",
    "texts on page {page} are copied as other texts than they show",
  ],
  font_not_embedded: [
    "font on page {page} is not in the file, so other programs may show other letters",
    "fonts on page {page} are not in the file, so other programs may show other letters",
  ],
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

/**
 * A finding as one English sentence, without its full stop, for API clients. The interface derives its own text from
 * the code.
 */
export function shadowSentence({ code, page, count }: ShadowFinding): string {
  return `${count} ${nouns[code][count === 1 ? 0 : 1].replace("{page}", String(page))}`;
}

/**
 * Content of a page beyond, or instead of, what a screen shows. `shown_at_some_zoom`, `shown_to_some`: in a layer for
 * some zoom factors, or for some languages or users. `shown_under_pointer`: other rollover appearances.
 * `copied_differently`: lines whose copied, searched and spoken text differs from the visible one.
 * `font_not_embedded`: `count` fonts that are not embedded, apart from those that every program has.
 * `page_not_looked_at`: the limits were reached. `page` is the first such page and `count` the number of them.
 * `drawn_differently`: `count` features that programs display differently: operands, colour spaces, fonts, images and
 * the like. `more_pages`: findings on further pages that are not listed. `page` is the first of them, `count` their
 * number.
 */
export const shadowCodes = [
  "printed_not_shown",
  "shown_not_printed",
  "shown_at_some_zoom",
  "shown_to_some",
  "shown_under_pointer",
  "hidden_layer",
  "hidden_annotation",
  "covered_text",
  "covered_page",
  "invisible_text",
  "off_page",
  "copied_differently",
  "font_not_embedded",
  "drawn_differently",
  "page_not_looked_at",
  "more_pages",
] as const;

export type ShadowCode = (typeof shadowCodes)[number];

/** `page` is counted from 1. `count` is a number of items: lines of text, pictures, drawings, annotations. */
export interface ShadowFinding {
  code: ShadowCode;
  page: number;
  count: number;
}
