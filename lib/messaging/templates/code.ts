import type { MailContent } from "../messenger";
import type { MailWords } from "./mail-words";
import { renderMail } from "./render-mail";

export interface CodeData {
  signerName: string;
  documentName: string;
  /** Six digits. */
  code: string;
  lifetimeMinutes: number;
  /** What the code is for: the signature, or to be let in as the signer. */
  purpose: "sign" | "identify";
}

/**
 * The one-time code. Subject and plain text hold the six digits together and no other six-digit number, so that people and phones
 * pick the right one: a name or title that holds such a number is left out, and there is no link.
 */
export function codeMail(
  words: MailWords,
  { signerName, documentName, code, lifetimeMinutes, purpose }: CodeData,
): MailContent {
  const isNamed = !holdsSixDigits(documentName);
  const document = isNamed ? documentName : "";
  return renderMail(words, {
    subject: words.say(isNamed ? `code.subject.${purpose}` : `code.subjectPlain.${purpose}`, { document }),
    blocks: [
      {
        kind: "text",
        text: holdsSixDigits(signerName) ? words.say("greetingPlain") : words.say("greeting", { name: signerName }),
      },
      { kind: "text", text: words.say(isNamed ? `code.body.${purpose}` : `code.bodyPlain.${purpose}`, { document }) },
      { kind: "code", code },
      { kind: "text", text: words.say("code.lifetime", { minutes: lifetimeMinutes }) },
      { kind: "text", text: words.say(`code.caution.${purpose}`) },
    ],
    footer: words.say("code.footer"),
  });
}

/** True for a text in which a person, or a phone that fills codes in, could take something for the code. */
export function holdsSixDigits(text: string): boolean {
  return /\d{6}/.test(text);
}
