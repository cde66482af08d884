import { createTranslator } from "next-intl";
import { formatTime } from "@/lib/locale/format-time";
import { directionOf, type Direction, type Language } from "@/lib/locale/languages";
import type { Messages } from "@/lib/locale/messages";
import { messagesOf } from "@/lib/locale/messages-of";
import { oneLine } from "../safe-text";
import { isolated, type Phrase } from "./phrase";

type Values = Readonly<Record<string, string | number>>;
type KeysOf<Tree> = {
  [Name in keyof Tree & string]: Tree[Name] extends string ? Name : `${Name}.${KeysOf<Tree[Name]>}`;
}[keyof Tree & string];

/** The name of a message in `mails.json`. */
export type MailKey = KeysOf<Messages["mails"]>;

/** What mails and short messages are written with: the catalogue of one language. */
export interface MailWords {
  language: Language;
  direction: Direction;
  /** A sentence of a mail. Texts among the values may be users' words: they are cleaned, and isolated from the direction of the sentence. */
  say(key: MailKey, values?: Values): Phrase;
  /** The same for a short message, which bears no marks: a phone would send it as two. */
  sayPlain(key: MailKey, values?: Values): string;
  /** `12 Mar 2027, 14:02 UTC`: a mail is read in any time zone, so it says which one it means. */
  date(at: Date): string;
}

const made = new Map<Language, MailWords>();

export function mailWords(language: Language): MailWords {
  const known = made.get(language);
  if (known) return known;
  const words = makeWords(language);
  made.set(language, words);
  return words;
}

function makeWords(language: Language): MailWords {
  const translate = createTranslator({ locale: language, messages: messagesOf(language), namespace: "mails" }) as (
    key: string,
    values?: Values,
  ) => string;
  return {
    language,
    direction: directionOf(language),
    say: (key, values = {}) =>
      translate(
        key,
        mapTexts(values, (text) => isolated(oneLine(text))),
      ) as Phrase,
    sayPlain: (key, values = {}) => translate(key, mapTexts(values, oneLine)),
    date: (at) => `${formatTime(at, "UTC", language)} UTC`,
  };
}

function mapTexts(values: Values, change: (text: string) => string): Values {
  return Object.fromEntries(
    Object.entries(values).map(([name, value]) => [name, typeof value === "string" ? change(value) : value]),
  );
}
