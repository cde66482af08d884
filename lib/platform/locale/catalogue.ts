import compile from "icu-minify/compile";
import formatMessage from "use-intl/format-message";
import type { Locale } from "./languages";
import { messagesOf, type Messages, type MessageTree } from "./messages";

const made = new Map<Locale, Messages>();

/**
 * The whole catalogue in the form that this bundle's formatter takes. The pages' bundle gets compiled messages, because
 * an ICU message parser would add 10 KB to every page's scripts (next.config.ts).
 */
export function catalogueOf(locale: Locale): Messages {
  if (formatMessage.raw) return messagesOf(locale);
  const catalogue = made.get(locale) ?? compiledWhenRead(messagesOf(locale));
  made.set(locale, catalogue);
  return catalogue;
}

/** Compiling all messages of a language takes 90 ms, and a page needs few areas. */
export function compiledWhenRead(messages: Messages): Messages {
  const areas = {};
  for (const [area, messagesOfArea] of Object.entries(messages)) {
    let compiled: unknown;
    Object.defineProperty(areas, area, { enumerable: true, get: () => (compiled ??= compileTree(messagesOfArea)) });
  }
  return areas as Messages;
}

/**
 * Compiled messages contain objects without a prototype, which server components cannot pass to the browser. A clone
 * has plain ones.
 */
function compileTree(tree: MessageTree): object {
  return Object.fromEntries(
    Object.entries(tree).map(([name, node]) => [
      name,
      typeof node === "string" ? structuredClone(compile(node)) : compileTree(node),
    ]),
  );
}
