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

/**
 * A finding as one English sentence, without its full stop, for API clients. The interface derives its own text from
 * the code.
 */
export function shadowSentence({ code, page, count }: ShadowFinding): string {
  const [one, other] = wordings[code];
  return (count === 1 ? one : other).replace("#", String(count)).replace("{page}", String(page));
}

/** The wording of the English catalogue (`upload.shadow`), with figures at the beginning. `#` is the count. */
const wordings: Readonly<Record<ShadowCode, readonly [one: string, other: string]>> = {
  printed_not_shown: [
    "1 item on page {page} is printed but not shown",
    "# items on page {page} are printed but not shown",
  ],
  shown_not_printed: [
    "1 item on page {page} is shown but not printed",
    "# items on page {page} are shown but not printed",
  ],
  shown_at_some_zoom: [
    "1 item on page {page} is shown at some zoom levels only",
    "# items on page {page} are shown at some zoom levels only",
  ],
  shown_to_some: [
    "1 item on page {page} is shown for some languages or users only",
    "# items on page {page} are shown for some languages or users only",
  ],
  shown_under_pointer: [
    "1 annotation or field on page {page} looks different when you point at it",
    "# annotations or fields on page {page} look different when you point at them",
  ],
  hidden_layer: [
    "1 item on page {page} is in a layer that is hidden",
    "# items on page {page} are in layers that are hidden",
  ],
  hidden_annotation: [
    "1 annotation or field on page {page} is hidden",
    "# annotations or fields on page {page} are hidden",
  ],
  covered_text: [
    "1 line of text on page {page} is covered by something else",
    "# lines of text on page {page} are covered by something else",
  ],
  covered_page: ["1 annotation covers nearly all of page {page}", "# annotations cover nearly all of page {page}"],
  invisible_text: ["1 line of text on page {page} is invisible", "# lines of text on page {page} are invisible"],
  off_page: [
    "1 item is outside the visible part of page {page}",
    "# items are outside the visible part of page {page}",
  ],
  copied_differently: [
    "1 text on page {page} is different when it is copied or searched",
    "# texts on page {page} are different when they are copied or searched",
  ],
  font_not_embedded: [
    "Page {page} uses a font that is not in the file: other programs show the text in another font, perhaps with other characters",
    "Page {page} uses # fonts that are not in the file: other programs show the text in other fonts, perhaps with other characters",
  ],
  drawn_differently: [
    "Page {page} uses a feature that other programs display differently",
    "Page {page} uses # features that other programs display differently",
  ],
  page_not_looked_at: [
    "Page {page} was too long to check completely for hidden content",
    "# pages, from page {page} on, were not completely checked for hidden content",
  ],
  more_pages: [
    "The same applies to one more page, page {page}",
    "The same applies to # more pages, from page {page} on",
  ],
};
