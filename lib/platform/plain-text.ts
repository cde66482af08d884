/**
 * A human-readable name: no control characters (C0, C1), no line separators, and no marks that override, embed or isolate the text
 * direction (U+202A to U+202E, U+2066 to U+2069), which can make one name look like another. Right-to-left scripts do not need them.
 */
export const plainText = /^[^\p{Cc}\u2028\u2029\u202A-\u202E\u2066-\u2069]*$/u;
export const plainTextRule = "may not hold control characters, nor marks that override the direction of writing";

/** Characters without a glyph: white space, zero-width characters, fillers, and the blank braille pattern. */
const onlyInvisible = /^[\p{White_Space}\p{Default_Ignorable_Code_Point}\u2800]*$/u;

/**
 * A name as it is stored. Marks that only hint at a direction (U+200E, U+200F, U+061C) are often copied along with a
 * name and are removed, so that equal names compare as equal. A name that shows nothing becomes empty.
 */
export function cleanName(name: string): string {
  return onlyInvisible.test(name) ? "" : name.replace(/[\u200E\u200F\u061C]/g, "");
}

/** The LIKE pattern that finds a text anywhere, with special characters escaped. */
export function likePattern(text: string): string {
  return `%${text.replace(/[\\%_]/g, "\\$&")}%`;
}
