/** The languages of pages and e-mails, as ISO 639-1 codes. Each has a folder of messages next to this file. */
export const languageCodes = ["en", "pt"] as const;
export type Language = (typeof languageCodes)[number];

/**
 * The name of each language in that language, its BCP 47 tag in HTML, and its direction. Brazilian Portuguese is `pt`
 * in the database and in the API.
 */
export const languages: Readonly<Record<Language, { ownName: string; tag: string; direction: Direction }>> = {
  en: { ownName: "English", tag: "en", direction: "ltr" },
  pt: { ownName: "Português (Brasil)", tag: "pt-BR", direction: "ltr" },
};

export type Direction = "ltr" | "rtl";

/** The default, and the language of everything read by programs. */
export const standardLanguage: Language = "en";

/**
 * Languages for tests, generated from English at run time (`messages.ts`): every message in brackets and lengthened,
 * and the same from right to left.
 */
export const pseudoLocales = ["en-XA", "ar-XB"] as const;
export type PseudoLocale = (typeof pseudoLocales)[number];

/** A language of the interface: a BCP 47 tag. */
export type Locale = Language | PseudoLocale;

/**
 * The cookie with a visitor's language (`lib/api/page-locale`). A script in the browser writes it, so it is neither
 * secret nor `HttpOnly`.
 */
export const languageCookie = "paraph-language";

/**
 * The language of a code or tag (`pt`, `pt-BR`). Null for any other text, such as a language that is no longer
 * supported.
 */
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

/** The tag of the language whose dates and numbers are written. The languages for tests write those of English. */
export function formatTagOf(locale: Locale): string {
  return tagOf(toLanguage(locale) ?? standardLanguage);
}

export function directionOf(locale: Locale): Direction {
  const language = toLanguage(locale);
  if (language) return languages[language].direction;
  return locale === "ar-XB" ? "rtl" : "ltr";
}

interface Preference {
  range: string;
  /** 0 to 1. 0 excludes the language. */
  weight: number;
}

const longestHeader = 1000;
const range = /^(\*|[a-z]{1,8}(?:-[a-z0-9]{1,8})*)(?:\s*;\s*q\s*=\s*(0(?:\.\d{0,3})?|1(?:\.0{0,3})?))?$/;

/**
 * The supported language that a browser prefers most (`Accept-Language`, RFC 9110 section 12.5.4), by the lookup of RFC
 * 4647 section 3.4: `pt-BR` matches `pt`. Null if there is no match. Unreadable parts are ignored.
 */
export function negotiateLanguage(acceptLanguage: string | null): Language | null {
  const preferences = (acceptLanguage ?? "").slice(0, longestHeader).toLowerCase().split(",").flatMap(toPreference);
  const refused = new Set(preferences.filter(({ weight }) => weight === 0).map(({ range }) => range));
  const wanted = preferences.filter(({ weight }) => weight > 0).sort((a, b) => b.weight - a.weight);
  for (const preference of wanted) {
    const found =
      preference.range === "*" ? anyOf(refused) : languageCodes.find((code) => isWithin(preference.range, code));
    if (found && !refused.has(found)) return found;
  }
  return null;
}

function toPreference(text: string): Preference[] {
  const parts = range.exec(text.trim());
  return parts?.[1] ? [{ range: parts[1], weight: Number(parts[2] ?? 1) }] : [];
}

function isWithin(range: string, code: Language): boolean {
  return range === code || range.startsWith(`${code}-`);
}

function anyOf(refused: ReadonlySet<string>): Language | undefined {
  return [standardLanguage, ...languageCodes].find((code) => !refused.has(code));
}
