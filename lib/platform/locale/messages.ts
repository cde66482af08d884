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

/**
 * The English catalogue, with one file per area of the product. An area's key is the first part of its message names.
 */
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

declare module "next-intl" {
  interface AppConfig {
    Locale: Locale;
    Messages: Messages;
  }
}

const made = new Map<Locale, Messages>([["en", messages]]);

/** The whole catalogue in a language. Untranslated messages fall back to English, and a test fails if there are any. */
export function messagesOf(locale: Locale): Messages {
  const known = made.get(locale);
  if (known) return known;
  const catalogue = (
    locale === "pt" ? over(messages, portuguese) : { ...toPseudo(messages), docs: messages.docs }
  ) as Messages;
  made.set(locale, catalogue);
  return catalogue;
}

function over(base: MessageTree, overrides: MessageTree): MessageTree {
  return Object.fromEntries(
    Object.entries(base).map(([name, standard]) => {
      const given = overrides[name];
      if (typeof standard === "string" || given === undefined || typeof given === "string")
        return [name, given ?? standard];
      return [name, over(standard, given)];
    }),
  );
}

/** Messages by name, nested as in the catalogue. */
export interface MessageTree {
  readonly [name: string]: string | MessageTree;
}

/**
 * A catalogue for tests: each message is in ⟦brackets⟧ and two fifths longer, as German or Portuguese would be. Text
 * without brackets did not come from the catalogue, and a box that breaks here would break in a longer language.
 */
function toPseudo(messages: MessageTree): MessageTree {
  return Object.fromEntries(
    Object.entries(messages).map(([name, value]) => [
      name,
      typeof value === "string" ? toPseudoMessage(name, value) : toPseudo(value),
    ]),
  );
}

/** The consent text is shown verbatim, in the language stated on the page. */
const verbatim = /^consent(Version|Language)?$/;

function toPseudoMessage(name: string, message: string): string {
  if (verbatim.test(name)) return message;
  return `⟦${message}${padding(Math.ceil(message.length * 0.4))}⟧`;
}

/** Short groups, because a long word that never breaks would be longer than in any real language. */
function padding(length: number): string {
  return " ~~~~".repeat(Math.ceil(length / 5));
}
