import { createTranslator } from "next-intl";
import { oneLine } from "@/lib/channels/messenger";
import { brandColours, productColours, type Palette } from "@/lib/platform/brand";
import { catalogueOf } from "@/lib/platform/locale/catalogue";
import { formatTimeInZone } from "@/lib/platform/locale/format";
import { directionOf, type Direction, type Language } from "@/lib/platform/locale/languages";
import type { Messages } from "@/lib/platform/locale/messages";

type Values = Readonly<Record<string, string | number>>;
type KeysOf<Tree> = {
  [Name in keyof Tree & string]: Tree[Name] extends string ? Name : `${Name}.${KeysOf<Tree[Name]>}`;
}[keyof Tree & string];

/** The key of a message in `mails.json`. */
type MailKey = KeysOf<Messages["mails"]>;

/** Translates e-mails and short messages into one language. */
export interface MailTranslator {
  language: Language;
  direction: Direction;
  brand: MailBrand;
  /**
   * A sentence of an e-mail. Values may be user text: they are cleaned, and isolated from the direction of the
   * sentence.
   */
  phrase(key: MailKey, values?: Values): Phrase;
  /** A sentence of a short message, without isolation marks, which would make a phone send two messages. */
  plainText(key: MailKey, values?: Values): string;
  /**
   * `12 Mar 2027, 14:02 (Western European Standard Time)`, always with the zone, because e-mails are read in any zone.
   */
  date(at: Date): string;
}

const made = new Map<Language, MailTranslator>();

/** `timeZone`: an IANA name for the zone in which times are written. Null: UTC. */
export function mailTranslator(
  language: Language,
  brand: MailBrand = productBrand,
  timeZone: string | null = null,
): MailTranslator {
  const known = made.get(language) ?? makeTranslator(language);
  made.set(language, known);
  if (timeZone === null) return brand === productBrand ? known : { ...known, brand };
  return { ...known, brand, date: (at) => formatTimeInZone(at, timeZone, language) };
}

function makeTranslator(language: Language): MailTranslator {
  const translate = createTranslator({ locale: language, messages: catalogueOf(language), namespace: "mails" }) as (
    key: string,
    values?: Values,
  ) => string;
  return {
    language,
    direction: directionOf(language),
    brand: productBrand,
    phrase: (key, values = {}) =>
      translate(
        key,
        mapTexts(values, (text) => isolated(oneLine(text))),
      ) as Phrase,
    plainText: (key, values = {}) => translate(key, mapTexts(values, oneLine)),
    date: (at) => formatTimeInZone(at, "UTC", language),
  };
}

function mapTexts(values: Values, change: (text: string) => string): Values {
  return Object.fromEntries(
    Object.entries(values).map(([name, value]) => [name, typeof value === "string" ? change(value) : value]),
  );
}

declare const brand: unique symbol;

/**
 * A translated sentence with cleaned values, each between U+2068 and U+2069 (first strong isolate). Created only by
 * `mailTranslator`.
 */
export type Phrase = string & { readonly [brand]: true };

/** User text as part of a sentence. It must already be cleaned, so that these are its only isolates. */
export function isolated(clean: string): string {
  return `\u2068${clean}\u2069`;
}

const isolate = /\u2068([^\u2068\u2069]*)\u2069/gu;
const fromRightToLeft =
  /[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}\p{Script=Adlam}]/u;
const fromLeftToRight =
  /[\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Devanagari}\p{Script=Thai}]/u;

/** As plain text. Marks are kept only if a value's direction differs from the sentence's. */
export function phraseText(phrase: Phrase, direction: Direction): string {
  const other = direction === "ltr" ? fromRightToLeft : fromLeftToRight;
  return phrase.replace(isolate, (whole: string, value: string) => (other.test(value) ? whole : value));
}

/** As markup: each value is isolated by its element. */
export function phraseHtml(phrase: Phrase): SafeHtml {
  return new SafeHtml(html`${phrase}`.markup.replaceAll("\u2068", "<bdi>").replaceAll("\u2069", "</bdi>"));
}

/** Trusted markup. Created only by `html`. */
export class SafeHtml {
  constructor(readonly markup: string) {}
}

type Value = string | SafeHtml | readonly SafeHtml[];

const entities: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};

/**
 * Tagged template that escapes every value except markup from `html` itself. Safe between tags and in quoted
 * attributes.
 */
export function html(parts: TemplateStringsArray, ...values: Value[]): SafeHtml {
  return new SafeHtml(parts.map((part, index) => part + markupOf(values[index] ?? "")).join(""));
}

function markupOf(value: Value): string {
  if (typeof value === "string") {
    return value.replace(/[&<>"']/g, (character) => entities[character] ?? "");
  }
  return value instanceof SafeHtml ? value.markup : value.map((part) => part.markup).join("");
}

/** How e-mails present the instance. Null members mean the product's own. */
export interface MailBrand {
  name: string | null;
  /** `#rrggbb`, as given. */
  colour: string | null;
  /** PNG, at most 640 by 160 pixels. */
  logo: Buffer | null;
  privacyUrl: string | null;
  termsUrl: string | null;
  imprintUrl: string | null;
}

export const productBrand: MailBrand = {
  name: null,
  colour: null,
  logo: null,
  privacyUrl: null,
  termsUrl: null,
  imprintUrl: null,
};

export function mailColours({ colour }: Pick<MailBrand, "colour">): { light: Palette; dark: Palette } {
  return (colour === null ? null : brandColours(colour)) ?? productColours;
}
