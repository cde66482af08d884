/**
 * What a page holds beyond, or instead of, what a reader sees on a screen.
 * `page_not_looked_at`: the limits were reached; `page` is the first such page and `count` the number of them.
 * `drawn_differently`: `count` features that programs display differently: operands, colour spaces, fonts, images and the like.
 * `more_pages`: findings on further pages that are not listed; `page` is the first of them, `count` their number.
 */
export const shadowCodes = [
  "printed_not_shown",
  "shown_not_printed",
  "hidden_layer",
  "hidden_annotation",
  "covered_text",
  "covered_page",
  "invisible_text",
  "off_page",
  "drawn_differently",
  "page_not_looked_at",
  "more_pages",
] as const;

export type ShadowCode = (typeof shadowCodes)[number];

/** `page` counts from 1. `count` is a number of items: lines of text, pictures, drawings, annotations. */
export interface ShadowFinding {
  code: ShadowCode;
  page: number;
  count: number;
}
