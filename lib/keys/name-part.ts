/** Upper bounds of RFC 5280 appendix A.1, in characters. */
export const maxCommonName = 64;
export const maxOrganizationalUnit = 64;

// Cc and Cf hold line breaks, NUL and the marks that turn text around: a name must not be able to show as another name.
// The two joiners stay, because Persian and Indic names need them.
const invisible = /(?:(?![\u200c\u200d])[\p{Cc}\p{Cf}\p{Zl}\p{Zp}])+/gu;

/**
 * Text from a user as one attribute of a distinguished name: no control or format characters, single spaces, whole
 * characters only, at most `maxCharacters`. Never empty: `fallback` stands in.
 */
export function namePart(text: string, maxCharacters: number, fallback: string): string {
  const wellFormed = Buffer.from(text, "utf8").toString("utf8");
  const clean = wellFormed.replace(invisible, " ").replace(/\s+/gu, " ").trim();
  const cut = [...clean].slice(0, maxCharacters).join("").trim();
  return cut === "" ? fallback : cut;
}
