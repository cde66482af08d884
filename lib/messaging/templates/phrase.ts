import type { Direction } from "@/lib/locale/languages";
import { html, SafeHtml } from "./html";

declare const brand: unique symbol;

/** A sentence of the catalogue with clean values in it, each between U+2068 and U+2069 (first strong isolate). Only `mailWords` makes it. */
export type Phrase = string & { readonly [brand]: true };

/** Somebody's words as a part of a sentence. They must be clean already, so that these are the only isolates in it. */
export function isolated(clean: string): string {
  return `\u2068${clean}\u2069`;
}

const isolate = /\u2068([^\u2068\u2069]*)\u2069/gu;
const fromRightToLeft =
  /[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}\p{Script=Adlam}]/u;
const fromLeftToRight =
  /[\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Devanagari}\p{Script=Thai}]/u;

/** As plain text: the marks stay where a value is written the other way round than the sentence, and nowhere else. */
export function phraseText(phrase: Phrase, direction: Direction): string {
  const other = direction === "ltr" ? fromRightToLeft : fromLeftToRight;
  return phrase.replace(isolate, (whole: string, value: string) => (other.test(value) ? whole : value));
}

/** As markup: each value is isolated by its element. */
export function phraseHtml(phrase: Phrase): SafeHtml {
  return new SafeHtml(html`${phrase}`.markup.replaceAll("\u2068", "<bdi>").replaceAll("\u2069", "</bdi>"));
}
