import type { MailContent } from "../messenger";
import type { MailWords } from "./mail-words";
import { renderMail } from "./render-mail";

export interface PhoneChangedData {
  name: string;
  /** The number that counts now, masked; null when there is none any more. */
  phone: string | null;
  resetUrl: string;
}

/** Tells an account's owner that the number for codes was changed, in case it was somebody else. */
export function phoneChangedMail(words: MailWords, { name, phone, resetUrl }: PhoneChangedData): MailContent {
  return renderMail(words, {
    subject: words.say("phoneChanged.subject"),
    blocks: [
      { kind: "text", text: words.say("greeting", { name }) },
      {
        kind: "text",
        text: phone === null ? words.say("phoneChanged.removed") : words.say("phoneChanged.changed", { phone }),
      },
      { kind: "text", text: words.say("phoneChanged.caution") },
      { kind: "button", label: words.say("setPassword"), url: resetUrl },
    ],
    footer: words.say("phoneChanged.footer"),
  });
}

/** The same to the old number, as a short message. */
export function phoneChangedText(words: MailWords, address: string): string {
  return words.sayPlain("phoneChanged.text", { address });
}
