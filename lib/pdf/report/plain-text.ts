import { undrawable } from "@/lib/pdf/fonts/shape-text";

/** Steers the direction of text, draws nothing, or breaks a line: in somebody's name it could make one line look like another. */
const unseen = /[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Cn}\u2028\u2029]/gu;
/** Joiners that change how Devanagari, Arabic or Thai letters look are part of a name. */
const joiners = new Set(["\u200C", "\u200D"]);

/** One line of text that can be drawn as it stands: what cannot be seen, or has no glyph, is named by its code point. */
export function plainText(text: string): string {
  const visible = text
    .normalize("NFC")
    .replace(/[\t\n\r]+/g, " ")
    .replace(unseen, (mark) => (joiners.has(mark) ? mark : codePointOf(mark)));
  return undrawable(visible)
    .reduce((drawn, cluster) => drawn.replaceAll(cluster, [...cluster].map(codePointOf).join("")), visible)
    .trim();
}

function codePointOf(character: string): string {
  return `[U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, "0")}]`;
}
