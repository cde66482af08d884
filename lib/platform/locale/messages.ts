import accessibility from "./en/accessibility.json";
import account from "./en/account.json";
import administration from "./en/administration.json";
import attachments from "./en/attachments.json";
import bulk from "./en/bulk.json";
import developers from "./en/developers.json";
import docs from "./en/docs.json";
import documents from "./en/documents.json";
import editor from "./en/editor.json";
import errors from "./en/errors.json";
import inbox from "./en/inbox.json";
import landing from "./en/landing.json";
import links from "./en/links.json";
import mails from "./en/mails.json";
import reminders from "./en/reminders.json";
import shell from "./en/shell.json";
import signature from "./en/signature.json";
import signing from "./en/signing.json";
import templates from "./en/templates.json";
import upload from "./en/upload.json";
import verify from "./en/verify.json";
import type { Locale } from "./languages";
import { portuguese } from "./portuguese";

/** The English catalogue, one file an area of the product; the key of an area is the first part of a message's name. */
export const messages = {
  accessibility,
  account,
  administration,
  attachments,
  bulk,
  developers,
  docs,
  documents,
  editor,
  errors,
  inbox,
  landing,
  links,
  mails,
  reminders,
  shell,
  signature,
  signing,
  templates,
  upload,
  verify,
};

export type Messages = typeof messages;
export type Area = keyof Messages;

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

function over(base: WordTree, overrides: WordTree): WordTree {
  return Object.fromEntries(
    Object.entries(base).map(([name, standard]) => {
      const given = overrides[name];
      if (typeof standard === "string" || given === undefined || typeof given === "string")
        return [name, given ?? standard];
      return [name, over(standard, given)];
    }),
  );
}

/** Words by name, as deep as a catalogue has them. */
export interface WordTree {
  readonly [name: string]: string | WordTree;
}

/**
 * A catalogue for tests: each message stands in ⟦brackets⟧ and is two fifths longer, as German or Portuguese would be. A text on a page
 * without brackets came from no catalogue, and a box that breaks here would break in a longer language.
 */
function toPseudo(messages: WordTree): WordTree {
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
