import compile from "icu-minify/compile";
import formatMessage from "use-intl/format-message";
import type { Locale } from "./languages";
import { messagesOf, type Messages, type WordTree } from "./messages";

const made = new Map<Locale, Messages>();

/**
 * The whole catalogue as the formatter of this bundle takes it. That of the pages gets messages compiled, because a parser of ICU messages would be 10 KB of
 * every page's scripts (next.config.ts).
 */
export function catalogueOf(locale: Locale): Messages {
  if (formatMessage.raw) return messagesOf(locale);
  const catalogue = made.get(locale) ?? compiledWhenRead(messagesOf(locale));
  made.set(locale, catalogue);
  return catalogue;
}

/** All messages of a language take 90 ms, and a page needs few areas. */
export function compiledWhenRead(messages: Messages): Messages {
  const areas = {};
  for (const [area, words] of Object.entries(messages)) {
    let compiled: unknown;
    Object.defineProperty(areas, area, { enumerable: true, get: () => (compiled ??= compileTree(words)) });
  }
  return areas as Messages;
}

/** A message as the compiler makes it has objects without a prototype, which no server component may hand to the browser; a clone has plain ones. */
function compileTree(words: WordTree): object {
  return Object.fromEntries(
    Object.entries(words).map(([name, word]) => [
      name,
      typeof word === "string" ? structuredClone(compile(word)) : compileTree(word),
    ]),
  );
}
