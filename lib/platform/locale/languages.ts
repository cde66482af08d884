/** The languages of pages and mails, as ISO 639-1 codes; each has a folder of words beside this file. */
export const languageCodes = ["en", "pt"] as const;
export type Language = (typeof languageCodes)[number];

/** The name of each language in itself, its BCP 47 tag in HTML, and its direction. Stored and on the wire, Brazilian Portuguese is `pt`. */
export const languages: Readonly<Record<Language, { ownName: string; tag: string; direction: Direction }>> = {
  en: { ownName: "English", tag: "en", direction: "ltr" },
  pt: { ownName: "Português (Brasil)", tag: "pt-BR", direction: "ltr" },
};

export type Direction = "ltr" | "rtl";

/** The default, and the language of everything that programs read. */
export const standardLanguage: Language = "en";

/** The languages of tests, made from English at run time (`messages.ts`): every word in brackets and longer, and the same from right to left. */
export const pseudoLocales = ["en-XA", "ar-XB"] as const;
export type PseudoLocale = (typeof pseudoLocales)[number];

/** A language of the interface: a BCP 47 tag. */
export type Locale = Language | PseudoLocale;

/** The cookie of a visitor's choice of language (`lib/api/page-locale`). The browser's script writes it, so it is neither secret nor `HttpOnly`. */
export const languageCookie = "paraph-language";

/** The language that a code or tag names (`pt`, `pt-BR`); null for any other text, such as a language that is no longer supported. */
export function toLanguage(code: string | null | undefined): Language | null {
  return languageCodes.find((known) => known === code || languages[known].tag === code) ?? null;
}

export function toPseudoLocale(code: string | null): PseudoLocale | null {
  return pseudoLocales.find((known) => known === code) ?? null;
}

/** The value of `lang` in HTML. */
export function tagOf(locale: Locale): string {
  const language = toLanguage(locale);
  return language ? languages[language].tag : locale;
}

export function directionOf(locale: Locale): Direction {
  const language = toLanguage(locale);
  if (language) return languages[language].direction;
  return locale === "ar-XB" ? "rtl" : "ltr";
}
