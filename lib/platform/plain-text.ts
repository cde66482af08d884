/**
 * A name that people read: no control characters (C0, C1), no line separators, and none of the marks that override, embed or isolate the
 * direction of writing (U+202A to U+202E, U+2066 to U+2069), with which a name shows as another one. Scripts from right to left need none.
 */
export const plainText = /^[^\p{Cc}\u2028\u2029\u202A-\u202E\u2066-\u2069]*$/u;
export const plainTextRule = "may not hold control characters, nor marks that override the direction of writing";

/** Marks that only hint at a direction (U+200E, U+200F, U+061C) come along when a name is copied; they are dropped, so that equal names are equal. */
export function withoutDirectionHints(name: string): string {
  return name.replace(/[\u200E\u200F\u061C]/g, "");
}

/** The pattern of LIKE that finds a text anywhere: what LIKE gives a meaning has none in it. */
export function likePattern(text: string): string {
  return `%${text.replace(/[\\%_]/g, "\\$&")}%`;
}
