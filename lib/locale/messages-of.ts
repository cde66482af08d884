import type { Locale } from "./languages";
import { messages, type Messages } from "./messages";
import { portuguese } from "./portuguese";
import { toPseudo } from "./pseudo";
import type { WordTree } from "./word-tree";

const made = new Map<Locale, Messages>([["en", messages]]);

/** The whole catalogue in a language. A message that is not translated yet is English; a test fails as long as there is one. */
export function messagesOf(locale: Locale): Messages {
  const known = made.get(locale);
  if (known) return known;
  const catalogue = (
    locale === "pt" ? over(messages, portuguese) : { ...toPseudo(messages), docs: messages.docs }
  ) as Messages;
  made.set(locale, catalogue);
  return catalogue;
}

function over(base: WordTree, words: WordTree): WordTree {
  return Object.fromEntries(
    Object.entries(base).map(([name, standard]) => {
      const given = words[name];
      if (typeof standard === "string" || given === undefined || typeof given === "string")
        return [name, given ?? standard];
      return [name, over(standard, given)];
    }),
  );
}
