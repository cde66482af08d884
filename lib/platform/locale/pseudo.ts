/** Words by name, as deep as a catalogue has them. */
export interface WordTree {
  readonly [name: string]: string | WordTree;
}

/**
 * A catalogue for tests: each message stands in ⟦brackets⟧ and is two fifths longer, as German or Portuguese would be. A text on a page
 * without brackets came from no catalogue, and a box that breaks here would break in a longer language.
 */
export function toPseudo(messages: WordTree): WordTree {
  return Object.fromEntries(
    Object.entries(messages).map(([name, value]) => [
      name,
      typeof value === "string" ? toPseudoMessage(name, value) : toPseudo(value),
    ]),
  );
}

/** The consent text is shown word for word, in the language that the page names. */
const verbatim = /^consent(Version|Language)?$/;

function toPseudoMessage(name: string, message: string): string {
  if (verbatim.test(name)) return message;
  return `⟦${message}${padding(Math.ceil(message.length * 0.4))}⟧`;
}

/** Short groups, because a text of one word that never breaks is longer than any language's. */
function padding(length: number): string {
  return " ~~~~".repeat(Math.ceil(length / 5));
}
